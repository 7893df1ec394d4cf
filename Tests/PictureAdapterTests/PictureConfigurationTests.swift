import Foundation
import JSON
import PictureStreams
import TestSupport
import Testing

@testable import PictureAdapter

@Suite struct PictureConfigurationTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources").standardizedFileURL
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["camera.password", "cameras.crt"] { try directory.write("secret\n", to: name) }
  }

  /// Reads a file, and returns its configuration or the errors without the file's name.
  private func read(_ text: String) throws -> (configuration: PictureConfiguration, errors: [String]) {
    let path = try directory.write(text, to: "pictures.json")
    var errors: [Diagnostic] = []
    let configuration = PictureConfiguration(path, &errors)
    return (configuration, errors.map { String($0.description.dropFirst(path.count + 2)) })
  }

  private static func source(_ path: String) throws -> String {
    try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func picturesAreRead() throws {
    let (configuration, errors) = try read(
      #"""
      {"//": "x", "socket": "/run/x", "pictures": {"//": "x", "a": {"url": "http://camera/a?key=1"},
        "b": {"url": "https://[::1]:8443/", "user": "me", "passwordFile": "camera.password", "ca": "cameras.crt"}}}
      """#)
    var b = HTTPPicture.Source("https://[::1]:8443/")
    (b.user, b.password, b.authority) = ("me", "secret", directory.file("cameras.crt"))
    #expect(errors == [] && configuration.socket == "/run/x")
    #expect(configuration.sources == ["a": HTTPPicture.Source("http://camera/a?key=1"), "b": b])
  }

  @Test func errorsNameTheKey() throws {
    let expected = "expected an address such as http://camera.example/stream.mjpg"
    #expect(
      try read(
        #"""
        {"pictures": {"a": {"url": "rtsp://camera/a"}, "b": {"url": "http://me:secret@camera/"}, "c": {},
          "d": {"url": "http://x", "passwordFile": "camera.password"}, "e": 1, "f": {"url": "http://x", "uesr": "me"}}}
        """#
      ).errors == [
        "$.pictures.a.url: found 'rtsp://camera/a'; \(expected)",
        "$.pictures.b.url: found a user in the address; expected the keys user and passwordFile",
        "$.pictures.c.url: found nothing; expected this key",
        "$.pictures.d: found passwordFile without user; expected both",
        "$.pictures.e: found 1; expected an object", "$.pictures.f.uesr: found an unknown key; did you mean user?",
      ])
    #expect(try read("{}").errors == ["$.pictures: found nothing; expected this key"])
    let many = (0..<65).map { #""a\#($0)": {"url": "http://x"}"# }.joined(separator: ", ")
    #expect(try read(#"{"pictures": {\#(many)}}"#).errors == ["$.pictures: found 65 pictures; expected at most 64"])
  }

  @Test func manualSchemaAndExamplesAreTrue() throws {
    let page = try Self.source("Manual/cube-kiosk-pictures.8")
    for key in PictureConfiguration.keys + PictureConfiguration.pictureKeys {
      #expect(try page.contains(Regex("\\.BR? .*\\b\(key)\\b")), "\(key)")
    }
    let schema = try JSONSerialization.jsonObject(with: Data(try Self.source("Formats/pictures.schema.json").utf8))
    let properties = try #require((schema as? [String: Any])?["properties"] as? [String: [String: Any]])
    #expect(Set(properties.keys) == Set(PictureConfiguration.keys))
    let picture = properties["pictures"]?["additionalProperties"] as? [String: Any]
    #expect(Set((picture?["properties"] as? [String: Any] ?? [:]).keys) == Set(PictureConfiguration.pictureKeys))
    let samples = page.components(separatedBy: ".EX\n").dropFirst().map { $0.components(separatedBy: ".EE")[0] }
      .filter { $0.hasPrefix("{") }
    #expect(samples.count == 1)
    for text in samples + [try Self.source("Formats/examples/pictures.json")] { #expect(try read(text).errors == []) }
  }
}
