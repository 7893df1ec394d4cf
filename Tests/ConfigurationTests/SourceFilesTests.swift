import TestSupport
import Testing

@testable import Configuration

/// The checksums of a configuration's files.
@Suite struct SourceFilesTests {
  @Test func checksumIsThatOfSha256sum() throws {
    let directory = try TemporaryDirectory()
    let elsewhere = try TemporaryDirectory()
    let other = try elsewhere.write(#"{"root": {}}"#, to: "other.json")
    try directory.write(#"{"language": "en"}"#, to: "words.json")
    try directory.write(
      #"{"root": {"button": {"title": "Go", "action": {"scene": "\#(other)"}}}}"#, to: "pages/B.json")
    try directory.write("no picture", to: "logo.png")
    let file = try directory.write(
      #"{"scene": "pages/B.json", "language": "words.json", "faces": {"1": {"image": "logo.png"}}}"#, to: "kiosk.json")
    let (options, errors) = ConfigurationReader.read(file)
    #expect(errors.map(\.location) == ["$.faces.1.image"])
    let names = [other, "kiosk.json", "logo.png", "pages/B.json", "words.json"]
    let manifest = options.files.manifest
    #expect(manifest.map(\.name) == names)
    func sum(_ script: String) throws -> String {
      try FinishedProcess(["/bin/sh", "-c", "cd \"$0\" && \(script)", directory.path] + names).output
    }
    #expect(try sum("sha256sum \"$@\"") == manifest.map { "\($0.sha256)  \($0.name)\n" }.joined())
    #expect(try sum("sha256sum \"$@\" | sha256sum") == "\(options.files.sha256)  -\n")
    // Another byte in one of the files.
    try elsewhere.write(#"{"root": {} }"#, to: "other.json")
    #expect(ConfigurationReader.read(file).options.files.sha256 != options.files.sha256)
  }
}
