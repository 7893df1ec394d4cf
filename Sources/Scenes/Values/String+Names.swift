extension String {
  /// Replaces names in braces, such as `{heat}` or `{line.id}`, in one pass: braces in a replacement stay.
  ///
  /// `${name}` and `{{name}}` stay, because shells and template languages use them.
  ///
  /// - Parameter replacement: returns the text for a name; `nil` to keep the name and its braces.
  public func replacingNames<Failure: Error>(
    _ replacement: (String) throws(Failure) -> String?
  ) throws(Failure) -> String {
    var (result, rest) = (UnicodeScalarView(), unicodeScalars[...])
    var previous: Unicode.Scalar?
    while let scalar = rest.popFirst() {
      if scalar == "{", previous != "$", previous != "{",
        let end = rest.prefix(LiveText.maximumReferenceLength + 1).firstIndex(of: "}"),
        case let name = String(rest[..<end]), LiveText.isReference(name), let text = try replacement(name)
      {
        result += text.unicodeScalars
        rest = rest[rest.index(after: end)...]
        previous = "}"
      } else {
        result.append(scalar)
        previous = scalar
      }
    }
    return String(result)
  }

  /// The names in braces that `replacingNames` would replace, in the order of the text.
  public var namesInBraces: [String] {
    var names: [String] = []
    _ = replacingNames {
      names.append($0)
      return nil
    }
    return names
  }
}
