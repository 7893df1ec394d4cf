extension Log {
  /// A text for the journal, the terminal or systemd: what could forge lines, drive a terminal or turn the reading
  /// direction around is replaced.
  public static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { !$0.isHarmless }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(scalar.isHarmless ? scalar : "\u{FFFD}") }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// False for control characters but the tab, line and paragraph separators, and what turns the direction.
  public var isHarmless: Bool {
    switch value {
    case 0x09: true
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}
