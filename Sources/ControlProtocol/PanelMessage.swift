import JSON

/// A line of the panel, as a client reads it: an answer to a request, or an event.
package struct PanelMessage {
  package let members: JSONObject

  /// - Parameter name: the name of the connection, for errors.
  package init(_ line: String, from name: String) throws(Diagnostic) {
    members = try LocatedJSON(value: JSONValue.read(Array(line.utf8), name: name), file: name).object()
  }

  /// Whether the panel accepted the request; `nil` for an event.
  package var isAccepted: Bool? { if case .bool(let isAccepted)? = members.members["ok"] { isAccepted } else { nil } }

  /// The reason why the panel refused the request.
  package var refusal: String { members.members["error"]?.text ?? "refused" }
}
