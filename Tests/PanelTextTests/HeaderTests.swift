import Foundation
import TestSupport
import Testing

/// Compares CPangoCairo's declarations with the headers of Pango, GLib, fontconfig and FreeType.
@Suite struct HeaderTests {
  private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Headers"

  @Test(arguments: ["functions.c", "structures.c"]) func declarationsMatchTheHeaders(_ file: String) throws {
    // Our declarations have integers in place of enumerations.
    let options = "-std=c11 -Wall -Werror -Wno-enum-int-mismatch -fsyntax-only"
    let script = "cc \(options) $(pkg-config --cflags pangocairo fontconfig) \"$0\""
    let result = try FinishedProcess(["/bin/sh", "-c", script, "\(Self.directory)/\(file)"])
    #expect(result.status == 0, "\(result.errors)")
  }
}
