/// The texts that a control sets its value to.
public enum ControlLimits: Equatable, Sendable {
  /// Those of a switch.
  case texts([String])
  /// Those of a field: at most this number of characters.
  case characters(Int)
  /// Those of a keypad: at most this number of digits.
  case digits(Int)
  /// Those of a control of numbers: every step from the lowest one, and the highest one.
  case numbers(ClosedRange<Double>, step: Double)

  /// Returns whether the control can set its value to a text.
  public func accepts(_ text: String) -> Bool {
    switch self {
    case .texts(let texts): return texts.contains(text)
    case .characters(let count): return text.count <= count
    case .digits(let count):
      return 1...count ~= text.utf8.count && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    case .numbers(let range, let step):
      guard let number = ValueDefinition.number(text), range.contains(number) else { return false }
      let steps = (number - range.lowerBound) / step
      return number == range.upperBound || abs(steps - steps.rounded()) < 1e-6
    }
  }
}
