import PanelSystem

// The settings of an adapter's configuration.

extension JSONObject {
  /// Reads a member. Returns `nil` if it is missing, or after an error.
  ///
  /// - Parameters:
  ///   - name: The member's name.
  ///   - other: A member without which this one is an error.
  ///   - errors: Receives the error.
  ///   - convert: Converts the member.
  package func read<Value>(
    _ name: String, needs other: String? = nil, _ errors: inout [Diagnostic],
    _ convert: (LocatedJSON) -> () throws(Diagnostic) -> Value
  ) -> Value? {
    guard let member = self[name] else { return nil }
    var value: Value?
    errors.collect { () throws(Diagnostic) in
      if let other, self[other] == nil {
        throw json.diagnostic(found: "\(name) without \(other)", expected: "both")
      }
      value = try convert(member)()
    }
    return value
  }
}

extension LocatedJSON {
  package func nonEmptyString() throws(Diagnostic) -> String {
    let text = try string()
    guard !text.isEmpty, text.unicodeScalars.allSatisfy(\.isPrintable) else { throw diagnostic(expected: "a text") }
    return text
  }

  /// Returns the absolute path of a file that can be read.
  package func readableFile() throws(Diagnostic) -> String {
    _ = try contents()
    return resolved(try string())
  }

  /// Returns the first line of a file. Windows programs may end it with CR LF, and start the file with a byte order mark.
  ///
  /// - Parameter content: The name of the content in errors, such as `a password`.
  package func firstLine(_ content: String) throws(Diagnostic) -> String {
    let line = try contents().prefix { $0 != UInt8(ascii: "\n") }
    var text = String(validating: line, as: UTF8.self) ?? ""
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    if text.hasSuffix("\r") { text.removeLast() }
    guard !text.isEmpty else { throw diagnostic(expected: "a file with \(content) in its first line, in UTF-8") }
    return text
  }

  private func contents() throws(Diagnostic) -> [UInt8] {
    let path = try nonEmptyString()
    do throws(SystemError) {
      return try File.read(resolved(path), upTo: 1 << 20)
    } catch {
      throw diagnostic(found: "'\(path)' (\(error.reason))", expected: "a file that this user can read")
    }
  }
}
