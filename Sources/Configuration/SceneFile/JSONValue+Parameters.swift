import Scenes

/// The parameters of templates, `${name}` in texts.
extension JSONValue {
  /// The parameters in the texts and the names of the members, except in comments.
  var parameterNames: [String] {
    switch self {
    case .string(let text): text.parameterNames
    case .array(let values): values.flatMap(\.parameterNames)
    case .object(let members):
      members.all.flatMap { $0.name.hasPrefix("//") ? [] : $0.name.parameterNames + $0.value.parameterNames }
    default: []
    }
  }

  /// Returns the value with arguments in place of parameters. A text that is only a parameter becomes the argument.
  ///
  /// - Parameter size: The remaining bytes, from which those of the value are subtracted; negative if they don't suffice.
  func replacingParameters(
    _ arguments: JSONObject, _ size: inout Int
  ) throws(Diagnostic) -> JSONValue {
    size -= 16
    guard size >= 0 else { return .null }
    switch self {
    case .string(let text):
      if let name = text.soleParameter, let argument = arguments[name] {
        size -= argument.value.expandedSize
        return argument.value
      }
      return .string(try text.replacingParameters(arguments, &size))
    case .array(let values):
      var result: [JSONValue] = []
      for value in values { result.append(try value.replacingParameters(arguments, &size)) }
      return .array(result)
    case .object(let members):
      var result: [JSONMembers.Member] = []
      for (name, value) in members.all where !name.hasPrefix("//") {
        result.append(
          (try name.replacingParameters(arguments, &size), try value.replacingParameters(arguments, &size)))
      }
      return .object(JSONMembers(result))
    default: return self
    }
  }

  private var expandedSize: Int {
    switch self {
    case .string(let text): 16 + text.utf8.count
    case .array(let values): values.reduce(16) { $0 + $1.expandedSize }
    case .object(let members): members.all.reduce(16) { $0 + $1.name.utf8.count + $1.value.expandedSize }
    default: 16
    }
  }
}

extension String {
  fileprivate var parameterNames: [String] {
    var names: [String] = []
    _ = replacingParameters {
      names.append($0)
      return ""
    }
    return names
  }

  /// The parameter that is the whole text, such as `${count}`; `nil` for other texts.
  fileprivate var soleParameter: String? {
    guard hasPrefix("${"), hasSuffix("}"), case let name = String(dropFirst(2).dropLast()), LiveText.isName(name) else {
      return nil
    }
    return name
  }

  fileprivate func replacingParameters(_ arguments: JSONObject, _ size: inout Int) throws(Diagnostic) -> String {
    size -= utf8.count
    return try replacingParameters { name throws(Diagnostic) in
      guard size >= 0, let argument = arguments[name] else { return "" }
      var text = ""
      switch argument.value {
      case .string(let string): text = string
      case .number, .bool: text = try argument.reading()
      default: throw argument.diagnostic(expected: "a text, a number, true or false, for a part of a text")
      }
      size -= text.utf8.count
      return text
    }
  }

  /// Replaces each `${name}`. `$${` is a literal `${`.
  private func replacingParameters<Failure: Error>(
    _ replacement: (String) throws(Failure) -> String
  ) throws(Failure) -> String {
    var (result, rest) = (UnicodeScalarView(), unicodeScalars[...])
    while let scalar = rest.popFirst() {
      if scalar == "$", rest.starts(with: "${".unicodeScalars) {
        result += rest.prefix(2)
        rest.removeFirst(2)
      } else if scalar == "$", rest.first == "{", let end = rest.firstIndex(of: "}"),
        case let name = String(rest[..<end].dropFirst()), LiveText.isName(name)
      {
        result += try replacement(name).unicodeScalars
        rest = rest[rest.index(after: end)...]
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
