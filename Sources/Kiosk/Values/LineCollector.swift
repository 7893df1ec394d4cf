import Configuration

/// Extracts the first line, the newest line or all lines from chunks of bytes. Of a longer line or text, only the first
/// `ValueLine.readBytes` are kept.
struct LineCollector {
  enum Mode: Equatable {
    case first, newest
    /// At most this many lines. If there is no output, the text is empty.
    case all(atMost: Int)
  }

  let mode: Mode
  private let maximumBytes: Int
  /// The collected line, until `take()` returns it.
  private var line: [UInt8]?
  /// The beginning of a line whose end hasn't arrived; in the mode `all`, the whole text.
  private var partial: [UInt8] = []

  init(_ mode: Mode) {
    self.mode = mode
    if case .all(let count) = mode {
      maximumBytes = ValueLine.readBytes(lines: count)
    } else {
      maximumBytes = ValueLine.readBytes(lines: 1)
    }
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    switch mode {
    case .first:
      guard line == nil else { return }
      let end = bytes.firstIndex(of: 0x0A)
      append(bytes[..<(end ?? bytes.endIndex)])
      if end != nil { complete() }
    case .all: append(bytes[...])
    case .newest:
      guard let end = bytes.lastIndex(of: 0x0A) else { return append(bytes[...]) }
      if let previousEnd = bytes[..<end].lastIndex(of: 0x0A) {
        partial.removeAll(keepingCapacity: true)
        append(bytes[(previousEnd + 1)..<end])
      } else {
        append(bytes[..<end])
      }
      complete()
      append(bytes[(end + 1)...])
    }
  }

  /// Returns the collected line, only once.
  mutating func take() -> String? {
    defer { line = nil }
    return line.flatMap(ValueLine.text)
  }

  /// Returns the collected line at the end of the input. An unterminated line counts.
  mutating func finish() -> String? {
    if case .all(let count) = mode { return ValueLine.text(partial, lines: count) ?? "" }
    if line == nil, !partial.isEmpty { complete() }
    return take()
  }

  private mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
    partial.append(contentsOf: bytes.prefix(maximumBytes - partial.count))
  }

  private mutating func complete() {
    line = partial
    partial.removeAll(keepingCapacity: true)
  }
}
