import Foundation
import TestSupport
import Testing

@Suite struct SoupHeaderTests {
  @Test func declarationsMatchTheHeaders() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Headers"
    // Our declarations have integers in place of enumerations.
    let options = "-std=c11 -Wall -Werror -Wno-enum-int-mismatch -fsyntax-only"
    let script = "cc \(options) $(pkg-config --cflags libsoup-3.0) \"$0\""
    let result = try FinishedProcess(["/bin/sh", "-c", script, "\(folder)/soup.c"])
    #expect(result.status == 0, "\(result.errors)")
  }
}
