/// A protocol file's content, as far as it goes over the wire.
struct WireProtocol {
  var name: String
  var interfaces: [Interface] = []
}

struct Interface {
  var name: String
  var version: Int
  var summary: String
  var requests: [Message] = []
  var events: [Message] = []
  var enums: [Enumeration] = []
}

/// A request or an event. Its opcode is its place.
struct Message {
  var name: String
  var since: Int
  var isDestructor: Bool
  var summary: String
  var arguments: [Argument] = []

  /// As libwayland writes it: the version from which it is there, then a letter an argument.
  var signature: String {
    (since > 1 ? "\(since)" : "") + arguments.map(\.signature).joined()
  }
}

struct Argument {
  enum Kind: String {
    case int, uint, fixed, string, object
    case newID = "new_id"
    case array, fd
  }

  var name: String
  var kind: Kind
  var interface: String?
  var isNullable: Bool
  var enumeration: String?

  var signature: String {
    let letter =
      switch kind {
      case .int: "i"
      case .uint: "u"
      case .fixed: "f"
      case .string: "s"
      case .object: "o"
      // Without an interface its name and version go over the wire before the id.
      case .newID: interface == nil ? "sun" : "n"
      case .array: "a"
      case .fd: "h"
      }
    return (isNullable ? "?" : "") + letter
  }

  /// The number of arguments that libwayland counts.
  var wireCount: Int { kind == .newID && interface == nil ? 3 : 1 }
}

struct Enumeration {
  struct Entry {
    var name: String
    var value: UInt32
    var since: Int
  }

  var name: String
  var isBitfield: Bool
  var since: Int
  var summary: String
  var entries: [Entry] = []
}
