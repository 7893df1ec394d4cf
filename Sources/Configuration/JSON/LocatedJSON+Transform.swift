import PanelGeometry

extension LocatedJSON {
  /// The maximum number of steps in a transform.
  static let maximumSteps = 100
  static let transformSteps = ["rotate", "rotateX", "rotateY", "rotateZ", "translate", "scale", "perspective"]

  /// Reads a transform: 16 numbers, or a list of steps, which are applied in order.
  func transform(_ errors: inout [Diagnostic]) throws(Diagnostic) -> Transform3D {
    guard case .array(let values) = value else {
      throw diagnostic(expected: "a list such as [{\"rotateY\": 30}, {\"translate\": [0, 0, 50]}], or 16 numbers")
    }
    if case .number? = values.first {
      guard values.count == 16 else { throw diagnostic(expected: "16 numbers, or a list such as [{\"rotateY\": 30}]") }
      return Transform3D(elements: try numbers(16))
    }
    guard values.count <= Self.maximumSteps else { throw diagnostic(expected: "at most \(Self.maximumSteps) steps") }
    var transform = Transform3D.identity
    for step in try array() { transform = transform.concatenating(try step.step(&errors)) }
    // The product of many valid steps can still exceed the limit.
    guard transform.elements.allSatisfy({ abs($0) <= Self.maximumNumber }) else {
      throw diagnostic(expected: "steps whose product has no number above \(Int(clamping: Self.maximumNumber))")
    }
    return transform
  }

  /// Reads a step: an object with one of the keys in `transformSteps`.
  private func step(_ errors: inout [Diagnostic]) throws(Diagnostic) -> Transform3D {
    guard let object = object(Self.transformSteps, &errors) else { return .identity }
    let presentKeys = Self.transformSteps.filter { object[$0] != nil }
    guard presentKeys.count == 1, let name = presentKeys.first, let json = object[name] else {
      throw diagnostic(expected: "one of \(Self.transformSteps.joined(separator: ", ")) in each step")
    }
    func rotation(_ x: Double, _ y: Double, _ z: Double) throws(Diagnostic) -> Transform3D {
      Transform3D(rotationAngle: try json.number() * .pi / 180, x: x, y: y, z: z)
    }
    switch name {
    case "rotateX": return try rotation(1, 0, 0)
    case "rotateY": return try rotation(0, 1, 0)
    case "rotate", "rotateZ": return try rotation(0, 0, 1)
    case "translate":
      let offset = try json.twoOrThree(expected: "2 or 3 numbers, in points", third: 0)
      return Transform3D(translationX: offset[0], y: offset[1], z: offset[2])
    case "scale":
      if case .number = json.value {
        let factor = try json.number()
        return Transform3D(scaleX: factor, y: factor, z: factor)
      }
      let factors = try json.twoOrThree(expected: "a number, or 2 or 3 of them", third: 1)
      return Transform3D(scaleX: factors[0], y: factors[1], z: factors[2])
    default:
      let distance = try json.number()
      guard distance >= 1 else { throw json.diagnostic(expected: "the eye's distance in points, 1 or more") }
      return Transform3D(perspectiveDistance: distance)
    }
  }

  /// Reads two or three numbers.
  ///
  /// - Parameter third: The third number if it is omitted.
  private func twoOrThree(expected: String, third: Double) throws(Diagnostic) -> [Double] {
    guard case .array(let values) = value, [2, 3].contains(values.count) else { throw diagnostic(expected: expected) }
    return try numbers(values.count) + (values.count == 2 ? [third] : [])
  }
}
