import ControlProtocol
import Scenes

/// Reads `values`: the source and the presentation of each value.
enum ValuesReader {
  /// The maximum number of values.
  static let maximumCount = 1024
  /// The maximum number of values from commands.
  static let maximumCommands = 16

  static let sourceKeys = sources.map { $0.keys[0] }
  static let keys = sources.flatMap(\.keys) + ValueDefinition.presentationFields.map(\.key)

  /// Reads all values.
  ///
  /// - Parameter passedTexts: receives the values that the actions of alerts pass on.
  /// - Returns: The definitions by name. A value with an error may have a placeholder definition.
  static func read(
    _ json: LocatedJSON, _ errors: inout [Diagnostic], _ passedTexts: inout [PassedText]
  ) -> [String: ValueDefinition] {
    var reader = DocumentReader()
    defer {
      errors += reader.errors
      passedTexts += reader.passedTexts
    }
    do throws(Diagnostic) {
      return try JSONFormat.values.read(json, &reader)
    } catch {
      reader.errors.append(error)
      return [:]
    }
  }

  static func read(
    _ name: String, _ json: LocatedJSON, _ reader: inout DocumentReader
  ) throws(Diagnostic) -> ValueDefinition? {
    guard LiveText.isName(name) else {
      throw json.diagnostic(
        found: "'\(name.shortened(to: LiveText.maximumNameLength))'",
        expected: "a name of at most \(LiveText.maximumNameLength) \(LiveText.nameCharacters)")
    }
    guard let object = json.object(keys, &reader.errors) else { return nil }
    var definition = try sources.read(object, &reader)
    reader.read(object, into: &definition, ValueDefinition.presentationFields)
    return definition
  }

  fileprivate static let sources: [JSONVariant<ValueDefinition>] = [
    JSONVariant(
      (arguments: [String](), interval: Double?.none, isStream: false),
      [
        JSONField("command", \.arguments, .command), .optional("interval", \.interval, .number(0.1...86400)),
        JSONField(
          "stream", write: { $0.isStream ? true : nil },
          read: { json, object, source, _ throws(Diagnostic) in
            source.isStream = try json.bool()
            if source.isStream, let interval = object["interval"] {
              throw interval.diagnostic(expected: "either an interval or a stream")
            }
          }),
      ],
      make: {
        ValueDefinition($0.isStream ? .stream($0.arguments) : .command($0.arguments, interval: $0.interval ?? 30))
      },
      values: {
        switch $0.source {
        case .command(let arguments, let interval): (arguments, interval, false)
        case .stream(let arguments): (arguments, nil, true)
        default: nil
        }
      }),
    JSONVariant(
      "", [JSONField("file", \.self, .file)], make: { ValueDefinition(.file($0)) },
      values: { if case .file(let path) = $0.source { path } else { nil } }),
    JSONVariant(
      (initialText: String?.none, choices: [String]()), [JSONField("initial", \.self, .settableTexts)],
      make: ValueDefinition.init(initialText:choices:),
      values: { if case .set(let initialText) = $0.source { (initialText, $0.choices) } else { nil } }),
    // The older name of "initial".
    JSONVariant(
      (initialText: String?.none, choices: [String]()), [JSONField("set", \.self, .settableTexts)],
      make: ValueDefinition.init(initialText:choices:), values: { _ in nil }),
    JSONVariant(
      "", [JSONField("time", \.self, .time)], make: { ValueDefinition(.time($0)) },
      values: { if case .time(let format) = $0.source { format } else { nil } }),
    JSONVariant(
      (address: AdapterAddress(prefix: "", name: ""), member: ""),
      [JSONField("from", \.address, .adapterAddress), JSONField("member", \.member, .jsonPointer, omittedIf: "")],
      make: { ValueDefinition(.adapter($0.address, member: $0.member)) },
      values: { if case .adapter(let address, let member) = $0.source { (address, member) } else { nil } }),
  ]
}

extension [String: ValueDefinition] {
  /// The limit that the values exceed, in words for an error message; `nil` if they exceed none.
  var exceededLimitText: String? {
    let commands = values.count { definition in
      switch definition.source {
      case .command, .stream: true
      case .file, .set, .time, .adapter: false
      }
    }
    if commands > ValuesReader.maximumCommands { return "at most \(ValuesReader.maximumCommands) values from commands" }
    return count > ValuesReader.maximumCount ? "at most \(ValuesReader.maximumCount) values" : nil
  }
}

extension ValueDefinition {
  fileprivate init(initialText: String?, choices: [String]) {
    self.init(.set(initialText))
    self.choices = choices
  }

  static let presentationFields: [JSONField<Self>] = [
    .optional("unit", \.unit, .text), .optional("format", \.decimals, .integer(0...6)),
    JSONField("keep", \.isKept, .bool, omittedIf: false), JSONField("public", \.isPublic, .bool, omittedIf: false),
    JSONField("lines", \.maximumLines, .integer(1...ValueLine.maximumCount), omittedIf: 1),
    JSONField(
      "sample", write: \.samples.json,
      read: { json, _, definition, _ throws(Diagnostic) in definition.samples = try json.samples(of: definition) }),
    .optional("staleAfter", \.staleAfter, .number(0.1...1e7)),
    // Read after all definitions, since it may use any value.
    JSONField("alert", write: { $0.alert.map(JSONFormat.alert.write) }, read: { _, _, _, _ in }),
    JSONField("map", \.map, .map(atMost: 100), omittedIf: [:]), .optional("range", \.range, .range),
    JSONField(
      "colors", write: { $0.colors.isEmpty ? nil : JSONFormat.thresholds.write($0.colors) },
      read: { json, _, definition, reader throws(Diagnostic) in
        definition.colors = try JSONFormat.thresholds.read(json, &reader)
      }),
  ]

  fileprivate var json: JSONValue {
    .object(
      JSONMembers((ValuesReader.sources.members(of: self)?.all ?? []) + Self.presentationFields.members(of: self).all))
  }
}

extension LocatedJSON {
  /// Reads the samples of a value whose choices and number of lines are known.
  fileprivate func samples(of definition: ValueDefinition) throws(Diagnostic) -> [String] {
    let samples = try readings()
    if !definition.choices.isEmpty, !samples.allSatisfy(definition.choices.contains) {
      throw diagnostic(expected: definition.choices.alternatives)
    }
    if definition.maximumLines > 1 {
      guard samples.count <= definition.maximumLines else {
        throw diagnostic(
          found: "\(samples.count) lines", expected: "at most \(definition.maximumLines), as lines beside it says")
      }
    } else if samples.count > 1, !samples.allSatisfy({ ValueDefinition.number($0) != nil }) {
      throw diagnostic(expected: "one text, numbers for a chart, or lines beside it for several texts")
    }
    return samples
  }
}

extension [String] {
  /// One sample, or all of them; `nil` for none.
  fileprivate var json: JSONValue? {
    count > 1 ? .array(map(JSONValue.string)) : first.map(JSONValue.string)
  }
}

// MARK: Formats

extension JSONFormat<[String: ValueDefinition]> {
  static let values = Self(
    { .object(JSONMembers(sortingByName: $0.mapValues(\.json))) },
    read: { json, reader throws(Diagnostic) in
      let object = try json.object()
      let names = object.members.keys.filter { !$0.hasPrefix("//") }
      var definitions: Value = [:]
      if names.count > ValuesReader.maximumCount {
        reader.errors.append(
          json.diagnostic(found: "\(names.count) values", expected: "at most \(ValuesReader.maximumCount)"))
      }
      for name in names.prefix(ValuesReader.maximumCount) {
        guard let json = object[name] else { continue }
        do throws(Diagnostic) {
          definitions[name] = try ValuesReader.read(name, json, &reader)
          if let limit = definitions.exceededLimitText {
            throw json.diagnostic("expected \(limit)")
          }
        } catch {
          reader.errors.append(error)
          definitions[name] = nil
        }
        // Define the value anyway, so that texts that show it have no error.
        definitions[name] = definitions[name] ?? ValueDefinition(.set(nil))
      }
      let all = definitions.keys.sorted().compactMap { name in object[name].map { (name, $0) } }
      ValuesReader.readAlerts(all, &definitions, &reader)
      return definitions
    })
}

extension JSONFormat<AdapterAddress> {
  static let adapterAddress = Self(
    { .string("\($0)") },
    read: { json, _ throws(Diagnostic) in
      let text = try json.text()
      guard let address = AdapterAddress(text), text.unicodeScalars.allSatisfy(\.isPrintable) else {
        throw json.diagnostic(
          expected: "a prefix of \(AdapterAddress.prefixCharacters), a colon and an address of at most "
            + "\(AdapterAddress.maximumNameLength) characters, such as ha:light.hall")
      }
      guard address.prefix != ControlRequest.audioPrefix else {
        throw json.diagnostic(
          found: "the prefix \(address.prefix), which cube-kiosk-audio has", expected: "an adapter's prefix")
      }
      return address
    })
}

extension JSONFormat<String> {
  fileprivate static let jsonPointer = Self(JSONValue.string) { json, _ throws(Diagnostic) in
    let text = try json.text()
    guard JSONPointer(text) != nil else {
      throw json.diagnostic(expected: "a JSON pointer, such as /attributes/brightness")
    }
    return text
  }
  fileprivate static let file = Self(
    { .string($0.absolutePath) },
    read: { json, _ throws(Diagnostic) in
      let path = try json.string()
      guard !path.isEmpty, !path.hasSuffix("/") else { throw json.diagnostic(expected: "a file's path") }
      return json.resolved(path)
    })
  fileprivate static let time = Self(JSONValue.string) { json, _ throws(Diagnostic) in
    let format = try json.text()
    guard !format.isEmpty else { throw json.diagnostic(expected: "a format of strftime(3), such as %H:%M") }
    return format
  }
}

extension JSONFormat<(initialText: String?, choices: [String])> {
  /// Accepts null or true for any text, the initial text, or an array of all texts, of which the first is the initial one.
  fileprivate static let settableTexts = Self(
    { value in
      value.choices.isEmpty
        ? value.initialText.map(JSONValue.string) ?? .null : .array(value.choices.map(JSONValue.string))
    },
    read: { json, _ throws(Diagnostic) in
      switch json.value {
      case .null, .bool(true): return (nil, [])
      case .string: return (try json.text(), [])
      case .array:
        let choices = try json.readings()
        return (choices.first, choices)
      default: throw json.diagnostic(expected: "null, the initial text, or an array of all texts")
      }
    })
}

extension JSONFormat<[String: String]> {
  fileprivate static func map(atMost most: Int) -> Self {
    Self(
      { .object(JSONMembers(sortingByName: $0.mapValues(JSONValue.string))) },
      read: { json, _ throws(Diagnostic) in
        guard try json.object().members.all.count <= most else {
          throw json.diagnostic(expected: "at most \(most) words")
        }
        return try json.dictionary { _, json throws(Diagnostic) in try json.text() }
      })
  }
}

extension JSONFormat<ClosedRange<Double>> {
  static let range = Self(
    { .numbers([$0.lowerBound, $0.upperBound]) },
    read: { json, _ throws(Diagnostic) in
      let numbers = try json.numbers(2)
      guard numbers[0] < numbers[1] else { throw json.diagnostic(expected: "the minimum, then a larger maximum") }
      return numbers[0]...numbers[1]
    })
}
