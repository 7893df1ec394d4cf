import JSON

/// The address of a button or a control: a page and a name in it, such as `home/open`.
///
/// A page is a scene file's name without `.json`, or `face1` to `face6` for a face of the cube.
package struct Address: Hashable, CustomStringConvertible {
  package let page: String
  package let name: String

  package init(page: String, name: String) { (self.page, self.name) = (page, name) }

  /// - Parameters:
  ///   - text: `page/name`, or a name alone.
  ///   - home: the page of a name alone; `nil` if such names have no address.
  package init?(_ text: String, home: String?) {
    if let slash = text.firstIndex(of: "/") {
      (page, name) = (String(text[..<slash]), String(text[text.index(after: slash)...]))
    } else if let home {
      (page, name) = (home, text)
    } else {
      return nil
    }
  }

  package var description: String { "\(page)/\(name)" }

  /// Returns the page of a face of the cube.
  package static func page(ofFace number: Int) -> String { "face\(number)" }

  /// Returns the page of a scene file.
  package static func page(ofFile path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
  }
}

/// Something with an address, as `ctl list` reports it.
package struct Addressee {
  /// An `Address`, or the name of a page or a value.
  package let address: String
  /// `page`, `button`, a control's kind such as `slider`, `list` or `value`.
  package let kind: String
  /// The text, the reading or the phase that it shows now; `nil` for none.
  package let state: String?
  /// A button's title; `nil` for others.
  let title: String?
  /// True if a finger has to hold the button. A press by its address acts at once.
  let needsHold: Bool
  /// True for a button or a control in the rows of a list, whose line follows the address.
  package let needsLine: Bool
  /// True if the state is a reading that may be wrong by now.
  package let isStale: Bool
  /// The adapter's reason why the value is stale; `nil` for none.
  let staleReason: String?
  /// True for a control that shows its value but can't be changed now.
  let isDisabled: Bool

  package init(
    _ address: String, kind: String, state: String?, title: String? = nil, needsHold: Bool = false,
    needsLine: Bool = false, isStale: Bool = false, staleReason: String? = nil, isDisabled: Bool = false
  ) {
    (self.address, self.kind, self.state) = (address, kind, state)
    (self.title, self.needsHold, self.needsLine) = (title, needsHold, needsLine)
    (self.isStale, self.staleReason, self.isDisabled) = (isStale, staleReason, isDisabled)
  }

  /// The members that don't change while the panel runs, for the status.
  package var constantMembers: [JSONMembers.Member] {
    var members: [JSONMembers.Member] = [("address", .string(address)), ("kind", .string(kind))]
    if let title { members.append(("title", .string(title))) }
    if needsHold { members.append(("hold", true)) }
    if needsLine { members.append(("line", true)) }
    return members
  }

  package var json: JSONValue {
    let reading = state.map(ShortReading.init)
    var members = constantMembers
    members.append(("state", reading?.json ?? .null))
    members += reading?.additionalMembers ?? []
    let flags = [("stale", isStale), ("disabled", isDisabled)].filter(\.1)
    members += flags.map { ($0.0, JSONValue.bool($0.1)) }
    if let staleReason { members.append(("because", .string(staleReason))) }
    return .object(JSONMembers(members))
  }
}
