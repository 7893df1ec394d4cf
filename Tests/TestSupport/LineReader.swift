import Foundation

/// Reads lines from a descriptor, with a timeout.
package final class LineReader {
  private let descriptor: Int32
  private var bytes = Data()
  /// The lines that were received and not read yet.
  private var lines: [String] = []
  /// The latest lines, for error messages.
  private var recent: [String] = []
  private var isAtEnd = false

  /// - Parameter descriptor: The descriptor to read. It must stay open as long as the reader is used.
  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Returns the next line that matches, without its line break, and drops the lines before it.
  ///
  /// - Parameter description: The expected line in words, for the error after a timeout.
  /// - Returns: `nil` at the end of the input.
  package func next(
    _ description: String = "a line", within seconds: Double = 20,
    where matches: (String) throws -> Bool = { _ in true }
  ) throws -> String? {
    guard let index = try wait(for: description, within: seconds, where: matches) else { return nil }
    defer { lines.removeSubrange(...index) }
    return lines[index]
  }

  /// Waits for a line that matches, and keeps all lines.
  ///
  /// - Returns: The line's index; `nil` at the end of the input.
  @discardableResult package func wait(
    for description: String, within seconds: Double = 20, where matches: (String) throws -> Bool
  ) throws -> Int? {
    // Sanitizers slow the program down.
    let seconds = Sanitizer.timeout(seconds)
    let end = Date().addingTimeInterval(seconds)
    var index = 0
    while true {
      while index < lines.count {
        if try matches(lines[index]) { return index }
        index += 1
      }
      if isAtEnd { return nil }
      guard receive(waiting: end.timeIntervalSinceNow) else {
        throw TestFailure(
          "\(description): not within \(seconds) s; the latest lines: \(recent.joined(separator: "\n"))")
      }
    }
  }

  /// Returns the lines that can be read without waiting.
  package func available() -> [String] {
    while !isAtEnd, receive(waiting: 0) {}
    defer { lines = [] }
    return lines
  }

  /// True if there is a line, a part of one, or the end of the input.
  package var hasInput: Bool { !lines.isEmpty || !bytes.isEmpty || isAtEnd || isReadable(within: 0) }

  /// Returns all bytes until the end of the input.
  package func rest() -> Data {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    isAtEnd = true
    defer { (lines, bytes) = ([], Data()) }
    return Data(lines.map { $0 + "\n" }.joined().utf8) + bytes
  }

  private func isReadable(within seconds: Double) -> Bool {
    var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, Int32(max(0, seconds) * 1000)) > 0
  }

  /// - Returns: `false` if nothing came in time.
  private func receive(waiting seconds: Double) -> Bool {
    guard isReadable(within: seconds) else { return false }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(descriptor, &buffer, buffer.count)
    if count <= 0 { isAtEnd = true }
    bytes += buffer[..<max(0, count)]
    let parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    bytes = Data(parts.last ?? Data())
    let received = parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
    lines += received
    recent = (recent + received).suffix(30)
    return true
  }
}
