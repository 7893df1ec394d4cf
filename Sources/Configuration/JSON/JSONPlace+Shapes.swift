import Geometry
import Raster

extension JSONPlace {
  /// Reads a color: "#35B68B", "#35B68B80" with alpha, or an array of four numbers from 0 to 1.
  func color() throws(Diagnostic) -> Color {
    if case .array = value {
      let n = try numbers(4)
      guard n.allSatisfy((0...1).contains) else { throw fault("red, green, blue, alpha from 0 to 1") }
      return Color(n[0], n[1], n[2], n[3])
    }
    guard case .string(let text) = value, text.hasPrefix("#"), [7, 9].contains(text.utf8.count),
      text.utf8.dropFirst().allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let hex = UInt32(text.dropFirst(), radix: 16)
    else { throw fault("a colour such as \"#35B68B\", with an alpha \"#35B68B80\", or 4 numbers from 0 to 1") }
    return text.utf8.count == 7
      ? Color(hex: hex) : Color(hex: hex >> 8).faded(Double(hex & 0xFF) / 255)
  }

  package func point() throws(Diagnostic) -> Point {
    let n = try numbers(2)
    return Point(n[0], n[1])
  }

  /// Whether the value is null.
  var isNull: Bool { if case .null = value { true } else { false } }
}
