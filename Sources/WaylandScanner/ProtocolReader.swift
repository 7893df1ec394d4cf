import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads protocol XML. Errors are reported in one line, with file and line number.
final class ProtocolReader: NSObject, XMLParserDelegate {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let path: String
  private var result = WireProtocol(name: "")
  private var interface: Interface?
  private var message: Message?
  private var enumeration: Enumeration?
  private var failure: Failure?
  /// The number of open elements.
  private var depth = 0

  private init(path: String) { self.path = path }

  static func read(_ path: String) throws -> WireProtocol {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(description: "\(path): can't be read")
    }
    return try read(data, path: path)
  }

  static func read(_ data: Data, path: String) throws -> WireProtocol {
    // Foundation's parser crashes on a comment that isn't UTF-8, whatever encoding the file declares.
    guard String(data: data, encoding: .utf8) != nil else { throw Failure(description: "\(path): not UTF-8") }
    let reader = ProtocolReader(path: path)
    let parser = XMLParser(data: data)
    parser.delegate = reader
    let isRead = parser.parse()
    if let failure = reader.failure { throw failure }
    // The parser accepts a truncated file.
    guard isRead, reader.depth == 0 else {
      throw Failure(description: "\(path):\(parser.lineNumber): not well-formed XML")
    }
    guard !reader.result.name.isEmpty else { throw Failure(description: "\(path): no <protocol> with a name") }
    return reader.result
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    depth += 1
    do {
      try begin(element, Attributes(attributes, element: element, place: "\(path):\(parser.lineNumber)"))
    } catch {
      failure = error as? Failure
      parser.abortParsing()
    }
  }

  func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
    depth -= 1
    switch element {
    case "interface":
      if let interface { result.interfaces.append(interface) }
      interface = nil
    case "request":
      if let message { interface?.requests.append(message) }
      message = nil
    case "event":
      if let message { interface?.events.append(message) }
      message = nil
    case "enum":
      if let enumeration { interface?.enums.append(enumeration) }
      enumeration = nil
    default: break
    }
  }

  private func begin(_ element: String, _ attributes: Attributes) throws {
    switch element {
    case "protocol":
      result.name = try attributes.string("name")
    case "interface":
      interface = Interface(
        name: try attributes.string("name"), version: try attributes.number("version"),
        summary: attributes["summary"] ?? "")
    case "request", "event":
      message = Message(
        name: try attributes.string("name"), since: try attributes.number("since", default: 1),
        isDestructor: attributes["type"] == "destructor", summary: attributes["summary"] ?? "")
    case "arg":
      let type = try attributes.string("type")
      guard let kind = Argument.Kind(rawValue: type) else {
        throw attributes.failure("type", found: type, expected: "int, uint, fixed, string, object, new_id, array or fd")
      }
      message?.arguments.append(
        Argument(
          name: try attributes.string("name"), kind: kind, interface: attributes["interface"],
          isNullable: attributes["allow-null"] == "true", enumeration: attributes["enum"]))
    case "enum":
      enumeration = Enumeration(
        name: try attributes.string("name"), isBitfield: attributes["bitfield"] == "true",
        since: try attributes.number("since", default: 1), summary: attributes["summary"] ?? "")
    case "entry":
      let text = try attributes.string("value")
      let value = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
      guard let value else { throw attributes.failure("value", found: text, expected: "a number of 32 bits") }
      enumeration?.entries.append(
        Enumeration.Entry(
          name: try attributes.string("name"), value: value, since: try attributes.number("since", default: 1)))
    // Installed protocol files contain long descriptions and copyrights, which don't affect the wire format.
    case "description", "copyright": break
    default:
      throw attributes.failure(nil, found: "<\(element)>", expected: "an element of a Wayland protocol")
    }
  }
}

/// An element's attributes, with its location for error messages.
private struct Attributes {
  private let values: [String: String]
  private let element: String
  private let place: String

  init(_ values: [String: String], element: String, place: String) {
    (self.values, self.element, self.place) = (values, element, place)
  }

  subscript(name: String) -> String? { values[name] }

  func string(_ name: String) throws -> String {
    guard let value = values[name], !value.isEmpty else {
      throw failure(name, found: "nothing", expected: "a value")
    }
    return value
  }

  func number(_ name: String, default fallback: Int? = nil) throws -> Int {
    if values[name] == nil, let fallback { return fallback }
    let text = try string(name)
    guard let number = Int(text), number > 0 else { throw failure(name, found: text, expected: "a number from 1 on") }
    return number
  }

  func failure(_ name: String?, found: String, expected: String) -> ProtocolReader.Failure {
    let what = name.map { "<\(element)> \($0): found \(found)" } ?? "found \(found)"
    return ProtocolReader.Failure(description: "\(place): \(what); expected \(expected)")
  }
}
