import Configuration
import Scenes

/// The addresses in use, and what adapters sent last about them.
extension Adapters {
  struct ServedValue {
    let name: String
    /// The member's text in the file.
    let memberText: String
    let member: JSONPointer
    let lines: Int

    func text(in json: JSONValue) -> String? { member.value(in: json).flatMap { ValueLine.text(of: $0, lines: lines) } }
  }

  /// An address in use, and the adapter's last messages about it, which also apply to values that a reload adds.
  struct ServedAddress {
    var values: [ServedValue] = []
    /// `nil` without one, or if it is too large to be kept.
    var last: JSONValue?
    var hasValue = false
    var description: JSONObject?
    /// The reason why the last value may be wrong; `nil` if it isn't stale.
    var staleReason: String?
  }

  /// Finds the values of each address, and gives new values what their addresses had last.
  func findServedValues() {
    let old = served
    served = [:]
    for (name, definition) in sources.definitions {
      guard case .adapter(let address, let text) = definition.source, let member = JSONPointer(text) else { continue }
      let value = ServedValue(name: name, memberText: text, member: member, lines: definition.maximumLines)
      let known = old[address]
      served[address, default: known.map { ServedAddress(copying: $0) } ?? ServedAddress()].values.append(value)
      let wasServed = known?.values.contains {
        ($0.name, $0.memberText, $0.lines) == (name, value.memberText, value.lines)
      }
      guard let known, wasServed == false else { continue }
      // Its syntax was checked when it was received.
      if let description = try? known.description.map({ json throws(Diagnostic) in
        try Self.descriptions(json, of: [value])
      }) {
        sources.describe(description)
      }
      if let last = known.last { sources.receive([(name, value.text(in: last))]) }
      if let reason = known.staleReason { sources.markStale([name], because: reason) }
    }
  }
}

extension Adapters.ServedAddress {
  /// An address without its values.
  fileprivate init(copying old: Self) {
    self = old
    values = []
  }

  mutating func receive(_ json: JSONValue) {
    (last, hasValue, staleReason) = (json.isSmall ? json : nil, true, nil)
  }
}

extension JSONValue {
  /// Whether the value is kept for values that a reload adds. Larger ones would let adapters fill the memory.
  var isSmall: Bool {
    var rest = 16384
    return takeSize(from: &rest)
  }

  private func takeSize(from rest: inout Int) -> Bool {
    rest -= 32
    switch self {
    case .string(let text): rest -= text.utf8.count
    case .array(let elements): for element in elements where !element.takeSize(from: &rest) { return false }
    case .object(let members):
      for (name, value) in members.all {
        rest -= name.utf8.count
        guard value.takeSize(from: &rest) else { return false }
      }
    default: break
    }
    return rest >= 0
  }
}
