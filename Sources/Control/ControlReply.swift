import ControlProtocol
import JSON

/// The reply to a request.
struct ControlReply {
  private let json: JSONValue
  /// The data whose length the line announces.
  private let data: [UInt8]
  /// The events to send after the reply; `nil` to send none.
  let events: EventQueue?
  /// The prefix that the client serves from now on; `nil` for other requests.
  let prefix: String?

  init(
    _ line: JSONValue = ["ok": true], data: [UInt8] = [], events: EventQueue? = nil, serving prefix: String? = nil
  ) {
    (json, self.data, self.events, self.prefix) = (line, data, events, prefix)
  }

  /// The line, including the newline.
  var line: String { json.singleLine + "\n" }
  /// The line, followed by the data.
  var bytes: [UInt8] { Array(line.utf8) + data }

  /// - Parameter error: has a kind if it is a `Refusal` that clients may want to tell from others.
  init(refusing error: any Error) {
    let kind = (error as? Refusal)?.kind.map { [("kind", JSONValue.string($0.rawValue))] } ?? []
    self.init(.object(JSONMembers([("ok", .bool(false)), ("error", .string("\(error)"))] + kind)))
  }

  /// Returns the reply with the request's `id`; a reply without one is unchanged.
  func answering(_ id: JSONValue?) -> ControlReply {
    guard let id, case .object(let members) = json else { return self }
    return ControlReply(.object(JSONMembers([("id", id)] + members.all)), data: data, events: events, serving: prefix)
  }
}
