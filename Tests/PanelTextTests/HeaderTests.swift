import Foundation
import TestSupport
import Testing

/// Compares CPangoCairo's declarations with the headers of Pango, GLib and fontconfig.
@Suite struct HeaderTests {
  private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Headers"

  @Test(arguments: ["functions.c", "structures.c"]) func declarationsMatchTheHeaders(_ file: String) throws {
    let script = "cc -std=c11 -Wall -Werror -fsyntax-only $(pkg-config --cflags pangocairo fontconfig) \"$0\""
    let result = try FinishedProcess(["/bin/sh", "-c", script, "\(Self.directory)/\(file)"])
    #expect(result.status == 0, "\(result.errors)")
  }
}
