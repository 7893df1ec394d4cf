import Foundation
import PanelEvents
import PanelSystem
import TestSupport
import Testing

@Suite struct FileWatchTests {
  private let directory = try! TemporaryDirectory()

  /// The time to wait for calls that must not occur, in nanoseconds.
  private let observationTime: UInt64 = 400_000_000

  /// Runs the loop until the condition holds or the time is over.
  private func run(_ loop: EventLoop, within limit: UInt64 = 20_000_000_000, until condition: () -> Bool) throws {
    let end = EventLoop.now + limit
    while !condition(), EventLoop.now < end { try loop.runOnce(timeout: 20_000_000) }
    // On a busy machine, the time may be over with events that wait.
    while try !condition() && loop.runOnce(timeout: 0) {}
  }

  @Test func writesReplacementAndRemovalAreNoticed() throws {
    let (file, other) = (directory.file("a"), directory.file("b"))
    let loop = try EventLoop()
    var calls = 0
    let watch = try loop.addFileWatch([file]) { calls += 1 }
    // Twenty writes in a row cause one call, and on a busy machine one more for each pause and each half second.
    for _ in 1...2 {
      calls = 0
      var pauses = 0
      let start = EventLoop.now
      for step in 1...20 {
        let before = EventLoop.now
        try "\(step)".write(toFile: file, atomically: false, encoding: .utf8)
        for _ in 0..<2 { try loop.runOnce(timeout: 2_000_000) }
        if EventLoop.now - before > 40_000_000 { pauses += 1 }
      }
      let halfSeconds = Int((EventLoop.now - start) / 500_000_000)
      try run(loop, within: observationTime) { false }
      #expect((1...1 + pauses + halfSeconds).contains(calls), "\(calls) with \(pauses) pauses, \(halfSeconds)")
    }
    calls = 0
    // Other files are ignored.
    try "x".write(toFile: other, atomically: false, encoding: .utf8)
    try run(loop, within: observationTime) { false }
    #expect(calls == 0)
    rename(other, file)
    try run(loop) { calls > 0 }
    #expect(calls == 1)
    unlink(file)
    try run(loop) { calls > 1 }
    #expect(calls == 2)
    withExtendedLifetime(watch) {}
  }

  /// A watch, and the calls of its handler.
  private final class Watch {
    let loop: EventLoop
    var watch: FileWatch?
    private(set) var calls = 0

    init(_ paths: String...) throws {
      loop = try EventLoop()
      watch = try loop.addFileWatch(paths) { [unowned self] in calls += 1 }
    }

    func expectCall(_ comment: Comment, after change: () throws -> Void) throws {
      calls = 0
      try change()
      let end = EventLoop.now + 10_000_000_000
      while calls == 0, EventLoop.now < end { try loop.runOnce(timeout: 20_000_000) }
      #expect(calls > 0, comment)
    }
  }

  private func write(_ name: String) throws { try directory.write("x", to: name, atomically: false) }

  private func move(_ old: String, to new: String) { rename(directory.file(old), directory.file(new)) }

  private func link(_ name: String, to target: String) { symlink(target, directory.file(name)) }

  /// Files are deployed by a link to the directory of a release, which is replaced.
  @Test func linksToDirectoriesAreFollowed() throws {
    for name in ["1/etc/a", "2/etc/a", "3/etc/a"] { try write(name) }
    link("current", to: "1")
    let watch = try Watch(directory.file("current/etc/a"))
    try watch.expectCall("the first release") { try write("1/etc/a") }
    link("next", to: directory.file("2"))
    try watch.expectCall("an atomic change of the link") { move("next", to: "current") }
    try watch.expectCall("the second release") { try write("2/etc/a") }
    try watch.expectCall("a new link") {
      unlink(directory.file("current"))
      link("current", to: "3")
    }
    try watch.expectCall("the third release") { try write("3/etc/a") }
  }

  @Test func linksToFilesAreFollowed() throws {
    try write("data/b")
    link("data/a", to: "../data/b")
    link("a", to: "data/a")
    let watch = try Watch(directory.file("a"))
    try watch.expectCall("the target") { try write("data/b") }
    try write("c")
    try watch.expectCall("a new target") {
      link("next", to: "../c")
      move("next", to: "data/a")
    }
    try watch.expectCall("the new target's content") { try write("c") }
    // An endless chain of links ends nowhere.
    try watch.expectCall("a loop") {
      link("next", to: "../a")
      move("next", to: "data/a")
    }
  }

  @Test func swappedDirectoriesAreNoticed() throws {
    try write("x/y/a")
    try write("new/y/a")
    let watch = try Watch(directory.file("x/y/a"))
    try watch.expectCall("another directory") {
      move("x", to: "old")
      move("new", to: "x")
    }
    try watch.expectCall("the new file") { try write("x/y/a") }
    try watch.expectCall("the old directory") {
      move("x", to: "new")
      move("old", to: "x")
    }
    try watch.expectCall("the old file") { try write("x/y/a") }
  }

  /// A file in place of a directory, and a link without a target.
  @Test func waysThatEndEarlyAreFollowedLater() throws {
    try write("x")
    link("l", to: "nowhere/b")
    let watch = try Watch(directory.file("x/y/a"), directory.file("l"), "/nonexistent/a")
    #expect(watch.watch?.failure == nil)
    try watch.expectCall("a directory in place of the file") {
      unlink(directory.file("x"))
      try write("x/y/a")
    }
    try watch.expectCall("the file") { try write("x/y/a") }
    try watch.expectCall("the link's target") { try write("nowhere/b") }
    try watch.expectCall("a link instead of a write") {
      unlink(directory.file("x/y/a"))
      link("x/y/a", to: "../../nowhere/b")
    }
  }

  /// The kernel drops events if the panel doesn't read them.
  @Test func overflowCountsAsAChange() throws {
    try write("a")
    let watch = try Watch(directory.file("a"))
    let text = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let limit = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 16384
    try watch.expectCall("an overflow") {
      for number in 0...limit {
        close(open(directory.file("b\(number % 2)"), O_WRONLY | O_CREAT, 0o600))
      }
      try write("a")
    }
  }

  /// Root can list every directory.
  @Test(.enabled(if: geteuid() != 0, "runs as root")) func directoriesThatCannotBeListedAreReported() throws {
    let (inner, file) = (directory.file("x"), directory.file("x/a"))
    try write("x/a")
    chmod(inner, 0o100)
    let watch = try Watch(file)
    #expect(watch.watch?.failure == SystemError(inner, EACCES))
    chmod(inner, 0)
    watch.watch?.paths = [file]
    #expect(watch.watch?.failure == nil)
    try watch.expectCall("permission") { chmod(inner, 0o700) }
    try watch.expectCall("the file") { try write("x/a") }
    try watch.expectCall("an unreadable file") {
      chmod(file, 0)
      try write("x/b")
      move("x/b", to: "x/a")
    }
  }

  @Test func continuousWritesAreNoticed() throws {
    let file = directory.file("a")
    let loop = try EventLoop()
    var calls = 0
    let watch = try loop.addFileWatch([file]) { calls += 1 }
    let end = EventLoop.now + 10_000_000_000
    while calls == 0, EventLoop.now < end {
      try "x".write(toFile: file, atomically: false, encoding: .utf8)
      try loop.runOnce(timeout: 5_000_000)
    }
    #expect(calls == 1)
    withExtendedLifetime(watch) {}
  }

  @Test func changesOfAncestorDirectoriesAreNoticed() throws {
    let (outer, inner, file) = (directory.file("x"), directory.file("x/b/c"), directory.file("x/b/c/a"))
    let loop = try EventLoop()
    var calls = 0
    let watch = try loop.addFileWatch([file]) { calls += 1 }
    func expectCall() throws {
      try run(loop) { calls > 0 }
      #expect(calls > 0)
      calls = 0
    }
    for _ in 1...3 {
      // The file itself doesn't exist yet.
      for change in [
        { try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true) },
        { try FileManager.default.removeItem(atPath: inner) },
        { try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true) },
      ] as [() throws -> Void] {
        try change()
        try expectCall()
      }
      try "x".write(toFile: file, atomically: false, encoding: .utf8)
      try expectCall()
      try FileManager.default.removeItem(atPath: outer)
      try expectCall()
    }
    withExtendedLifetime(watch) {}
  }
}
