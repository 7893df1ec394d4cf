import Foundation
import Testing

/// Fonts are the machine's, chosen as its fontconfig says.
@Suite struct FontTests {
  private let scratch: Scratch
  private var folder: URL { URL(fileURLWithPath: scratch.path) }

  init() throws { scratch = try Scratch() }

  /// A picture of the cube, drawn with a configuration file for fonts; with the machine's own by default.
  private func picture(_ configuration: URL? = nil, environment: [String: String] = [:]) throws -> Data {
    let picture = folder.appendingPathComponent("picture.png")
    let result = try Program.run(
      ["render", "--size", "640x400", "-o", picture.path],
      environment: configuration.map { ["FONTCONFIG_FILE": $0.path] } ?? environment)
    #expect(result.status == 0, "\(result.errors)")
    return try Data(contentsOf: picture)
  }

  private func file(_ name: String, _ rules: String) throws -> URL {
    let file = folder.appendingPathComponent(name)
    try "<?xml version=\"1.0\"?><fontconfig>\(rules)".write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  /// An owner's file rules, even without a folder for its cache; where it can't be read, or isn't there, fontconfig's defaults
  /// do, whatever fonts these choose.
  @Test func theMachinesConfigurationRules() throws {
    let own = try picture()
    let same = try file("same.conf", "<include>/etc/fonts/fonts.conf</include></fontconfig>")
    #expect(try picture(same) == own)
    let prepend = "<edit name=\"family\" mode=\"prepend\" binding=\"strong\"><string>DejaVu Sans Mono</string></edit>"
    let other = try file(
      "other.conf", "<dir>/usr/share/fonts</dir><match target=\"pattern\">\(prepend)</match></fontconfig>")
    #expect(try picture(other) != own)
    let rules = folder.appendingPathComponent(".config/fontconfig")
    try FileManager.default.createDirectory(at: rules, withIntermediateDirectories: true)
    _ = try file(".config/fontconfig/fonts.conf", "<match target=\"pattern\">\(prepend)</match></fontconfig>")
    #expect(try picture(environment: ["HOME": folder.path]) != own)
    #expect(try !picture(file("broken.conf", "<include>")).isEmpty)
    #expect(try !picture(folder.appendingPathComponent("missing.conf")).isEmpty)
  }
}
