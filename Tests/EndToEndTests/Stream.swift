import Foundation

/// A program that writes lines for as long as it runs, and what it has written so far.
final class Stream {
  let process = Process()
  private let output = Pipe()
  private var buffer = Data()

  init(_ words: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = Program.environment(environment)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.runUnblocked()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    // Also of one that is at its end: a Process that nobody waited for is never let go.
    process.waitUntilExit()
  }

  /// The next line that matches, without its end.
  @discardableResult
  func line(_ what: String, within seconds: Double = 20, where matches: (String) -> Bool = { _ in true }) throws
    -> String
  {
    let seconds = Sanitizer.patience(seconds)
    let end = Date().addingTimeInterval(seconds)
    while true {
      while let newline = buffer.firstIndex(of: 0x0A) {
        let line = String(decoding: buffer[buffer.startIndex..<newline], as: UTF8.self)
        buffer.removeSubrange(buffer.startIndex...newline)
        if matches(line) { return line }
      }
      let fd = output.fileHandleForReading.fileDescriptor
      var descriptor = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
      let wait = end.timeIntervalSinceNow
      guard wait > 0, poll(&descriptor, 1, Int32(wait * 1000) + 1) > 0 else {
        throw RigFailure(description: "\(what): not within \(seconds) s")
      }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw RigFailure(description: "the program ended before: \(what)") }
      buffer += data
    }
  }

  /// Waits for a line that matches; those that came before it are still to be read.
  func wait(_ what: String, within seconds: Double = 20, for matches: (String) -> Bool) throws {
    var before = ""
    defer { buffer = Data(before.utf8) + buffer }
    try line(what, within: seconds) { line in
      if matches(line) { return true }
      before += line + "\n"
      return false
    }
  }

  /// The next line that matches, as an object.
  @discardableResult
  func object(_ what: String, where matches: ([String: Any]) -> Bool = { _ in true }) throws -> [String: Any] {
    var found: [String: Any] = [:]
    try line(what) { line in
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], matches(object)
      else { return false }
      found = object
      return true
    }
    return found
  }

  /// Reads no more, as one who went.
  func closeOutput() throws { try output.fileHandleForReading.close() }
}
