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
  }

  @Test func writesReplacementAndRemovalAreNoticed() throws {
    let (file, other) = (directory.file("a"), directory.file("b"))
    let loop = try EventLoop()
    var calls = 0
    let watch = try loop.addFileWatch(file) { calls += 1 }
    // Twenty writes in a row cause one call, or a few on a slow machine.
    for _ in 1...2 {
      calls = 0
      for step in 1...20 {
        try "\(step)".write(toFile: file, atomically: false, encoding: .utf8)
        for _ in 0..<2 { try loop.runOnce(timeout: 2_000_000) }
      }
      try run(loop, within: observationTime) { false }
      #expect((1...10).contains(calls), "\(calls)")
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

  @Test func errorNamesTheDirectory() throws {
    let loop = try EventLoop()
    #expect(throws: SystemError("/nonexistent", ENOENT)) { _ = try loop.addFileWatch("/nonexistent/a") {} }
  }

  @Test func continuousWritesAreNoticed() throws {
    let file = directory.file("a")
    let loop = try EventLoop()
    var calls = 0
    let watch = try loop.addFileWatch(file) { calls += 1 }
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
    let watch = try loop.addFileWatch(file, watchesAncestors: true) { calls += 1 }
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
