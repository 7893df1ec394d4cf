import PanelEvents
import TestSupport
import Testing

@testable import Configuration
@testable import Control
@testable import Kiosk
@testable import Scenes

extension SerializedProcessStateTests {
  /// Buttons with several actions.
  @Suite struct ActionSequenceTests {
    private typealias Rig = ButtonActionsRig

    /// - Parameter action: An array of actions, as JSON.
    private static func rig(_ action: String, values: String = #"{"n": {"initial": null}}"#) throws -> Rig {
      let node = "{\"name\": \"go\", \"button\": {\"title\": \"Go\", \"action\": \(action)}}"
      return try Rig([], nodes: node, values: values)
    }

    private static func button(of rig: Rig) throws -> ActionButton { try #require(rig.fileScene?.buttons.first) }

    private static let lists = #"{"open": {"initial": "a\nb\nc", "lines": 9}, "done": {"initial": null, "lines": 9}}"#

    /// "Done" in a row moves its line to another list. Observers see both lists with their new lines.
    @Test func lineMovesToAnotherListInOneStep() throws {
      let actions = #"[{"remove": {"open": "{line}"}}, {"append": {"done": "{line}"}}]"#
      let row = #"{"button": {"title": "Done", "action": \#(actions)}}"#
      let rig = try Rig(
        [], nodes: "{\"name\": \"list\", \"frame\": [0, 0, 99, 99], \"list\": {\"value\": \"open\", \"row\": \(row)}}",
        values: Self.lists)
      let file = try #require(rig.fileScene)
      rig.stage.show(file)
      rig.window.layoutIfNeeded()
      var seen: [String] = []
      let observer = rig.sources.values.observe(["open", "done"]) {
        seen.append((rig.sources.reading("open") ?? "") + "|" + (rig.sources.reading("done") ?? ""))
      }
      let rows = try #require(file.lists.first).rows
      let button = try #require(rows[1].buttons.first)
      #expect(rig.press(button) == nil && seen == ["a\nc|b"])
      #expect(rig.store.state.count == 1 && button.phase == .idle)
      #expect(rig.log.contains("sequence, result remove, append: open done, "))
      withExtendedLifetime(observer) {}
    }

    @Test func refusedChangeUndoesThoseInTheSameStep() throws {
      let rig = try Self.rig(
        #"[{"remove": {"open": "b"}}, {"append": {"done": "{never}"}}]"#,
        values: String(Self.lists.dropLast()) + #", "never": {"initial": null}}"#)
      #expect(rig.press(try Self.button(of: rig)) == "the value never was never read or set")
      #expect(rig.sources.reading("open") == "a\nb\nc" && rig.sources.reading("done") == nil)
      #expect(rig.log.contains("sequence, result remove, append: refused: the value never was never read or set, "))
    }

    /// A later change sees the result of an earlier one; the changes of one action don't see each other.
    @Test func laterActionsSeeEarlierChanges() throws {
      let rig = try Self.rig(
        #"[{"set": {"a": "{b}", "b": "{a}"}}, {"set": {"c": "{a}{b}"}}, {"append": {"log": "{c}"}}]"#,
        values: """
          {"a": {"initial": "1"}, "b": {"initial": "2"}, "c": {"initial": null}, "log": {"initial": "x", "lines": 3}}
          """)
      #expect(rig.press(try Self.button(of: rig)) == nil)
      #expect(rig.sources.reading("c") == "21" && rig.sources.reading("log") == "x\n21")
      #expect(rig.log.contains("result set, set, append: a=2 b=1 c=21 log, "))
    }

    /// An action begins at the end of the previous action, and the button is busy until the end of the last action.
    @Test func actionsWaitForThoseBefore() throws {
      let directory = try TemporaryDirectory()
      let wait = #"{"command": ["sh", "-c", "until test -e \#(directory.file("go")); do sleep 0.02; done"]}"#
      let write = #"{"command": ["sh", "-c", "echo {n} > \#(directory.file("n"))"]}"#
      let rig = try Self.rig(#"["light", \#(wait), {"set": {"n": "1"}}, \#(write), "light"]"#)
      let button = try Self.button(of: rig)
      #expect(rig.press(button) == nil && button.phase == .running && !rig.store.state.isLightOn)
      #expect(rig.sources.reading("n") == nil && rig.press(button) == "the button's action is still running")
      try directory.write("", to: "go")
      try rig.loop.run { button.phase != .running }
      #expect(button.phase == .succeeded && rig.store.state.isLightOn && rig.store.state.count == 1)
      #expect(try directory.read("n") == "1\n")
      #expect(rig.log.contains("sequence, result light: off; command: 0; set: n=1; command: 0; light: on, "))
    }

    /// The line is in all texts of a message, also of one among several actions.
    @Test func messageOfARowHasTheLine() throws {
      let message = #"{"message": {"title": "{line}?", "text": "{line}!", "icon": "mdi:{line}"}}"#
      let row = #"{"button": {"title": "Ask", "action": ["none", \#(message)]}}"#
      let rig = try Rig(
        [], nodes: "{\"name\": \"list\", \"frame\": [0, 0, 99, 99], \"list\": {\"value\": \"open\", \"row\": \(row)}}",
        values: Self.lists)
      let file = try #require(rig.fileScene)
      rig.stage.show(file)
      rig.window.layoutIfNeeded()
      var shown: [String] = []
      rig.actions.showMessage = { message, line in
        shown = [message.title.template, message.text.template, message.icon?.template ?? "", line?.text ?? ""]
      }
      let list = try #require(file.lists.first)
      #expect(rig.press(try #require(list.rows[1].buttons.first)) == nil)
      #expect(shown == ["b?", "b!", "mdi:b", "b"])
    }

    @Test func firstFailureEndsSequence() throws {
      let rig = try Self.rig(
        #"[{"command": ["true"]}, {"command": ["sh", "-c", "exit 3"]}, {"set": {"n": "1"}}]"#)
      let button = try Self.button(of: rig)
      #expect(rig.press(button) == nil)
      try rig.loop.run { button.phase != .running }
      #expect(button.phase == .failed(3) && rig.sources.reading("n") == nil)
      #expect(rig.log.contains("result command: 0; command: 3, "))
    }

    /// An action that is refused after a command is the press's result, as is one before it.
    @Test(arguments: [
      #"[{"command": ["true"]}, {"set": {"n": "{n}"}}, "light"]"#, #"[{"set": {"n": "{n}"}}, {"command": ["false"]}]"#,
    ])
    func refusedActionIsResult(_ action: String) throws {
      let rig = try Self.rig(action)
      let button = try Self.button(of: rig)
      _ = rig.press(button)
      try rig.loop.run { button.phase != .running }
      #expect(button.phase == .failed(75) && rig.store.state.isLightOn && rig.actions.runs.isEmpty)
      #expect(rig.log.contains("set: refused: the value n was never read or set, "))
    }

    /// A missing program among several actions marks the button.
    @Test func missingProgramOfSequenceIsFound() throws {
      let rig = try Rig([.sequence([.light, .command(.init(arguments: ["/nonexistent/door"]))])])
      rig.actions.problems = [Diagnostic("f", "isn't there").disablingUses(of: "/nonexistent/door")]
      #expect(rig.cube.buttons[0].isUnavailable)
    }
  }
}
