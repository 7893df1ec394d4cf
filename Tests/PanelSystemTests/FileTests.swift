import Foundation
import TestSupport
import Testing

@testable import PanelSystem

@Suite struct FileTests {
  private let directory = try! TemporaryDirectory()

  private func path(_ name: String) -> String { directory.file(name) }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func status(_ path: String) -> stat {
    var status = stat()
    precondition(lstat(path, &status) == 0)
    return status
  }

  // MARK: Reading

  @Test func filesAreReadUpToTheLimit() throws {
    for count in [0, 1, 4095, 4096, 4097, 100_000] {
      let all = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      try File.replace(path("a"), with: all)
      #expect(try File.read(path("a"), upTo: count) == all)
      #expect(try File.read(path("a"), upTo: 1 << 20) == all)
      guard count > 0 else { continue }
      #expect(throws: SystemError(path("a"), EFBIG, "\(count) bytes; expected at most \(count - 1)")) {
        try File.read(path("a"), upTo: count - 1)
      }
    }
  }

  /// Files in /proc report a size of 0.
  @Test func filesWithoutASizeAreReadCompletely() throws {
    #expect(try File.read("/proc/meminfo", upTo: 1 << 20).count > 1000)
    #expect(throws: SystemError("/proc/meminfo", EFBIG, "more than 1000 bytes; expected at most 1000")) {
      try File.read("/proc/meminfo", upTo: 1000)
    }
  }

  @Test func onlyRegularFilesAreRead() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    #expect(throws: SystemError(path("pipe"), EINVAL, "not a file")) { try File.read(path("pipe"), upTo: 9) }
    #expect(throws: SystemError("/dev/zero", EINVAL, "not a file")) { try File.read("/dev/zero", upTo: 9) }
    #expect(throws: SystemError(directory.path, EISDIR)) { try File.read(directory.path, upTo: 9) }
    #expect(throws: SystemError(path("none"), ENOENT)) { try File.read(path("none"), upTo: 9) }
    #expect(SystemError(path("none"), ENOENT).description == path("none") + ": No such file or directory")
  }

  // MARK: Replacing

  @Test func replacedFileKeepsOwnerAndPermissions() throws {
    try File.replace(path("a"), with: bytes("one"))
    // umask(2) would change it for the other tests' files, too.
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("Umask:") }
    let mask = try #require(line?.split(separator: "\t").last.flatMap { mode_t($0, radix: 8) })
    #expect(status(path("a")).st_mode & 0o7777 == 0o666 & ~mask)
    chmod(path("a"), 0o604)
    // Only root may change the owner.
    let owner: (user: uid_t, group: gid_t) = geteuid() == 0 ? (1234, 5678) : (geteuid(), getegid())
    try #require(chown(path("a"), owner.user, owner.group) == 0)
    let before = status(path("a"))
    try File.replace(path("a"), with: bytes("two"))
    let after = status(path("a"))
    #expect(try directory.read("a") == "two")
    #expect(after.st_mode == before.st_mode && (after.st_uid, after.st_gid) == owner && after.st_ino != before.st_ino)
    #expect(try directory.contents() == ["a"])
  }

  @Test func symbolicLinkStaysAndItsTargetIsReplaced() throws {
    try FileManager.default.createDirectory(atPath: path("d"), withIntermediateDirectories: true)
    symlink("d/file", path("first"))
    symlink(path("first"), path("second"))
    // At first, the link is dangling.
    for content in ["one", "two"] {
      try File.replace(path("second"), with: bytes(content))
      #expect(try directory.read("d/file") == content && directory.contents() == ["d", "first", "second"])
      #expect(try directory.contents(of: "d") == ["file"])
      #expect(status(path("first")).st_mode & S_IFMT == S_IFLNK && status(path("second")).st_mode & S_IFMT == S_IFLNK)
    }
    symlink("loop", path("loop"))
    #expect(throws: SystemError(path("loop"), ELOOP)) { try File.replace(path("loop"), with: []) }
  }

  @Test func failedReplacementLeavesNoFile() throws {
    #expect(throws: SystemError(path("no/a"), ENOENT)) { try File.replace(path("no/a"), with: []) }
    try FileManager.default.createDirectory(atPath: path("d"), withIntermediateDirectories: true)
    #expect(throws: SystemError(path("d"), EISDIR)) { try File.replace(path("d"), with: []) }
    #expect(try directory.contents() == ["d"])
  }

  @Test func temporaryFilesAreRemovedAndNoOthers() throws {
    let others = ["a", "a.1z141z4.new", "a.broken", "a.new", "a.x.y.new", "ab.1.new", "b.1z141z3.new"]
    for name in others + ["a.0.new", "a.1z141z3.new"] {
      try File.replace(path(name), with: bytes("x"))
    }
    symlink("a", path("link"))
    File.removeTemporaryFiles(of: path("link"))
    #expect(try directory.contents() == others + ["link"])
    File.removeTemporaryFiles(of: path("no/a"))
  }

  @Test func devicesAndPipesAreWrittenDirectly() throws {
    #expect(throws: SystemError("/dev/full", ENOSPC)) { try File.replace("/dev/full", with: bytes("x")) }
    #expect(status("/dev/full").st_mode & S_IFMT == S_IFCHR)
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    #expect(throws: SystemError(path("pipe"), ENXIO, "nothing reads this pipe")) {
      try File.replace(path("pipe"), with: bytes("x"))
    }
    // More than the pipe holds, so that the writer waits for the reader.
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
    let all = [UInt8](repeating: 7, count: 300_000)
    let thread = Thread { [path = path("pipe")] in try? File.replace(path, with: all) }
    thread.start()
    var (count, buffer) = (0, [UInt8](repeating: 0, count: 65536))
    var descriptor = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    while count < all.count, poll(&descriptor, 1, 20_000) > 0 { count += max(0, read(reader, &buffer, buffer.count)) }
    #expect(count == all.count)
    close(reader)
    #expect(status(path("pipe")).st_mode & S_IFMT == S_IFIFO)
  }

  /// For example, standard output may be redirected to a file that was deleted.
  @Test func deletedOpenFileIsWrittenDirectly() throws {
    let fd = open(path("a"), O_RDWR | O_CREAT, 0o600)
    defer { close(fd) }
    unlink(path("a"))
    try File.replace("/proc/self/fd/\(fd)", with: bytes("one"))
    var buffer = [UInt8](repeating: 0, count: 9)
    #expect(pread(fd, &buffer, 9, 0) == 3 && buffer.starts(with: bytes("one")))
    #expect(try directory.contents() == [])
  }
}
