import Chrome
import PanelViews
import Scenes
import TestSupport
import Testing

@testable import Configuration
@testable import Control
@testable import Kiosk
@testable import PanelKit

extension SerializedProcessStateTests {
  /// Text fields of a scene file: their values, actions and secrets.
  @Suite struct FieldTests {
    private let rig: ButtonActionsRig
    private let directory: TemporaryDirectory

    init() throws {
      directory = try TemporaryDirectory()
      let write = { [directory] (name: String) in #"["sh", "-c", "cat > \#(directory.file(name))"]"# }
      rig = try ButtonActionsRig(
        [],
        nodes: """
          {"name": "note", "frame": [0, 0, 90, 20], "field": {"value": "note", "maximum": 20}},
          {"name": "age", "frame": [0, 25, 90, 20], "field": {"value": "age", "kind": "number", "minimum": 1, "maximum": 99.5, "decimals": 1}},
          {"name": "plate", "frame": [0, 50, 90, 20], "field": {"value": "plate", "pattern": "[A-ZÄÖÜ]{1,3}-[0-9]+", "patternText": "As M-1",
            "action": {"command": \(write("plate")), "input": "{plate}!"}}},
          {"name": "key", "field": {"value": "key", "secure": true,
            "action": {"command": \(write("key")), "input": "{note} {key}"}}},
          {"name": "code", "field": {"value": "code", "secure": true, "pattern": "[0-9]{6}", "patternText": "Six digits"}},
          {"name": "lend", "button": {"title": "Lend",
            "action": [{"command": \(write("code")), "input": "{code}"}, {"set": {"code": ""}}]}},
          {"name": "leak", "button": {"title": "Leak", "action": {"command": ["echo", "{note}"]}}},
          {"name": "call", "button": {"title": "Call", "action": {"call": "ha:note", "payload": "{note}"}}},
          {"name": "copy", "button": {"title": "Copy", "action": {"set": {"other": "{note}"}}}},
          {"name": "clear", "button": {"title": "Clear", "action": {"set": {"age": ""}}}},
          {"name": "order", "button": {"title": "Order", "action": {"set": {"other": "0{plate} 1"}}}}
          """,
        values: """
          {"note": {"initial": ""}, "age": {"initial": ""}, "plate": {"initial": ""}, "key": {"initial": ""},
           "code": {"initial": ""}, "other": {"initial": "?"}}
          """)
      rig.sources.values.typedNames = ["note", "age", "plate", "key", "code"]
      rig.stage.show(rig.fileScene!)
      rig.window.layoutIfNeeded()
    }

    private func field(_ name: String) throws -> TextField {
      let control = try #require(rig.fileScene?.valueControls.first { $0.description.valueName == name })
      let field = try #require(control.view.subviews.first as? TextField)
      rig.window.focus(field)
      return field
    }

    private func press(_ key: Key, _ text: String? = nil) {
      _ = rig.window.press(key, text: text, at: rig.window.now + 200_000_000)
    }

    private func type(_ text: String) { for character in text { press(.character(character), String(character)) } }

    private func button(_ name: String) throws -> ActionButton {
      try #require(rig.fileScene?.buttons.first { $0.name == name })
    }

    @Test func valueFollowsTheText() throws {
      _ = try field("note")
      type("a {other} b")
      #expect(rig.reading("note")?.raw == "a {other} b")
      press(.return)
      #expect(rig.reading("note")?.raw == "a {other} b")
      _ = try field("note")
      type("0123456789abc")
      #expect(rig.reading("note")?.raw.count == 20)
    }

    @Test func numbersAreChecked() throws {
      rig.sources.values.decimalSeparator = ","
      let field = try field("age")
      for (text, value) in [
        ("12", "12"), ("12,5", "12,5"), ("12.5", "12.5"), ("0", ""), ("100", ""), ("1,25", ""), ("x", ""),
      ] {
        field.clear()
        type(text)
        // The separator was the locale's when the field was created.
        #expect(["", value].contains(rig.reading("age")?.raw), "\(text)")
      }
      field.clear()
      type("12.5")
      #expect(rig.reading("age")?.raw == "12.5")
      type("7")
      #expect(rig.reading("age")?.raw == "")
      press(.return)
      #expect(field.isFirstResponder)
    }

    @Test func patternHoldsBackTheAction() throws {
      let field = try field("plate")
      type("mü-1")
      press(.return)
      #expect(rig.reading("plate")?.raw == "" && field.isFirstResponder && field.text == "mü-1")
      field.clear()
      type("MÜ-1")
      press(.return)
      #expect(!field.isFirstResponder)
      try rig.loop.run { rig.actions.runningCommandCount == 0 }
      #expect(try directory.read("plate") == "MÜ-1!")
    }

    @Test func refusedTextIsReportedAtTheField() throws {
      let field = try field("note")
      var definitions = rig.sources.definitions
      definitions["note"]?.choices = ["", "home"]
      definitions["other"]?.choices = ["?"]
      rig.sources.replaceDefinitions(definitions)
      let hint = try #require(field.superview?.subviews.last as? Label)
      type("home")
      #expect(rig.reading("note")?.raw == "home" && hint.isHidden)
      #expect(try rig.press(button("copy")) == "other can't have the typed text")
      type("s")
      #expect(rig.reading("note")?.raw == "" && field.text == "homes")
      #expect(!hint.isHidden && hint.text.hasPrefix("note: another text; expected"))
      press(.return)
      #expect(field.isFirstResponder && !hint.isHidden && !rig.log.contains("home"))
      press(.delete)
      press(.return)
      #expect(!field.isFirstResponder && rig.reading("note")?.raw == "home")
    }

    /// The value is empty already, and the text is only in the field.
    @Test func settingAValueClearsAnInvalidText() throws {
      let field = try field("age")
      type("12.55")
      #expect(rig.reading("age")?.raw == "" && field.text == "12.55")
      #expect(try rig.press(button("clear")) == nil)
      #expect(field.text == "")
    }

    @Test func invalidTextIsReportedAfterTheEntry() throws {
      let field = try field("age")
      let hint = try #require(field.superview?.subviews.last as? Label)
      type("250")
      #expect(hint.isHidden)
      field.resignFirstResponder()
      #expect(!hint.isHidden && hint.text == "A number from 1.0 to 99.5")
      rig.window.advance(to: rig.window.now + 5_000_000_000)
      #expect(!hint.isHidden)
      rig.window.focus(field)
      press(.end)
      press(.delete)
      #expect(hint.isHidden)
    }

    /// Otherwise an order would lose its number.
    @Test func actionNeedsAValidText() throws {
      let field = try field("plate")
      type("home")
      #expect(try rig.press(button("order")) == "plate has no valid text")
      let hint = try #require(field.superview?.subviews.last as? Label)
      #expect(!hint.isHidden && hint.text == "As M-1" && rig.text(of: "other") == "?")
      field.clear()
      #expect(try rig.press(button("order")) == nil)
      #expect(rig.text(of: "other") == "0 1")
    }

    @Test func secretReachesOnlyTheInput() throws {
      _ = try field("note")
      type("home")
      let field = try field("key")
      type("pa ss")
      #expect(rig.reading("key")?.raw == "")
      press(.return)
      try rig.loop.run { rig.actions.runningCommandCount == 0 }
      #expect(try directory.read("key") == "home pa ss")
      #expect(!rig.log.contains("pa ss"))
      rig.fileScene?.resetForNextVisitor()
      #expect(field.text == "" && field.secureText?.isEmpty == true)
    }

    @Test func secretIsCheckedAndForgotten() throws {
      let field = try field("code")
      let hint = try #require(field.superview?.subviews.last as? Label)
      type("12345")
      press(.return)
      #expect(field.isFirstResponder && !hint.isHidden && hint.text == "Six digits")
      #expect(try rig.press(button("lend")) == "code has no valid text")
      type("6")
      #expect(try rig.press(button("lend")) == nil)
      try rig.loop.run { rig.actions.runningCommandCount == 0 }
      #expect(try directory.read("code") == "123456")
      #expect(field.text == "")
    }

    @Test func typedTextStaysInThePanel() throws {
      _ = try field("note")
      type("private")
      #expect(try rig.press(button("leak")) == "people type note; a command gets it by \"input\", not in its arguments")
      let statuses = rig.sources.status.map { String(describing: $0) }
      #expect(!statuses.contains { $0.contains("private") })
      #expect(try rig.press(button("copy")) == nil)
      #expect(rig.text(of: "other") == "private" && !rig.log.contains("private"))
      _ = try rig.press(button("call"))
      #expect(rig.log.contains("an adapter gets it only if the value is"))
    }

    @Test func returnGoesToTheNextField() throws {
      let (note, age) = (try field("note"), try field("age"))
      rig.window.focus(note)
      #expect(note.returnKeyType == .next)
      press(.return)
      #expect(age.isFirstResponder)
      // This field has an action.
      #expect(try field("plate").returnKeyType == .done)
    }

    /// The keys would be where the message was.
    @Test func dismissedMessageDoesNotShowTheKeyboard() throws {
      let note = try field("note")
      let alert = AlertView(title: "Thank you", actions: [AlertView.Action("Close")])
      alert.present(in: rig.window)
      #expect(!note.isFirstResponder)
      alert.dismiss()
      #expect(!note.isFirstResponder && rig.window.firstResponder == nil)
    }

    @Test func typedTextIsForgotten() throws {
      let field = try field("note")
      type("private")
      rig.sources.forgetTypedTexts()
      rig.fileScene?.resetForNextVisitor()
      #expect(rig.reading("note")?.raw == "" && field.text == "" && !field.isFirstResponder)
    }
  }
}
