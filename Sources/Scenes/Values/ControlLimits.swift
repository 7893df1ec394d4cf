/// The texts that a control sets its value to.
public enum ControlLimits: Equatable, Sendable {
  /// Those of a switch.
  case texts([String])
  /// Those of a field: at most this number of characters.
  case characters(Int)
  /// Those of a keypad: at most this number of digits.
  case digits(Int)
  /// The numbers of a slider or a stepper: every step from the lowest one, and the highest one.
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

extension SceneDescription.ControlDescription {
  /// Returns the texts that the control sets its value to; `nil` for a control that only shows it.
  ///
  /// - Parameter definition: the value's, whose range and step a slider or a stepper has by default.
  public func limits(for definition: ValueDefinition?) -> ControlLimits? {
    switch kind {
    case .switch: .texts([off, on])
    case .keypad: .digits(digits)
    case .slider, .stepper: .numbers(settableRange(for: definition), step: step(for: definition))
    case .field where entry.kind == .number: .characters(20)
    case .field:
      entry.isSecure
        ? nil
        : .characters(Int(clamping: entry.maximum ?? Double(SceneDescription.EntryDescription.defaultMaximumLength)))
    case .gauge, .progress, .search: nil
    }
  }

  /// Returns the range that a slider or a stepper sets.
  func settableRange(for definition: ValueDefinition?) -> ClosedRange<Double> {
    // A control with one end of a range had the other of 0...100 before adapters could describe values.
    let range = self.minimum == nil && maximum == nil ? definition?.range ?? 0...100 : 0...100
    let minimum = self.minimum ?? range.lowerBound
    return minimum...max(minimum, maximum ?? range.upperBound)
  }

  func step(for definition: ValueDefinition?) -> Double { step ?? definition?.step ?? 1 }
}
