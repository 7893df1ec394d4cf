import ControlProtocol
import Scenes

extension Values {
  /// Returns the text that a value gets. Everything that sets values from outside the panel's files asks here.
  ///
  /// - Parameter isWithinLimits: true to refuse numbers that no control of the value can set.
  /// - Throws: a `Refusal` if the value can't have the text.
  package func acceptedText(_ raw: String, for name: String, isWithinLimits: Bool) throws(Refusal) -> String {
    guard let definition = definitions[name] else {
      let suggestion = name.nearest(among: definitions.keys)
      throw Refusal("no such value: \(name)" + (suggestion.map { "; did you mean \($0)?" } ?? ""))
    }
    try checkText(raw, for: name)
    let limits = isWithinLimits ? controlLimits[name] ?? [] : []
    guard limits.isEmpty || limits.contains(where: { $0.accepts(raw) }) else {
      throw Refusal("\(name): '\(raw.shortened(to: 40))'; expected \(limits.map(\.expectation).alternatives)")
    }
    // Equal texts may have different characters, such as a precomposed one: clients compare with those of `choices`.
    return definition.choices.first { $0 == raw } ?? raw
  }

  /// Throws if a text can't be a reading of a value, or isn't one of its choices.
  package func checkText(_ raw: String, for name: String) throws(Refusal) {
    let choices = definitions[name]?.choices ?? []
    guard choices.isEmpty || choices.contains(raw) else {
      // The journal has no text that people typed.
      let found = isPrivate(name) ? "another text" : "'\(raw.shortened(to: 40))'"
      throw Refusal("\(name): \(found); expected \(choices.alternatives)")
    }
    let hasLines = (definitions[name]?.maximumLines ?? 1) > 1
    let lines = hasLines ? raw.unicodeScalars.split(separator: "\n") : [raw.unicodeScalars[...]]
    guard raw.utf8.count <= ValueLine.maximumBytes, lines.count <= ValueLine.maximumCount,
      lines.allSatisfy({ $0.count <= ValueLine.maximumLength && $0.allSatisfy(\.isPrintable) })
    else {
      let limit = "at most \(ValueLine.maximumLength) characters"
      let all = "\(ValueLine.maximumCount) lines and \(ValueLine.maximumBytes) bytes"
      throw Refusal("\(name): expected \(limit)" + (hasLines ? " in each line, \(all) in all" : ", on one line"))
    }
  }
}

extension ControlLimits {
  /// The accepted texts, for a message.
  package var expectation: String {
    switch self {
    case .texts(let texts): texts.alternatives
    case .characters(let count): "at most \(count) characters"
    case .digits(let count): "1 to \(count) digits"
    case .numbers(let range, let step):
      "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)), in steps of \(Self.text(step))"
    }
  }

  private static func text(_ number: Double) -> String { JSONValue.integerIfWhole(number).singleLine }
}
