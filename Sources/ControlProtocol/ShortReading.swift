import JSON

/// A reading in a status, an event or a list, which doesn't have all lines of a long one. `ctl get` prints it whole.
package struct ShortReading {
  /// The maximum length in characters.
  private static let maximumLength = 1000

  package let json: JSONValue
  /// `"cut": true` if it is cut.
  package let additionalMembers: [JSONMembers.Member]

  package init(_ reading: String) {
    let scalars = reading.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: Self.maximumLength, limitedBy: scalars.endIndex)
    guard let end, end < scalars.endIndex else {
      (json, additionalMembers) = (.string(reading), [])
      return
    }
    (json, additionalMembers) = (.string(String(scalars[..<end])), [("cut", true)])
  }
}
