import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The content of a protocol file that affects the wire format.
struct WireProtocol {
  let name: String
  let interfaces: [Interface]
}

struct Interface {
  let name: String
  let version: Int
  let summary: String
  let requests: [Message]
  let events: [Message]
  let enums: [Enumeration]
}

/// A request or an event. Its opcode is its index.
struct Message {
  let name: String
  let since: Int
  let isDestructor: Bool
  let summary: String
  let arguments: [Argument]

  /// libwayland's signature: the first version that has the message if above 1, then a letter per argument.
  var signature: String { (since > 1 ? "\(since)" : "") + arguments.map(\.signature).joined() }
}

struct Argument {
  enum Kind: String {
    case int, uint, fixed, string, object, array, fd
    case newID = "new_id"
  }

  let name: String
  let kind: Kind
  let interface: String?
  let isNullable: Bool
  let enumeration: String?

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
}

struct Enumeration {
  struct Entry {
    let name: String
    let value: UInt32
    let since: Int
  }

  let name: String
  let isBitfield: Bool
  let summary: String
  let entries: [Entry]
}

// MARK: - Reading XML

/// An invalid protocol file.
struct ProtocolError: Error, Equatable, CustomStringConvertible {
  let description: String
}

extension WireProtocol {
  /// Reads a protocol file.
  ///
  /// - Parameter path: the file's path, for errors.
  /// - Throws: `ProtocolError`, or the XML parser's error.
  init(_ data: Data, path: String) throws {
    // XMLDocument accepts malformed files and crashes on an empty one; XMLParser accepts a truncated one and crashes on
    // comments that aren't UTF-8.
    guard let text = String(data: data, encoding: .utf8), text.contains("</protocol>") else {
      throw ProtocolError(description: "\(path): expected <protocol> … </protocol> in UTF-8")
    }
    let parser = XMLParser(data: data)
    guard parser.parse(), parser.parserError == nil, let root = try XMLDocument(data: data).rootElement(),
      root.name == "protocol"
    else {
      throw ProtocolError(description: "\(path):\(parser.lineNumber): not well-formed XML")
    }
    do {
      name = try root.value("name")
      interfaces = try root.map("interface", Interface.init)
    } catch {
      throw ProtocolError(description: "\(path): \(error)")
    }
  }
}

extension Interface {
  init(_ element: XMLElement) throws {
    name = try element.value("name")
    version = try element.number("version")
    summary = element.summary
    requests = try element.map("request", Message.init)
    events = try element.map("event", Message.init)
    enums = try element.map("enum", Enumeration.init)
  }
}

extension Message {
  init(_ element: XMLElement) throws {
    name = try element.value("name")
    since = try element.number("since", default: 1)
    isDestructor = element["type"] == "destructor"
    summary = element.summary
    arguments = try element.map("arg", Argument.init)
  }
}

extension Argument {
  init(_ element: XMLElement) throws {
    name = try element.value("name")
    guard let kind = Kind(rawValue: try element.value("type")) else { throw element.error("type") }
    self.kind = kind
    interface = element["interface"]
    isNullable = element["allow-null"] == "true"
    enumeration = element["enum"]
  }
}

extension Enumeration {
  init(_ element: XMLElement) throws {
    name = try element.value("name")
    isBitfield = element["bitfield"] == "true"
    summary = element.summary
    entries = try element.map("entry") { entry in
      let text = try entry.value("value")
      let value = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
      guard let value else { throw entry.error("value") }
      return Entry(name: try entry.value("name"), value: value, since: try entry.number("since", default: 1))
    }
  }
}

extension XMLElement {
  fileprivate subscript(attribute: String) -> String? { self.attribute(forName: attribute)?.stringValue }

  /// The summary of the element's description, on one line.
  fileprivate var summary: String {
    let text = self["summary"] ?? elements(forName: "description").first?["summary"] ?? ""
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  fileprivate func map<Value>(_ name: String, _ transform: (XMLElement) throws -> Value) rethrows -> [Value] {
    try elements(forName: name).map(transform)
  }

  fileprivate func value(_ attribute: String) throws -> String {
    guard let value = self[attribute], !value.isEmpty else { throw error(attribute) }
    return value
  }

  fileprivate func number(_ attribute: String, default fallback: Int? = nil) throws -> Int {
    if self[attribute] == nil, let fallback { return fallback }
    guard let number = Int(try value(attribute)), number > 0 else { throw error(attribute) }
    return number
  }

  fileprivate func error(_ attribute: String) -> ProtocolError {
    ProtocolError(description: "\(xmlString.prefix { $0 != ">" })>: missing or invalid attribute \(attribute)")
  }
}
