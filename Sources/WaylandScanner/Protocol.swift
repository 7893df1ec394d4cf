/// The content of a protocol file that affects the wire format.
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

/// A request or an event. Its opcode is its index.
struct Message {
  var name: String
  var since: Int
  var isDestructor: Bool
  var summary: String
  var arguments: [Argument] = []

  /// libwayland's signature: the first version that has the message if above 1, then a letter per argument.
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
      // Without an interface, its name and version precede the ID on the wire.
      case .newID: interface == nil ? "sun" : "n"
      case .array: "a"
      case .fd: "h"
      }
    return (isNullable ? "?" : "") + letter
  }

  /// The number of arguments that libwayland counts for this argument.
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
