import Foundation
import Testing

/// Links that the kernel refuses to follow, as another user's in a sticky directory with `fs.protected_symlinks`.
@Suite struct LinkTests {
  @Test(.enabled(if: geteuid() == 0, "only root may mount a file system"))
  func targetOfARefusedLinkIsNotOverwritten() throws {
    let scratch = try Scratch()
    let script = """
      mount -t tmpfs -o nosymfollow none \(scratch.path) && cd \(scratch.path) && echo old >target && ln -s target link
      "$0" "$@"
      status=$?
      cat target
      exit $status
      """
    let result = try Program.run(
      ["render", "--size", "320x200", "-o", scratch.path + "/link"], by: ["/usr/bin/unshare", "-m", "sh", "-c", script])
    #expect(result.status == 73 && result.output == "old\n")
    #expect(result.errors == "cube-kiosk: \(scratch.path)/link: Too many levels of symbolic links\n")
  }
}
