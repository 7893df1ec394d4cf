import Foundation
import JSON
import TestSupport
import Testing

@testable import HomeAssistant

@Suite struct HomeConfigurationTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("secret\n", to: "token")
  }

  /// Reads a file, and returns its configuration or the errors without the file's name.
  private func read(_ text: String) throws -> (configuration: HomeConfiguration, errors: [String]) {
    let path = try directory.write(text, to: "homeassistant.json")
    var errors: [Diagnostic] = []
    let configuration = HomeConfiguration(path, &errors)
    return (configuration, errors.map { String($0.description.dropFirst(path.count + 2)) })
  }

  @Test func allKeysAreRead() throws {
    try directory.write("certificate", to: "ca.crt")
    let (configuration, errors) = try read(
      #"{"url": "https://home.example:8123/", "tokenFile": "token", "ca": "ca.crt", "socket": "/tmp/adapters"}"#)
    #expect(errors == [] && configuration.url == "https://home.example:8123" && configuration.token == "secret")
    #expect(configuration.authority == directory.file("ca.crt") && configuration.socket == "/tmp/adapters")
    #expect(configuration.warning == nil)
  }

  @Test(arguments: [("http://home.example", true), ("http://localhost:8123", false), ("https://home.example", false)])
  func missingEncryptionIsAWarning(_ url: String, _ isWarning: Bool) throws {
    let (configuration, errors) = try read(#"{"url": "\#(url)", "tokenFile": "token"}"#)
    #expect(errors == [] && (configuration.warning != nil) == isWarning)
    #expect(configuration.socket == "/run/cube-kiosk/adapters" && configuration.authority == nil)
  }

  @Test(arguments: ["ws://home", "http://", "home.example", "http://me:secret@home", "http://home?x", "http:///x"])
  func addressesAreChecked(_ url: String) throws {
    let expected = "an address such as https://homeassistant.example:8123, without a user or a query"
    #expect(
      try read(#"{"url": "\#(url)", "tokenFile": "token"}"#).errors == ["$.url: found '\(url)'; expected \(expected)"])
  }

  @Test func errorsNameTheKey() throws {
    #expect(
      try read(#"{"tokenFile": "none", "uri": 1}"#).errors == [
        "$.uri: found an unknown key; did you mean url?", "$.url: found nothing; expected this key",
        "$.tokenFile: found 'none' (No such file or directory); expected a file that this user can read",
      ])
    try directory.write("two words", to: "token")
    #expect(
      try read(#"{"url": "http://home", "tokenFile": "token"}"#).errors == [
        "$.tokenFile: found 'token'; expected a file with a long-lived access token of Home Assistant in its first line"
      ])
  }
}
