import Foundation
import TestSupport
import Testing

@testable import Configuration
@testable import Scenes

/// Actions that would pass on a text which people type.
@Suite struct TypedTextTests {
  @Test(arguments: [
    (#"{"command": ["echo", "by {note}"]}"#, "found {note}, which people type, in an argument of echo"),
    (#"{"call": "ha:say", "data": {"text": "{note}"}}"#, "found {note}, which people type, in a call of ha:say"),
    (#"[{"command": ["cat"], "input": "{note}"}, {"call": "ha:say", "payload": "{open}"}]"#, nil),
    (#"{"append": {"book": "{note}"}}"#, nil),
    (#"{"set": {"lamp": "{note}"}}"#, "found {note}, which people type, for lamp, which an adapter gets"),
    (#"{"set": {"lamp": "{open}"}}"#, nil),
  ]) func actionIsReported(_ action: String, _ expected: String?) throws {
    let directory = try TemporaryDirectory()
    let values = """
      "note": {"initial": ""}, "open": {"initial": "", "public": true}, "book": {"initial": "", "lines": 9},
      "lamp": {"from": "ha:lamp"}
      """
    let button = #"{"title": "Do", "action": \#(action)}"#
    func scene(_ button: String) throws -> String {
      try directory.write(
        """
        {"values": {\(values)}, "root": {"stack": {}, "children": [
          {"button": \(button)}, {"field": {"value": "note"}}, {"field": {"value": "open"}}]}}
        """, to: "scene.json")
    }
    let file = try scene(button)
    try expect(expected, in: FileChecker.read(file).errors, file: file, at: "$.root.children[0].button.action")
    // The configuration of a panel with these fields has buttons, too.
    _ = try scene(#"{"title": "Do", "action": "none"}"#)
    for (place, members) in [
      ("$.faces.2.buttons[0].action", #""values": {\#(values)}, "faces": {"2": {"buttons": [\#(button)]}}"#),
      (
        "$.values.hot.alert.buttons[0].action",
        #""values": {\#(values), "hot": {"initial": "", "alert": {"is": "1", "title": "Hot", "buttons": [\#(button)]}}}"#
      ),
    ] as [(String, String)] {
      let configuration = try directory.write(#"{"scene": "scene.json", \#(members)}"#, to: "kiosk.json")
      try expect(expected, in: FileChecker.read(configuration).errors, file: configuration, at: place)
    }
  }

  /// Actions copy private texts into other values, also from a list's line and in a message.
  @Test func copiesAreFound() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      """
      {"values": {
         "note": {"initial": ""}, "open": {"initial": "", "public": true}, "book": {"initial": "", "lines": 9},
         "log": {"initial": "", "lines": 9}, "chosen": {"initial": ""}, "last": {"initial": "", "public": true},
         "end": {"initial": ""}, "asked": {"initial": ""}, "read": {"initial": ""}},
       "root": {"stack": {}, "children": [
         {"field": {"value": "note"}}, {"field": {"value": "open"}},
         {"button": {"title": "Do", "action": [{"append": {"book": "{note}"}}, {"append": {"log": "{open}"}}]}},
         {"list": {"value": "book", "row": {"text": {"string": "{line}"}, "action": {"set": {"chosen": "{line}"}}}}},
         {"list": {"value": "log", "row": {"text": {"string": "{line}"}, "action": {"set": {"read": "{line}"}}}}},
         {"button": {"title": "Do", "action": {"set": {"last": ["{chosen}", "none"]}}}},
         {"button": {"title": "Do", "action": {"set": {"end": "{last}"}}}},
         {"button": {"title": "Do", "action": {"message": {"title": "Ask",
           "buttons": [{"title": "Yes", "action": {"set": {"asked": "{chosen}"}}}]}}}}]}}
      """, to: "scene.json")
    let (options, errors) = FileChecker.read(file)
    #expect(errors == [] && options.values.copyNames == ["book", "chosen", "last", "asked"])
    #expect(options.values.isPrivate("book") && !options.values.isPrivate("last") && !options.values.isPrivate("end"))
    // An argument mustn't have it, even if it is public.
    try directory.write(
      directory.read("scene.json").replacingOccurrences(
        of: #"{"set": {"end": "{last}"}}"#, with: #"{"command": ["echo", "{last}"]}"#), to: "scene.json")
    #expect(FileChecker.read(file).errors.map(\.reason).first?.hasPrefix("found {last}, which people type") == true)
  }

  private func expect(_ expected: String?, in errors: [Diagnostic], file: String, at place: String) throws {
    #expect(errors.count == (expected == nil ? 0 : 1), "\(errors)")
    guard let expected else { return }
    let error = try #require(errors.first)
    #expect(error.reason.hasPrefix(expected) && error.file == file && error.location == place, "\(error)")
  }

  @Test(arguments: [
    (#""value": "size""#, true), (#""value": "size", "pattern": "S|M""#, false),
    (#""value": "size", "pattern": "S|M|L""#, true), (#""value": "size", "pattern": "S|.""#, true),
    (#""value": "side", "pattern": "left|right""#, true), (#""value": "size", "secure": true"#, false),
    (#""value": "note""#, false),
  ]) func fieldOfAListOfTextsIsReported(_ members: String, _ isError: Bool) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      """
      {"values": {"size": {"initial": ["", "S", "M"]}, "side": {"initial": ["left", "right"]}, "note": {"initial": ""}},
       "root": {"stack": {}, "children": [{"field": {\(members)}}]}}
      """, to: "scene.json")
    let errors = FileChecker.read(file).errors
    #expect(errors.count == (isError ? 1 : 0), "\(errors)")
    guard let error = errors.first else { return }
    #expect(
      "\(error)".hasSuffix(
        "scene.json: $.root.children[0].field.value: found '\(members.contains("side") ? "side" : "size")', whose "
          + "\"initial\" is a list; expected a value with one text as its \"initial\", because people can type others"))
  }
}
