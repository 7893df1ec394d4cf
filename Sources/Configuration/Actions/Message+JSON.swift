import PanelText
import Scenes

extension Message {
  /// The keys of a message in a file.
  static let fields =
    fields(texts: .template, .sound, Button.fields) + [.optional("picture", \.picture, .adapterPicture)]

  private static func fields(
    texts: JSONFormat<LiveText>, _ sound: JSONFormat<String>, _ buttonFields: [JSONField<Button>]
  ) -> [JSONField<Self>] {
    [
      JSONField("title", \.title, texts), JSONField("text", \.text, texts, omittedIf: LiveText()),
      .optional("icon", \.icon, .icon(texts)), JSONField("id", \.id, .messageID, omittedIf: ""),
      .optional("seconds", \.seconds, .number(1...86400)),
      JSONField("urgency", \.urgency, .choice(), omittedIf: .normal),
      .optional("sound", \.sound, sound), JSONField("buttons", \.buttons, .buttons(buttonFields), omittedIf: []),
    ]
  }

  /// Reads the message of a client of the panel's sockets. Its texts have no values, and its buttons no actions: the client
  /// learns from an event which one was pressed.
  ///
  /// - Throws: the first error.
  package static func read(fromClient json: LocatedJSON) throws(Diagnostic) -> Message {
    var reader = DocumentReader()
    var message = Message(title: LiveText())
    let fields = fields(texts: .literal, .soundOfClient, [Button.titleField])
    if let object = json.object(fields.map(\.key), &reader.errors) {
      reader.read(object, into: &message, fields, required: ["title"])
    }
    if let error = reader.errors.first { throw error }
    // A file's icons are checked by check-config, a client's only here.
    if let icon = message.icon, let reason = IconFont.installed?.reasonForMissing(icon.template),
      let json = (try? json.object())?["icon"]
    {
      throw json.diagnostic(reason)
    }
    return message
  }

  /// Adds an error for each unknown value in the texts and in the actions of the buttons.
  func checkNames(_ json: LocatedJSON, _ reader: inout DocumentReader) {
    guard let object = try? json.object() else { return }
    for (key, text) in [("title", title), ("text", text), ("icon", icon ?? LiveText())] {
      guard let json = object[key] else { continue }
      reader.checkNames(in: text, at: json)
    }
    guard let elements = try? object["buttons"]?.array() else { return }
    for (button, json) in zip(buttons, elements) {
      guard let action = button.action, let json = (try? json.object())?["action"] else { continue }
      action.checkNames(json, &reader)
    }
  }
}

extension Message.Button {
  fileprivate static let titleField = JSONField<Self>("title", \.title, .text)
  fileprivate static let fields: [JSONField<Self>] = [titleField, .optional("action", \.action, .innerAction)]
}

extension JSONFormat<Message> {
  static let message = object({ Message(title: LiveText()) }, Message.fields, required: ["title"])
}

extension JSONFormat<[Message.Button]> {
  fileprivate static func buttons(_ fields: [JSONField<Message.Button>]) -> Self {
    array(
      of: .object({ Message.Button("") }, fields, required: ["title"]), count: 0...Message.maximumButtonCount,
      "at most \(Message.maximumButtonCount) buttons")
  }
}

extension JSONFormat<Action> {
  /// A button's action in a message, whose names the message's reader checks.
  fileprivate static let innerAction = Self(\.json) { json, reader throws(Diagnostic) in
    let action = try Action.read(json, &reader.errors)
    for case .message in action.steps { throw json.diagnostic(expected: "another action than a message") }
    return action
  }
}

extension JSONFormat<String> {
  fileprivate static let messageID = string("1 to 100 printable characters") {
    (1...100).contains($0.unicodeScalars.count) && $0.unicodeScalars.allSatisfy { $0.isPrintable }
  }
}

extension JSONFormat<LiveText> {
  /// A text with values in braces, whose names the message's reader checks.
  fileprivate static let template = Self(
    { .string($0.template) },
    read: { json, _ throws(Diagnostic) in
      let text = try json.text()
      do throws(LiveText.TemplateError) {
        return try LiveText(template: text)
      } catch {
        throw json.diagnostic(found: error.found, expected: error.expected)
      }
    })

  /// The name of an icon in a format of texts.
  fileprivate static func icon(_ texts: Self) -> Self {
    Self(texts.write) { json, reader throws(Diagnostic) in
      let name = try texts.read(json, &reader)
      guard !name.names.isEmpty || Icon(name.template).isValid else { throw json.diagnostic(expected: iconExpectation) }
      return name
    }
  }

  /// A text in which braces are literal.
  fileprivate static let literal = Self(
    { .string($0.template) }, read: { json, _ throws(Diagnostic) in LiveText(try json.text()) })
}
