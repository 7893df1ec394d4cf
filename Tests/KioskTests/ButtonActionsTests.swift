import Chrome
import Emulation
import Foundation
import Scenes
import TestSupport
import Testing

@testable import Configuration
@testable import Control
@testable import Kiosk
@testable import PanelKit

extension SerializedProcessStateTests {
  /// The actions of buttons on a cube and in a scene file, with real commands but without a compositor.
  @Suite struct ButtonActionsTests {
    private typealias Rig = ButtonActionsRig

    private static func shell(_ script: String) -> Action { .command(.init(arguments: ["sh", "-c", script])) }

    /// A command that runs until the test ends it.
    private static let longCommand = shell("sleep 1000")

    @Test func runningCommandSurvivesReload() throws {
      let directory = try TemporaryDirectory()
      let rig = try Rig([Self.shell("until test -e \(directory.file("go")); do sleep 0.02; done; exit 3"), .light])
      #expect(rig.press() == nil)
      #expect(rig.phases == [.running, .idle])
      rig.reload([Self.shell("exit 4"), .light])
      #expect(rig.phases == [.running, .idle])
      #expect(rig.press() == "the button's action is still running")
      #expect(rig.store.state.count == 1 && rig.actions.runningCommandCount == 1)
      #expect(rig.log.contains("root/cube/face3/b0, command, result refused: the button's action is still running, "))
      try directory.write("", to: "go")
      try rig.loop.run { rig.actions.runningCommandCount == 0 }
      #expect(rig.phases == [.failed(3), .idle])
      // A reload also keeps the result, which is shown for four seconds.
      rig.reload([Self.shell("exit 4"), .light])
      #expect(rig.phases == [.failed(3), .idle])
      rig.window.advance(to: EventLoop.now + 4_100_000_000)
      #expect(rig.phases == [.idle, .idle])
      #expect(rig.press() == nil)
      try rig.loop.run { rig.phases == [.failed(4), .idle] }
    }

    /// The command of a removed button continues, and the button shows it when it is added again.
    @Test func removedButtonKeepsItsCommand() throws {
      let rig = try Rig([.light, Self.longCommand])
      #expect(rig.press(1) == nil)
      rig.reload([.light])
      #expect(rig.phases == [.idle] && rig.actions.runningCommandCount == 1)
      rig.reload([.light, .light])
      #expect(rig.phases == [.idle, .running])
      #expect(rig.press(1) == "the button's action is still running")
      CommandRun.end(rig.actions.runningCommands)
    }

    @Test func eachResultIsShownForFourSeconds() throws {
      let rig = try Rig([Self.shell("exit 3")])
      _ = rig.press()
      try rig.loop.run { rig.phases == [.failed(3)] }
      let first = rig.window.now
      rig.reload([Self.shell("sleep 0.3; exit 4")])
      _ = rig.press()
      try rig.loop.run { rig.phases == [.failed(4)] }
      let second = rig.window.now
      rig.window.advance(to: first + 4_100_000_000)
      #expect(rig.phases == [.failed(4)])
      rig.window.advance(to: second + 4_100_000_000)
      #expect(rig.phases == [.idle])
    }

    @Test func ninthCommandIsRefused() throws {
      let rig = try Rig(Array(repeating: Self.longCommand, count: 9))
      for index in 0..<8 { #expect(rig.press(index) == nil) }
      #expect(rig.press(8) == "too many commands run")
      #expect(rig.phases == Array(repeating: .running, count: 8) + [.failed(75)])
      #expect(rig.log.contains("root/cube/face3/b8, command, result refused: too many commands run, "))
      CommandRun.end(rig.actions.runningCommands)
    }

    @Test(.disabled(if: Emulation.isOn, Comment(rawValue: Emulation.execErrorsNotReportedReason)))
    func failedStartIsShown() throws {
      let rig = try Rig([.command(.init(arguments: ["/nonexistent/door"]))])
      #expect(rig.press() == "/nonexistent/door: No such file or directory")
      #expect(rig.phases == [.failed(127)] && rig.actions.runningCommandCount == 0)
      #expect(rig.log.contains("root/cube/face3/b0, command, result 127, "))
    }

    /// A unit's button runs until systemctl ends, and shows its result.
    @Test func buttonShowsResultOfUnit() throws {
      let rig = try Rig([.unit("door.service"), .unit("slow.service", timeout: 0.2)])
      let systemctl = try StubSystemctl()
      for (status, phase) in [(5, ActionButton.Phase.failed(1)), (0, .succeeded)] {
        #expect(rig.press() == nil)
        #expect(rig.phases[0] == .running && rig.press() == "the button's action is still running")
        try systemctl.end("door.service", status: status)
        try rig.loop.run { rig.phases[0] != .running }
        #expect(rig.phases[0] == phase)
      }
      #expect(rig.press(1) == nil)
      try rig.loop.run { rig.phases[1] == .outcomeUnknown }
      #expect(
        try systemctl.calls == [
          "--no-ask-password start -- door.service", "--no-ask-password start -- door.service",
          "--no-ask-password start -- slow.service",
        ])
      #expect(rig.log.contains("result door.service: systemctl ended with status 5, "))
      #expect(rig.log.contains("result door.service started, "))
      #expect(rig.log.contains("result slow.service: systemctl took too long; whether it was started is not known, "))
    }

    /// The real program, on a system without the unit, or without systemd.
    @Test(.enabled(if: access("/usr/bin/systemctl", X_OK) == 0, "systemctl is not installed"))
    func missingUnitFails() throws {
      let rig = try Rig([.unit("cube-kiosk-no-such-unit.service")])
      #expect(rig.press() == nil)
      try rig.loop.run { rig.phases != [.running] }
      #expect(rig.phases == [.failed(1)])
      #expect(rig.log.contains("result cube-kiosk-no-such-unit.service: systemctl ended with status "))
    }

    @Test func pressActionPressesFirstButtonOfCube() throws {
      let rig = try Rig(
        [.light],
        nodes:
          #"{"name": "door", "button": {"title": "Go", "action": "press"}}, {"name": "b", "button": {"title": ""}}"#)
      let file = try #require(rig.fileScene)
      try rig.actions.press(file.buttons[0])
      #expect(rig.store.state.count == 1 && !rig.store.state.isLightOn && !rig.cube.isLightOn)
      try rig.actions.press(file.buttons[1])
      #expect(rig.store.state.count == 2 && rig.store.state.presses == ["3/b0": 1, "/b": 1])
      #expect(rig.log.contains("press 2: '', root/b, none, result none"))
      rig.reload([Self.longCommand])
      file.buttons[0].onPress?()
      #expect(rig.phases == [.running] && file.buttons[0].phase == .running && file.buttons[1].phase == .idle)
      file.buttons[0].onPress?()
      #expect(rig.actions.runningCommandCount == 1 && rig.phases == [.running])
      CommandRun.end(rig.actions.runningCommands)
      // If the cube's first button itself has the action, a press of it counts once.
      let pressRig = try Rig([.press])
      #expect(pressRig.press() == nil && pressRig.store.state.presses == ["3/b0": 1])
    }

    /// A toggle, and a button that the toggle enables.
    @Test func setActionEnablesOtherButton() throws {
      let rig = try Rig(
        [],
        nodes: """
          {"name": "lamp", "button": {"title": "{lamp}", "action": {"set": {"lamp": ["on", "off"], "n": 7}}}},
          {"name": "go", "button": {"title": "Go", "enabled": {"when": "lamp", "is": "on"}, "action": "none"}}
          """, values: #"{"lamp": {"set": "off"}, "n": {"set": true}}"#)
      let buttons = try #require(rig.fileScene?.buttons)
      func press(_ index: Int) -> String? { rig.press(buttons[index]) }
      #expect(press(1) == "the button isn't enabled now")
      #expect(press(0) == nil && rig.text(of: "lamp") == "on" && rig.text(of: "n") == "7" && press(1) == nil)
      #expect(press(0) == nil && rig.text(of: "lamp") == "off" && press(1) == "the button isn't enabled now")
      #expect(
        rig.log.contains("set, result lamp=on n=7,") && rig.log.contains("result refused: the button isn't enabled now")
      )
      #expect(rig.store.state.presses == ["/lamp": 2, "/go": 1])
    }

    @Test func controlSetsValueAndPerformsItsAction() throws {
      let rig = try Rig(
        [],
        nodes: """
          {"name": "lamp", "switch": {"value": "lamp", "off": "off", "on": "on"}},
          {"name": "heat", "slider": {"value": "heat", "maximum": 25, "action": "light"}},
          {"name": "door", "switch": {"value": "door", "on": "ajar"}}
          """, values: #"{"lamp": {"set": "off"}, "heat": {"set": true}, "door": {"set": ["off", "on"]}}"#)
      let controls = try #require(rig.fileScene?.valueControls)
      controls[0].onChange?("on")
      controls[1].onChange?("21")
      controls[2].onChange?("ajar")
      #expect(rig.text(of: "lamp") == "on" && rig.text(of: "heat") == "21" && rig.text(of: "door") == "off")
      #expect(rig.store.state.presses == ["/lamp": 1, "/heat": 1, "/door": 1] && !rig.store.state.isLightOn)
      #expect(rig.log.contains("root/lamp, set, result lamp=on,") && rig.log.contains("root/heat, light, result off,"))
      #expect(rig.log.contains("root/door, set, result refused: door: 'ajar'; expected off or on"))
    }

    /// A client sets what a finger could: nothing else, and nothing while the control is disabled.
    @Test func clientSetsWhatAFingerCould() throws {
      let rig = try Rig(
        [],
        nodes: """
          {"name": "lamp", "switch": {"value": "lamp"}}, {"name": "code", "keypad": {"value": "code", "digits": 3}},
          {"name": "heat", "slider": {"value": "heat", "minimum": 15, "maximum": 25, "step": 5,
            "enabled": {"when": "lamp", "is": "on"}}}
          """, values: #"{"lamp": {"initial": "on"}, "heat": {"initial": "20"}, "code": {"initial": null}}"#)
      let controls = try #require(rig.fileScene?.valueControls)
      let client = ControlPeer(user: 0, socket: "control")
      func refusal(_ index: Int, _ text: String) -> String {
        do throws(Refusal) {
          try rig.actions.set(controls[index], to: text, by: client)
          return ""
        } catch {
          return "\(error)"
        }
      }
      #expect(refusal(2, "25") == "" && rig.text(of: "heat") == "25")
      #expect(refusal(2, "26") == "'26'; expected a number from 15 to 25, in steps of 5")
      #expect(refusal(1, "1234") == "'1234'; expected 1 to 3 digits" && refusal(1, "12") == "")
      #expect(refusal(0, "dim") == "'dim'; expected off or on" && refusal(0, "off") == "")
      #expect(refusal(2, "15") == "the control isn't enabled now" && rig.text(of: "heat") == "25")
      #expect(rig.log.contains("root/heat, set, by root at control, result refused: the control isn't enabled now"))
    }

    /// If a control changes several times while its command runs, the command runs once more, with the last value.
    @Test func changeDuringCommandRunsItOnceMore() throws {
      let directory = try TemporaryDirectory()
      let script = "echo $1 >> \(directory.file("ran")); until test -e \(directory.file("go")); do sleep 0.02; done"
      let rig = try Rig(
        [],
        nodes: """
          {"name": "heat", "slider": {"value": "heat", "action": {"command": ["sh", "-c", "\(script)", "sh", "{heat}"]}}}
          """, values: #"{"heat": {"set": true}}"#)
      let control = try #require(rig.fileScene?.valueControls.first)
      for text in ["20", "21", "22"] { control.onChange?(text) }
      #expect(rig.text(of: "heat") == "22" && rig.actions.runningCommandCount == 1 && rig.store.state.count == 1)
      try directory.write("", to: "go")
      try rig.loop.run { rig.store.state.count == 2 && rig.actions.runningCommandCount == 0 }
      #expect(try directory.read("ran") == "20\n22\n")
      #expect(!rig.log.contains("refused"))
    }

    @Test func buttonsInRowsPerformTheirLinesAction() throws {
      let row = """
        "stack": {"axis": "horizontal"}, "children": [
          {"name": "run", "button": {"title": "{line}", "action": {"command": ["sh", "-c", "test {line} = b || sleep 1000"]}}},
          {"name": "only", "button": {"title": "Only", "action": {"set": {"plans": "{line}"}}}},
          {"name": "select", "switch": {"value": "plan", "on": "{line}", "off": "none"}}]
        """
      let rig = try Rig(
        [],
        nodes: "{\"name\": \"list\", \"frame\": [0, 0, 99, 99], \"list\": {\"value\": \"plans\", \"row\": {\(row)}}}",
        values: #"{"plans": {"set": "a\nb", "lines": 9}, "plan": {"set": "b"}}"#)
      let file = try #require(rig.fileScene)
      rig.stage.show(file)
      rig.window.layoutIfNeeded()
      let list = try #require(file.lists.first)
      func phases() -> [ActionButton.Phase] { list.rows.map { $0.buttons[0].phase } }
      #expect(list.rows.count == 2 && phases() == [.idle, .idle])
      for row in list.rows { row.buttons[0].onPress?() }
      #expect(phases() == [.running, .running] && rig.actions.runningCommandCount == 2)
      try rig.loop.run { rig.actions.runningCommandCount == 1 }
      #expect(phases() == [.running, .succeeded])
      #expect(rig.store.state.presses == ["/run": 2] && list.rows.map { $0.buttons[0].pressCount } == [2, 2])
      list.rows[0].controls[0].onChange?("a")
      #expect(rig.text(of: "plan") == "a")
      // The press removes a row; the running command belongs to the line, not to the view.
      list.rows[0].buttons[1].onPress?()
      rig.window.layoutIfNeeded()
      #expect(list.rows.count == 1 && phases() == [.running] && list.rows[0].buttons[0].pressCount == 2)
      CommandRun.end(rig.actions.runningCommands)
    }

    /// Only the row that was pressed shows the result, of two with the same line.
    @Test func resultIsShownInThePressedRow() throws {
      let rig = try Rig(
        [],
        nodes: #"""
          {"frame": [0, 0, 99, 99], "list": {"value": "plans", "row": {"height": 20, "text": {"string": "{line}"}, "name": "run",
            "action": {"command": ["true"]}}}}
          """#,
        values: #"{"plans": {"set": "a\nb\na", "lines": 9}}"#)
      let file = try #require(rig.fileScene)
      let list = try #require(file.lists.first)
      // That of a page which was never shown is found, too.
      let hidden = try #require(list.row(of: "b")?.buttons.first)
      try rig.actions.press(hidden)
      #expect(rig.actions.isRunning(hidden))
      rig.stage.show(file)
      rig.window.layoutIfNeeded()
      func phases() -> [ActionButton.Phase] { list.rows.map { $0.buttons[0].phase } }
      #expect(phases() == [.idle, .running, .idle])
      list.rows[2].buttons[0].onPress?()
      #expect(phases() == [.idle, .running, .running])
      try rig.loop.run { rig.actions.runningCommandCount == 0 }
      #expect(phases() == [.idle, .succeeded, .succeeded] && !rig.actions.isRunning(hidden))
    }

    @Test func actionsGetTheColumnsOfTheirLine() throws {
      let rig = try Rig(
        [],
        nodes: #"""
          {"frame": [0, 0, 99, 99], "list": {"value": "plans", "row": {"text": {"string": "{line.id}"},
            "action": {"set": {"plan": "{line.id}: {line.none}{plan} {line}"}}}}}
          """#,
        values: #"{"plans": {"set": "{\"id\": \"{plan}\"}", "lines": 9}, "plan": {"set": "b"}}"#)
      let file = try #require(rig.fileScene)
      try rig.actions.press(#require(file.lists[0].row(of: #"{"id": "{plan}"}"#)?.buttons.first))
      #expect(rig.text(of: "plan") == #"{plan}: b {"id": "{plan}"}"#)
    }

    @Test func buttonOfSceneFilePerformsAnyAction() throws {
      let rig = try Rig(
        [Self.longCommand],
        nodes: """
          {"name": "door", "button": {"title": "Open", "action": {"command": ["sh", "-c", "exit ${CUBE_KIOSK_FACE}4"]}}},
          {"name": "lamp", "button": {"title": "Lamp", "action": "light"}}
          """)
      let file = try #require(rig.fileScene)
      file.buttons[0].onPress?()
      #expect(file.buttons[0].phase == .running && rig.phases == [.idle] && rig.actions.runningCommandCount == 1)
      try rig.loop.run { rig.actions.runningCommandCount == 0 }
      #expect(file.buttons.map(\.phase) == [.failed(4), .idle])
      // A new cube doesn't change the scene file's buttons.
      rig.reload([.none])
      #expect(file.buttons[0].phase == .failed(4))
      file.buttons[1].onPress?()
      #expect(!rig.cube.isLightOn && !file.buttons[1].isLightOn)
      #expect(rig.store.state.presses == ["/door": 1, "/lamp": 1] && file.buttons.map(\.pressCount) == [1, 1])
    }

    @Test func sceneAndLightActionsAreImmediate() throws {
      let rig = try Rig(json: #"["fold", {"scene": "order"}, "light"]"#)
      rig.stage.makeScene = { SceneCatalog.make($0) }
      var changes = 0
      rig.actions.onChange = { changes += 1 }
      func foldChoice() -> Int? { rig.stage.scene.controls.first?.selectedIndex }
      #expect(rig.press(0) == nil && rig.stage.scene is FoldScene)
      let choiceBefore = foldChoice()
      #expect(rig.press(0) == nil && choiceBefore != nil && foldChoice() != choiceBefore)
      #expect(rig.press(1) == nil && rig.stage.scene.name == "order")
      #expect(rig.press(2) == nil && !rig.cube.isLightOn)
      #expect(changes == 4 && rig.phases == [.idle, .idle, .idle])
    }
  }
}
