import Emulation
import Foundation
import TestSupport
import Testing

/// Files that can't be written: the limit RLIMIT_FSIZE, a full disk, and links that the kernel doesn't follow.
@Suite(.serialized) struct WriteFailureTests {
  private static let fullDevice = "/dev/full"

  /// The test runner may ignore SIGXFSZ, and children inherit that.
  init() { signal(SIGXFSZ, SIG_DFL) }

  // A sanitizer or an emulator that reads its own mappings writes them to a file.
  @Test(.disabled(if: Sanitizer.isThreadSanitizer || Emulation.isOn, "it can't start if it may write no file"))
  func fileSizeLimitIsAnError() throws {
    let directory = try TemporaryDirectory()
    let file = directory.file("a.png")
    let result = try Program.run(["render", "-o", file], by: ["/usr/bin/prlimit", "--fsize=0", "--"])
    #expect(result.status == 73 && result.errors == "cube-kiosk: \(file): File too large\n")
    #expect(try directory.contents() == [])
  }

  /// The panel reports each file that can't be written, keeps running, and writes the files again later.
  @Test func panelSurvivesFileSizeLimit() throws {
    let weston = try Weston()
    let (events, record) = (weston.directory.file("events"), weston.directory.file("record"))
    let panel = try Panel(
      ["--touch-fix", "reorder", "--events", events, "--record", record], on: weston, waitsForReady: false)
    try waitUntil("the first frame") { (try? panel.directory.read("events"))?.isEmpty == false }

    try panel.limit("--fsize=0:unlimited")
    try panel.tap("button")
    for (file, consequence) in [
      ("--events \(events)", "events are being lost"), ("--record \(record)", "touches are being lost"),
    ] {
      try panel.waitForLog("cube-kiosk: \(file): File too large; \(consequence)")
    }
    #expect(try panel.ctl("press", "3", "button").status == 0)

    try panel.limit("--fsize=unlimited:unlimited")
    #expect(try panel.ctl("press", "3", "button").status == 0)
    #expect(panel.stop() == 0)
    #expect(panel.saved?.count == 3)
    // Some lines are missing, but each is complete.
    for line in try panel.directory.read("events").split(separator: "\n") { _ = try Event(json: String(line)) }
  }

  @Test(arguments: ["--help", "--version", "scenes", "words", "inspect", "hit 640 400", "render -o -", "hit-map -o -"])
  func fullStandardOutputIsReported(_ words: String) throws {
    let result = try Program.run(
      words.split(separator: " ").map(String.init), by: ["/bin/sh", "-c", "exec \"$0\" \"$@\" >\(Self.fullDevice)"])
    #expect(result.status == 74)
    #expect(result.errors == "cube-kiosk: standard output: No space left on device\n")
  }

  @Test(arguments: ["render", "hit-map"]) func fullDiskIsReported(_ command: String) throws {
    let result = try Program.run([command, "--size", "320x200", "-o", Self.fullDevice])
    #expect(result.status == 73)
    #expect(result.errors == "cube-kiosk: \(Self.fullDevice): No space left on device\n")
  }

  /// For example another user's link in a sticky directory, with `fs.protected_symlinks`.
  @Test(.enabled(if: geteuid() == 0, "only root may mount a file system"))
  func targetOfARefusedLinkIsNotOverwritten() throws {
    let scratch = try TemporaryDirectory()
    let directory = scratch.path
    let script = """
      # In a chroot, / may not be a mount point, which can't be made private.
      mount --make-rprivate / 2>/dev/null
      mount -t tmpfs -o nosymfollow none \(directory) && cd \(directory) || exit
      echo old >target && ln -s target link
      "$0" "$@"
      status=$?
      cat target
      cd / && umount \(directory)
      exit $status
      """
    let result = try Program.run(
      ["render", "--size", "320x200", "-o", directory + "/link"],
      by: ["/usr/bin/unshare", "-m", "--propagation", "unchanged", "sh", "-c", script])
    #expect(result.status == 73 && result.output == "old\n")
    #expect(result.errors == "cube-kiosk: \(directory)/link: Too many levels of symbolic links\n")
  }
}
