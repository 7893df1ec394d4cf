import Foundation
import Testing

extension RunningKiosk {
  /// Changes what the kernel gives the running program: a prlimit(1) option, such as `--nofile=3:`.
  func limit(_ option: String) throws {
    let change = Process()
    change.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
    change.arguments = ["--pid", "\(process.processIdentifier)", option]
    try change.run()
    change.waitUntilExit()
    try #require(change.terminationStatus == 0)
  }
}

/// The log of a program that runs, read as it comes.
final class KioskLog {
  /// For the program to write to.
  let pipe = Pipe()
  private var text = ""

  /// Returns once the program has said something, and fails when it ends before that.
  func wait(for part: String, of kiosk: RunningKiosk) throws {
    try eventually(part) {
      var descriptor = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      if poll(&descriptor, 1, 0) > 0 {
        text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      }
      try #require(kiosk.process.isRunning, "it died; \(text)")
      return text.contains(part)
    }
  }
}
