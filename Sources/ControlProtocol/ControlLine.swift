import JSON

/// A line that a client has sent.
package struct ControlLine {
  /// The client's name for the request, a text or a number, which the answer repeats; `nil` if it gave none.
  package let id: JSONValue?
  private let content: Content

  private enum Content {
    case words([String])
    case object(JSONObject)
    case invalid(Diagnostic)
  }

  package init(_ text: String) {
    guard let first = text.first(where: { !$0.isWhitespace }) else {
      (id, content) = (nil, .invalid(Diagnostic("request", "expected JSON, found nothing")))
      return
    }
    guard first == "{" else {
      (id, content) = (nil, .words(text.split(whereSeparator: \.isWhitespace).map(String.init)))
      return
    }
    do throws(Diagnostic) {
      let json = LocatedJSON(value: try JSONValue.read(Array(text.utf8), name: "request"), file: "request")
      content = .object(try json.object())
    } catch {
      content = .invalid(error)
    }
    id = if case .object(let object) = content { Self.id(of: object) } else { nil }
  }

  private static func id(of object: JSONObject) -> JSONValue? {
    switch object.members["id"] {
    case .number(let number)?: .integerIfWhole(number)
    case .string(let text)?: .string(text)
    default: nil
    }
  }

  /// The line's object if it is no request, but a message of an adapter; otherwise `nil`.
  package var message: JSONObject? {
    guard case .object(let object) = content else { return nil }
    return object.members.keys.contains { $0 == "command" || ControlRequest.names.contains($0) } ? nil : object
  }

  /// - Parameter role: Of the client. Errors name only requests that it may send.
  /// - Throws: a `Diagnostic` or a `Refusal` that says what is expected.
  package func request(from role: ControlRole = .control) throws -> ControlRequest {
    switch content {
    case .invalid(let error): throw error
    case .object(let object): return try ControlRequest(object, from: role)
    case .words(let words):
      do throws(Refusal) {
        let (command, operands) = try ControlCommand.read(words, from: role)
        return ControlRequest(command, operands)
      } catch {
        throw Refusal("request: \(error)")
      }
    }
  }
}
