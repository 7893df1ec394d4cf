import Configuration
import Control
import Scenes

/// The actions `set`, `append` and `remove`.
extension ValueSources {
  /// Performs actions that change values, in one step: all of them, or none if one is refused.
  ///
  /// - Parameters:
  ///   - actions: each sets values, or appends or removes lines of values; others are ignored.
  ///   - line: the line of the list's row, for `{line}`; `nil` outside of lists.
  /// - Returns: the new texts of values that are set, and the names of those whose lines change, for the journal.
  func change(_ actions: some Sequence<Action>, line: RowLine? = nil) throws(Refusal) -> String {
    var drafts: [String: String] = [:]
    var results: [String] = []
    var typedDrafts: Set<String> = []
    for action in actions {
      switch action {
      case .set(let changes):
        let texts = try texts(of: changes, line: line, drafts: drafts)
        // The journal has no text that people typed.
        let typed = changes.filter { $1.contains { hasPrivateText($0, line: line) } }
        results += texts.map { typed[$0.name] == nil ? "\($0.name)=\($0.raw)" : "\($0.name)=…" }
        for (name, text) in texts { drafts[name] = text }
        typedDrafts.formUnion(typed.keys)
      case .append(let lines):
        typedDrafts.formUnion(lines.filter { hasPrivateText($1, line: line) }.keys)
        results += try edit(lines, .append, line, &drafts)
      case .remove(let lines): results += try edit(lines, .remove, line, &drafts)
      default: continue
      }
    }
    do throws(Refusal) {
      try set(drafts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    } catch {
      // The refusal would have the text.
      guard typedDrafts.isEmpty else { throw Refusal("\(typedDrafts.sorted().alternatives) can't have the typed text") }
      throw error
    }
    return results.joined(separator: " ")
  }

  /// Returns whether a text has names in braces of values, or of the row's line, that people type and that aren't public.
  func hasPrivateText(_ text: String, line: RowLine?) -> Bool {
    text.namesInBraces.contains { name in
      line.map { LiveText.isLine(name) && values.isPrivate($0.valueName) } == true || values.isPrivate(name)
    }
  }

  /// Returns the texts of a `set` action: each value's text, or the next of several. They see the readings before the
  /// action, so that values can be swapped.
  ///
  /// - Parameters:
  ///   - line: the line of the list's row, for `{line}`; `nil` outside of lists.
  ///   - drafts: the texts of values that will be set together with these.
  func texts(
    of changes: [String: [String]], line: RowLine?, drafts: [String: String] = [:]
  ) throws(Refusal) -> [(name: String, raw: String)] {
    var new: [(name: String, raw: String)] = []
    for (name, texts) in changes.sorted(by: { $0.key < $1.key }) {
      var resolved: [String] = []
      let reader = definitions[name]?.adapterAddress == nil ? TextReader.panel : .adapter
      for text in texts { resolved.append(try resolve(text, line: line, drafts: drafts, reader: reader)) }
      new.append((name, values.next(of: name, among: resolved, draft: drafts[name])))
    }
    return new
  }

  private func edit(
    _ lines: [String: String], _ edit: LineEdit, _ line: RowLine?, _ drafts: inout [String: String]
  ) throws(Refusal) -> [String] {
    let before = drafts
    for (name, template) in lines.sorted(by: { $0.key < $1.key }) {
      drafts[name] = edited(name, edit, try resolve(template, line: line, drafts: before), before)
    }
    return lines.keys.sorted()
  }

  /// Changes lines of values for a client, whose texts have no readings: all of them, or none if one is refused.
  func edit(_ lines: [(name: String, text: String)], _ edit: LineEdit) throws(Refusal) {
    for (name, _) in lines where definitions[name]?.maximumLines == 1 {
      throw Refusal("\(name) has one line; expected a value with \"lines\"")
    }
    try set(lines.map { ($0.name, edited($0.name, edit, $0.text, [:])) })
  }

  /// Returns the lines of a value after a change. If there are too many, the first ones go.
  private func edited(_ name: String, _ edit: LineEdit, _ text: String, _ drafts: [String: String]) -> String {
    let text = text.split(separator: "\n").joined(separator: " ")
    var lines = (drafts[name] ?? reading(name) ?? "").split(separator: "\n")
    switch edit {
    case .append: lines.append(text[...])
    case .remove: if let index = lines.firstIndex(of: text[...]) { lines.remove(at: index) }
    }
    var raw = lines.suffix(definitions[name]?.maximumLines ?? 1).joined(separator: "\n")
    while raw.utf8.count > ValueLine.maximumBytes, let end = raw.firstIndex(of: "\n") {
      raw = String(raw[raw.index(after: end)...])
    }
    return raw
  }

  /// A change of a single line.
  enum LineEdit { case append, remove }
}
