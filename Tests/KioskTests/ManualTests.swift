import Foundation
import Testing

@testable import Kiosk

/// What is written about the program knows what the program knows.
@Suite struct ManualTests {
  private static let manual = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/Manual")
  private static let files = ["cube-kiosk.1", "cube-kiosk.bash", "cube-kiosk.zsh", "cube-kiosk.fish"]

  private func text(_ file: String) throws -> String {
    // troff writes hyphens with a backslash.
    try String(contentsOf: Self.manual.appendingPathComponent(file), encoding: .utf8)
      .replacingOccurrences(of: "\\-", with: "-")
  }

  @Test(arguments: files) func everyOptionIsThere(_ file: String) throws {
    let text = try text(file)
    let options = Options.help.split(whereSeparator: { " ,=\n".contains($0) })
      .filter { $0.hasPrefix("--") && $0.count > 2 }
    #expect(options.count > 25)
    for option in Set(options) {
      let name = file.hasSuffix("fish") ? "-l \(option.dropFirst(2))" : String(option)
      #expect(text.contains(name), "\(option)")
    }
  }

  @Test(arguments: files) func everyCommandIsThere(_ file: String) throws {
    let text = try text(file)
    for command in ["render", "hit", "hit-map", "inspect", "check-config", "hash-pin", "ctl", "scenes"] {
      #expect(text.contains(command), "\(command)")
    }
  }

  @Test func everyKeyOfTheConfigurationIsThere() throws {
    let text = try text("kiosk.json.5")
    let keys =
      ConfigurationReader.keys.union(ConfigurationReader.idleKeys).union(ConfigurationReader.maintenanceKeys)
      .union(ConfigurationReader.faceKeys).union(ConfigurationReader.buttonKeys).union(ConfigurationReader.actionKeys)
    for key in keys { #expect(text.contains(key), "\(key)") }
  }
}
