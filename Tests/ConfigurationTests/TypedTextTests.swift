import TestSupport
import Testing

@testable import Configuration

/// Actions that would pass on a text which people type.
@Suite struct TypedTextTests {
  @Test(arguments: [
    (#"{"command": ["echo", "by {note}"]}"#, "found {note}, which people type, in an argument of echo"),
    (#"{"call": "ha:say", "data": {"text": "{note}"}}"#, "found {note}, which people type, in a call of ha:say"),
    (#"[{"command": ["cat"], "input": "{note}"}, {"call": "ha:say", "payload": "{open}"}]"#, nil),
    (#"{"append": {"book": "{note}"}}"#, nil),
  ]) func actionIsReported(_ action: String, _ expected: String?) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      """
      {"values": {"note": {"initial": ""}, "open": {"initial": "", "public": true}, "book": {"initial": "", "lines": 9}},
       "root": {"stack": {}, "children": [
        {"button": {"title": "Do", "action": \(action)}}, {"field": {"value": "note"}}, {"field": {"value": "open"}}]}}
      """, to: "scene.json")
    let errors = FileChecker.read(file).errors.map(\.reason)
    #expect(errors.count == (expected == nil ? 0 : 1))
    if let expected { #expect(errors.first?.hasPrefix(expected) == true, "\(errors)") }
  }
}
