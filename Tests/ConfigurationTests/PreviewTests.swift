import Testing

@testable import Configuration

/// `cube-kiosk preview FILE`, which is `run` with other defaults.
@Suite struct PreviewTests {
  private func values(_ words: String...) throws -> [String: String] {
    let arguments = try Arguments(["preview"] + words)
    #expect(arguments.subcommand == .run)
    return Dictionary(arguments.givenOptions.map { ($0.setting.option ?? "", $0.text) }) { $1 }
  }

  @Test func previewShowsFileAndErrorsInWindow() throws {
    #expect(try values("a.json") == ["scene": "a.json", "windowed": Arguments.previewSize, "diagnose": ""])
    #expect(try values("--windowed=480x800", "a.json")["windowed"] == "480x800")
  }

  @Test func previewExpectsOneFile() {
    #expect(throws: CommandFailure.self) { try values() }
    #expect(throws: CommandFailure.self) { try values("a.json", "b.json") }
  }
}
