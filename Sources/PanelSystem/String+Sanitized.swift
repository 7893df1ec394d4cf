extension String {
  /// The text for the journal, a terminal or systemd. Characters that could forge lines, control a terminal or reverse
  /// the text direction are replaced with U+FFFD.
  public var sanitized: String {
    guard unicodeScalars.contains(where: { !$0.isPrintable }) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(scalar.isPrintable ? scalar : "\u{FFFD}") }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// False for control characters except the tab, for line and paragraph separators, and for bidirectional controls.
  public var isPrintable: Bool {
    switch value {
    case 0x09: true
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}
