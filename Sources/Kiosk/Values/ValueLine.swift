import PanelKit

/// A line that a value's source wrote, made fit to be shown.
enum ValueLine {
  /// In characters: as many as a text that is shown may have.
  static let longest = JSONPlace.longestText
  /// Of a line that is read, in bytes; the rest of a longer one is left out.
  static let mostBytes = 4096

  /// - Returns: `nil` for one that says nothing.
  static func text(_ bytes: some Sequence<UInt8>) -> String? {
    let text = Log.harmless(String(decoding: Array(bytes), as: UTF8.self).trimmed)
    return text.isEmpty ? nil : String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
  }
}

extension String {
  /// Without blanks at both ends.
  fileprivate var trimmed: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    let start = unicodeScalars.drop(while: isBlank)
    return String(Substring(start).unicodeScalars.reversed().drop(while: isBlank).reversed().map(Character.init))
  }
}

/// Takes lines out of bytes that come in pieces, and keeps no more than two of them.
struct LineCollector {
  enum Kept { case first, newest }

  let kept: Kept
  private var line: [UInt8]?
  private var part: [UInt8] = []

  init(_ kept: Kept) { self.kept = kept }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    switch kept {
    case .first:
      guard line == nil else { return }
      let end = bytes.firstIndex(of: 0x0A)
      append(bytes[..<(end ?? bytes.endIndex)])
      if end != nil { complete() }
    case .newest:
      guard let end = bytes.lastIndex(of: 0x0A) else { return append(bytes[...]) }
      if let start = bytes[..<end].lastIndex(of: 0x0A) {
        part.removeAll(keepingCapacity: true)
        append(bytes[(start + 1)..<end])
      } else {
        append(bytes[..<end])
      }
      complete()
      append(bytes[(end + 1)...])
    }
  }

  /// The line that is kept, once.
  mutating func take() -> String? {
    defer { line = nil }
    return line.flatMap(ValueLine.text)
  }

  /// The same where nothing more comes: what has no end is a line too.
  mutating func finish() -> String? {
    if line == nil, !part.isEmpty { complete() }
    return take()
  }

  private mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
    part.append(contentsOf: bytes.prefix(ValueLine.mostBytes - part.count))
  }

  private mutating func complete() {
    line = part
    part.removeAll(keepingCapacity: true)
  }
}
