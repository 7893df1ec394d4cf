import Emulation
import Foundation
import TestSupport
import Testing

@Suite struct PictureSandboxTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Headers"

  @Test func declarationsMatchTheHeaders() throws {
    // Our declarations have integers in place of enumerations.
    let options = "-std=c11 -Wall -Werror -Wno-enum-int-mismatch -fsyntax-only"
    let script = "cc \(options) $(pkg-config --cflags gdk-pixbuf-2.0) \"$0\""
    let result = try FinishedProcess(["/bin/sh", "-c", script, "\(Self.folder)/pixbuf.c"])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(.disabled(if: Emulation.isOn, "qemu-user has neither seccomp nor Landlock"))
  func nothingElseIsPermitted() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("secret", to: "file")
    let program = directory.file("sandbox")
    let compilation = try FinishedProcess([
      "/usr/bin/cc", "-Wall", "-Werror", "-o", program, "\(Self.folder)/sandbox.c",
    ])
    #expect(compilation.status == 0, "\(compilation.errors)")
    let result = try FinishedProcess([program, file])
    #expect(result.status == 0 && result.output == "done\n", "\(result.output)")
  }
}
