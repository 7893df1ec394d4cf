/// Cuts a text that is longer than any panel can show. It then ends with an ellipsis.
///
/// A text can show a long reading of a value many times, and Pango's time grows with the square of the number of lines
/// or tabs: 20,000 of them take seconds.
public struct TextLimit {
  /// The maximum number of characters (Unicode scalars) of a text. They fill a page.
  public static let maximumCharacters = 2000
  /// The maximum number of lines of a text, before long lines wrap.
  public static let maximumLines = 200

  private var (characters, lines) = (0, 1)
  /// True once a part was cut.
  private(set) var isExceeded = false

  public init() {}

  /// Returns as much of the next part of a text as the limit permits.
  public mutating func prefix(of part: String) -> String {
    let scalars = part.unicodeScalars
    for index in scalars.indices where !isExceeded {
      characters += 1
      if scalars[index].isLineBreak { lines += 1 }
      guard characters > Self.maximumCharacters || lines > Self.maximumLines else { continue }
      isExceeded = true
      return String(scalars[..<index]) + "…"
    }
    return isExceeded ? "" : part
  }
}

extension Unicode.Scalar {
  fileprivate var isLineBreak: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
