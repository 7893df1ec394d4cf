import Foundation
import TestSupport
import Testing

/// fontconfig chooses the fonts.
@Suite struct FontTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Returns a picture of the cube that `render` draws with these environment variables.
  private func picture(_ environment: [String: String] = [:]) throws -> Data {
    let file = directory.file("picture.png")
    let result = try Program.run(["render", "--size", "640x400", "-o", file], environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    return try Data(contentsOf: URL(fileURLWithPath: file))
  }

  private func configuration(_ rules: String, _ name: String = "fonts.conf") throws -> [String: String] {
    ["FONTCONFIG_FILE": try directory.write("<?xml version=\"1.0\"?><fontconfig>\(rules)", to: name)]
  }

  /// A configuration works without a directory for fontconfig's cache. If it is missing or invalid, fontconfig's
  /// defaults apply.
  @Test func fontconfigFilesApply() throws {
    let defaultPicture = try picture()
    #expect(try picture(configuration("<include>/etc/fonts/fonts.conf</include></fontconfig>")) == defaultPicture)
    let prepend = "<edit name=\"family\" mode=\"prepend\" binding=\"strong\"><string>DejaVu Sans Mono</string></edit>"
    let rules = "<match target=\"pattern\">\(prepend)</match></fontconfig>"
    #expect(try picture(configuration("<dir>/usr/share/fonts</dir>" + rules)) != defaultPicture)
    _ = try configuration(rules, ".config/fontconfig/fonts.conf")
    #expect(try picture(["HOME": directory.path]) != defaultPicture)
    #expect(try !picture(configuration("<include>")).isEmpty)
    #expect(try !picture(["FONTCONFIG_FILE": directory.file("missing.conf")]).isEmpty)
  }
}
