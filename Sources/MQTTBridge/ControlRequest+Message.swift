import ControlProtocol
import JSON

extension ControlRequest {
  /// The maximum length of a payload, in bytes: it fits into a request of 64 KiB also if each character is escaped.
  private static let maximumPayload = 32_000

  /// Reads a message of an MQTT client. The errors have the topic as their file.
  init(_ message: BrokerConnection.Message, _ topics: Topics, permitsScreenshots: Bool) throws(Diagnostic) {
    let topic = message.topic
    guard let text = Self.text(message.payload) else {
      throw Diagnostic(topic, "expected a text of at most \(Self.maximumPayload) bytes, without control characters")
    }
    // The broker sends a retained message at each start. It would win over what visitors did since.
    guard !message.isRetained else { throw Diagnostic(topic, "a retained message is ignored") }
    if topic.hasPrefix(topics.set("")) {
      self = .set([Assignment(String(topic.dropFirst(topics.set("").count)), text)], line: nil)
      return
    }
    switch (topic, text) {
    case (topics.press, _):
      guard text.hasPrefix("{") else {
        self = .press(address: text, line: nil)
        return
      }
      let request = try LocatedJSON(value: JSONValue.read(Array(text.utf8), name: topic), file: topic).object()
      if let face = request["face"] {
        self = .pressOnFace(try face.integer(1...6), button: try request.required("button").string())
      } else {
        self = .press(address: try request.required("press").string(), line: try request["line"]?.string())
      }
    case (topics.page, _): self = .scene(text)
    case (topics.message, _) where text.hasPrefix("{"):
      self = .message(json: try JSONValue.read(Array(text.utf8), name: topic).singleLine)
    case (topics.message, _):
      let lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
      self.init(.message, lines.isEmpty ? [text] : lines)
    case (topics.command, "wake"): self = .wake
    case (topics.command, "sleep"): self = .sleep
    case (topics.command, "screenshot") where permitsScreenshots: self = .screenshot
    default: throw Diagnostic(topic, "unknown command '\(text.shortened(to: 40))'")
    }
  }

  /// Returns a payload's text, with newlines between its lines; `nil` if it isn't printable.
  private static func text(_ payload: [UInt8]) -> String? {
    guard payload.count <= maximumPayload, var text = String(validating: payload, as: UTF8.self) else { return nil }
    text = text.replacing("\r\n", with: "\n")
    if text.hasSuffix("\n") { text.removeLast() }
    return text.unicodeScalars.allSatisfy { $0.isPrintable || $0 == "\n" } ? text : nil
  }
}
