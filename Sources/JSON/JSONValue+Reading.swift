import CJansson

extension JSONValue {
  /// The maximum nesting depth.
  private static let maximumDepth = 500
  /// The maximum number of values. A value may take only two bytes in the file, but takes about forty in memory.
  private static let maximumValues = 1 << 18

  /// Parses a JSON text.
  ///
  /// - Parameter name: The file's name, for errors.
  package static func read(_ bytes: [UInt8], name: String) throws(Diagnostic) -> JSONValue {
    // Some editors start a UTF-8 file with a byte order mark.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard !text.isEmpty else { throw Diagnostic(name, "expected JSON, found nothing") }
    // Each value or member except the root follows a comma or an opening bracket. Others of them, such as commas in
    // strings, only make the limit lower.
    let valueCount = text.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    guard valueCount < maximumValues else { throw Diagnostic(name, "expected at most \(maximumValues) values") }
    var error = json_error_t()
    let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL)
    let root = text.withUnsafeBytes { json_loadb($0.bindMemory(to: CChar.self).baseAddress, $0.count, flags, &error) }
    guard let root else {
      let text = withUnsafeBytes(of: error.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw Diagnostic(name, at: "\(error.line):\(error.column)", text.sanitized)
    }
    defer { json_decref(root) }
    guard let value = JSONValue(root, depth: 0) else {
      throw Diagnostic(name, "expected at most \(maximumDepth) levels of nesting")
    }
    return value
  }

  /// Converts a Jansson value; returns `nil` if it is nested too deeply.
  private init?(_ json: UnsafeMutablePointer<json_t>, depth: Int) {
    guard depth <= Self.maximumDepth else { return nil }
    switch json.pointee.type {
    case JSON_OBJECT:
      var members: [JSONMembers.Member] = []
      members.reserveCapacity(json_object_size(json))
      var next = json_object_iter(json)
      while let member = next {
        guard let value = JSONValue(json_object_iter_value(member), depth: depth + 1) else { return nil }
        members.append((String(cString: json_object_iter_key(member)), value))
        next = json_object_iter_next(json, member)
      }
      self = .object(JSONMembers(members))
    case JSON_ARRAY:
      var values: [JSONValue] = []
      values.reserveCapacity(json_array_size(json))
      for index in 0..<json_array_size(json) {
        guard let value = JSONValue(json_array_get(json, index), depth: depth + 1) else { return nil }
        values.append(value)
      }
      self = .array(values)
    case JSON_STRING: self = .string(String(cString: json_string_value(json)))
    case JSON_REAL: self = .number(json_real_value(json))
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    default: self = .null
    }
  }
}
