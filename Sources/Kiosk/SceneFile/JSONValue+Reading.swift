import FoundationEssentials
import System

extension JSONValue {
  /// The most brackets in one another.
  private static let deepest = 500

  /// - Parameter largest: in bytes.
  static func read(_ path: String, largest: Int) throws(FileFault) -> JSONValue {
    let bytes: [UInt8]
    do {
      bytes = try File.read(path, upTo: largest)
    } catch {
      throw FileFault(path, error.reason)
    }
    return try read(Data(bytes), name: path)
  }

  static func read(_ data: Data, name: String) throws(FileFault) -> JSONValue {
    // Swift 6.0's decoder traps where a string isn't UTF-8.
    guard String(validating: data, as: UTF8.self) != nil else { throw FileFault(name, "not JSON: not UTF-8") }
    guard hasPlainStrings(data) else {
      throw FileFault(name, "not JSON: a string with a control character or a bad escape")
    }
    guard isShallow(data) else {
      throw FileFault(name, "brackets in brackets; expected at most \(deepest) of them in one another")
    }
    do {
      return try JSONDecoder().decode(JSONValue.self, from: data)
    } catch DecodingError.dataCorrupted(let context) {
      throw FileFault(name, "not JSON: \(reason(context))")
    } catch {
      throw FileFault(name, "not JSON")
    }
  }

  /// The decoder goes into brackets by recursion, so that their depth must be known before.
  private static func isShallow(_ data: Data) -> Bool {
    var (depth, isString, isEscaped) = (0, false, false)
    for byte in data {
      if isEscaped {
        isEscaped = false
      } else if isString {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isString = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          if depth > Self.deepest { return false }
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
    }
    return true
  }

  private static func reason(_ context: DecodingError.Context) -> String {
    let text = context.underlyingError.map { "\($0)" } ?? context.debugDescription
    // "Error Domain=… UserInfo={NSDebugDescription=…}" is no line for people.
    let key = "NSDebugDescription="
    guard let start = text.indices.first(where: { text[$0...].hasPrefix(key) }) else { return context.debugDescription }
    return String(text[start...].dropFirst(key.count).prefix { $0 != "}" && $0 != "\n" })
  }

  /// Swift 6.0's decoder traps, too, at control characters and wrong escapes in the names of members.
  private static func hasPlainStrings(_ data: Data) -> Bool {
    var isString = false
    var bytes = data.makeIterator()
    var high: UInt32?
    while let byte = bytes.next() {
      guard isString else {
        if byte == UInt8(ascii: "\"") { isString = true }
        continue
      }
      guard byte >= 0x20 else { return false }
      var code: UInt32?
      if byte == UInt8(ascii: "\\") {
        guard let escaped = bytes.next(), "\"\\/bfnrtu".utf8.contains(escaped) else { return false }
        if escaped == UInt8(ascii: "u") {
          var value: UInt32 = 0
          for _ in 0..<4 {
            guard let digit = bytes.next(), let number = Character(UnicodeScalar(digit)).hexDigitValue else {
              return false
            }
            value = value << 4 | UInt32(number)
          }
          code = value
        }
      }
      // Half of a pair stands for nothing.
      let isLow = code.map { (0xDC00..<0xE000).contains($0) } ?? false
      guard (high != nil) == isLow else { return false }
      high = code.flatMap { (0xD800..<0xDC00).contains($0) ? $0 : nil }
      if byte == UInt8(ascii: "\"") { isString = false }
    }
    return true
  }
}
