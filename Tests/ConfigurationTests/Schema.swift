import Foundation

/// The subset of JSON Schema that our schemas use.
struct Schema {
  private let root: [String: Any]

  init(contentsOf file: URL) throws {
    root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
  }

  /// Returns the keys of a definition's object; of the root's if `nil`.
  func keys(of definition: String?) -> Set<String> {
    let schema = definition.flatMap { (root["$defs"] as? [String: Any])?[$0] as? [String: Any] } ?? root
    return Set((schema["properties"] as? [String: Any] ?? [:]).keys)
  }

  /// The names of the properties of all objects.
  var allKeys: Set<String> {
    func keys(_ schema: Any) -> Set<String> {
      if let array = schema as? [Any] { return array.reduce(into: []) { $0.formUnion(keys($1)) } }
      guard let schema = schema as? [String: Any] else { return [] }
      let properties = (schema["properties"] as? [String: Any]).map { Set($0.keys) } ?? []
      return schema.values.reduce(into: properties) { $0.formUnion(keys($1)) }
    }
    return keys(root)
  }

  /// The violations in the examples of all keys.
  var errorsOfExamples: [String] {
    func errors(_ value: Any) -> [String] {
      if let array = value as? [Any] { return array.flatMap(errors) }
      guard let schema = value as? [String: Any] else { return [] }
      let examples = schema["examples"] as? [Any] ?? []
      return examples.flatMap { self.errors($0, schema, "\($0)") } + schema.values.flatMap(errors)
    }
    return errors(root)
  }

  /// Returns the violations of the schema in a value, with their paths.
  func errors(of value: Any) -> [String] { errors(value, root, "$") }

  func errors(ofFile path: String) throws -> [String] {
    errors(of: try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))))
  }

  private func errors(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    var result: [String] = []
    if let reference = schema["$ref"] as? String {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else { return ["no \(reference)"] }
      result += errors(value, target, path)
    }
    if let choices = schema["anyOf"] as? [[String: Any]], choices.allSatisfy({ !errors(value, $0, path).isEmpty }) {
      result.append("\(path): none of anyOf")
    }
    if let choices = schema["enum"] as? [NSObject], !choices.contains(value as? NSObject ?? NSNull()) {
      result.append("\(path): not one of \(choices)")
    }
    let isBool = (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    switch schema["type"] as? String {
    case "null": if !(value is NSNull) { result.append("\(path): not null") }
    case "boolean": if !isBool { result.append("\(path): no boolean") }
    case "string":
      guard let string = value as? String else { return result + ["\(path): no string"] }
      if let pattern = schema["pattern"] as? String, string.range(of: pattern, options: .regularExpression) == nil {
        result.append("\(path): not like \(pattern)")
      }
      let length = string.unicodeScalars.count
      if let least = schema["minLength"] as? Int, length < least { result.append("\(path): too short") }
      if let maximum = schema["maxLength"] as? Int, length > maximum { result.append("\(path): too long") }
    case "number", "integer":
      guard let number = value as? Double, !isBool else { return result + ["\(path): no number"] }
      if schema["type"] as? String == "integer", number != number.rounded() { result.append("\(path): a fraction") }
      if let least = schema["minimum"] as? Double, number < least { result.append("\(path): below \(least)") }
      if let maximum = schema["maximum"] as? Double, number > maximum { result.append("\(path): above \(maximum)") }
      if let bound = schema["exclusiveMinimum"] as? Double, number <= bound { result.append("\(path): not above") }
    case "array":
      guard let array = value as? [Any] else { return result + ["\(path): no array"] }
      if let least = schema["minItems"] as? Int, array.count < least { result.append("\(path): too few") }
      if let maximum = schema["maxItems"] as? Int, array.count > maximum { result.append("\(path): too many") }
      for (index, item) in (schema["prefixItems"] as? [[String: Any]] ?? []).enumerated() where index < array.count {
        result += errors(array[index], item, "\(path)[\(index)]")
      }
      if let items = schema["items"] as? [String: Any] {
        for (index, item) in array.enumerated() { result += errors(item, items, "\(path)[\(index)]") }
      }
    case "object":
      guard let object = value as? [String: Any] else { return result + ["\(path): no object"] }
      for name in schema["required"] as? [String] ?? [] where object[name] == nil {
        result.append("\(path).\(name): missing")
      }
      let properties = schema["properties"] as? [String: Any] ?? [:]
      for (name, member) in object {
        let patterns = schema["patternProperties"] as? [String: Any] ?? [:]
        if let property = properties[name] as? [String: Any] {
          result += errors(member, property, "\(path).\(name)")
        } else if patterns.keys.contains(where: { name.range(of: $0, options: .regularExpression) != nil }) {
          // A comment may be anything.
        } else if schema["additionalProperties"] as? Bool == false {
          result.append("\(path).\(name): unknown")
        }
      }
    default: break
    }
    return result
  }
}
