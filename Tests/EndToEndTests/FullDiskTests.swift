import Foundation
import Testing

/// Whoever has no room to write says so, with the manual's exit status. What a running panel writes is in FileLimitTests.
@Suite struct FullDiskTests {
  /// The device on which no byte has room.
  private static let device = "/dev/full"

  @Test(arguments: ["--help", "--version", "scenes", "words", "inspect", "hit 640 400", "render -o -", "hit-map -o -"])
  func whatIsPrinted(_ words: String) throws {
    let result = try Program.run(
      words.split(separator: " ").map(String.init), by: ["/bin/sh", "-c", "exec \"$0\" \"$@\" >\(Self.device)"])
    #expect(result.status == 74)
    #expect(result.errors == "cube-kiosk: standard output: No space left on device\n")
  }

  @Test(arguments: ["render", "hit-map"]) func whatIsDrawn(_ command: String) throws {
    let result = try Program.run([command, "--size", "320x200", "-o", Self.device])
    #expect(result.status == 73)
    #expect(result.errors == "cube-kiosk: \(Self.device): No space left on device\n")
  }
}
