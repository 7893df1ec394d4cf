import Foundation
import TestSupport
import Testing

@testable import PanelKit

/// A log whose lines a test reads.
final class LogPipe {
  let log: Log
  private let pipe = Pipe()
  private let reader: LineReader
  private var received: [String] = []

  init(level: Log.Level = .notice) {
    log = Log(level: level, fd: pipe.fileHandleForWriting.fileDescriptor)
    reader = LineReader(pipe.fileHandleForReading.fileDescriptor)
  }

  /// All lines so far, without the program's name.
  var lines: [String] {
    received += reader.available().map { String($0.dropFirst("cube-kiosk: ".count)) }
    return received
  }

  func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
}

extension EventLoop {
  /// Runs until a condition holds.
  func run(within seconds: Double = 20, until condition: () -> Bool) throws {
    let end = EventLoop.now + UInt64(clamping: seconds * 1e9)
    while !condition(), EventLoop.now < end { try runOnce(timeout: 20_000_000) }
    #expect(condition())
  }
}
