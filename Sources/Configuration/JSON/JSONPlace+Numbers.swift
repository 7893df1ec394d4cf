extension JSONPlace {
  /// The largest magnitude of a number in a file. Unlimited numbers could break the renderer.
  package static let largest = 1e7

  package func number(_ range: ClosedRange<Double> = -largest...largest) throws(Diagnostic) -> Double {
    guard case .number(let number) = value, range.contains(number) else {
      throw fault(range == -Self.largest...Self.largest ? "a number" : "a number from \(text(range))")
    }
    return number
  }

  /// Reads a whole number. A number with a fraction is a fault; it isn't rounded.
  package func integer(_ range: ClosedRange<Int>) throws(Diagnostic) -> Int {
    guard case .number(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
      throw fault("a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  package func numbers(_ count: Int) throws(Diagnostic) -> [Double] {
    guard case .array(let values) = value, values.count == count else { throw fault("\(count) numbers") }
    var numbers: [Double] = []
    for place in try array() { numbers.append(try place.number()) }
    return numbers
  }

  private func text(_ range: ClosedRange<Double>) -> String {
    "\(JSONValue.number(range.lowerBound).found) to \(JSONValue.number(range.upperBound).found)"
  }
}
