import Chrome
import Emulation
import Foundation
import Scenes
import Testing

@testable import Configuration
@testable import Control
@testable import Kiosk
@testable import PanelKit

extension WholeProcessTests {
  /// The actions of buttons without a panel: a cube on a stage, a window that nobody sees, and real commands.
  @Suite struct ButtonActionsTests {
    /// A cube with one button on face 3 for each action, and what is said about it.
    private final class Rig {
      let app: Application
      let actions: ButtonActions
      let stage: Stage
      var loop: EventLoop { app.loop }
      var window: Window { app.window }
      let store: StateStore
      private(set) var cube: CubeScene
      let file: FileScene?
      private let values: Values
      private let sources: ValueSources
      private let output = Pipe()

      /// - Parameters:
      ///   - nodes: of a scene file beside the cube, as JSON.
      ///   - definitions: its values, as JSON.
      init(_ list: [Action], nodes: String? = nil, values definitions: String = "{}") throws {
        let fd = output.fileHandleForReading.fileDescriptor
        _ = fcntl(fd, F_SETFL, O_NONBLOCK)
        let log = Log(level: .notice, fd: output.fileHandleForWriting.fileDescriptor)
        cube = Self.cube(list)
        let text =
          #"{"size": [99, 99], "values": \#(definitions), "root": {"name": "root", "children": [\#(nodes ?? "")]}}"#
        let (scene, faults) = SceneReader.read(Array(text.utf8), name: "scene")
        #expect(faults == [])
        let values = Values(scene.values)
        self.values = values
        file = nodes.map { _ in FileScene(scene, values: values) }
        stage = Stage(cube)
        app = try Application(
          stage, size: Size(640, 400), threads: 1, options: PanelOptions(title: "Test", appID: "test"), log: log)
        store = StateStore(SavedState(), file: nil, loop: app.loop, log: log)
        sources = try ValueSources(values, loop: app.loop, log: log)
        actions = ButtonActions(
          app, stage: stage, cube: cube, files: file.map { [$0] } ?? [], store: store, events: EventFeed(),
          sources: sources)
        app.window.advance(to: EventLoop.now)
      }

      func says(_ name: String) -> String { values.text(of: name) }

      /// As the configuration has them.
      convenience init(reading text: String) throws {
        let list = JSONPlace(value: try .read(Array(text.utf8), name: "actions"), file: "actions")
        var faults: [Diagnostic] = []
        try self.init(list.array().map { try Action.read($0, &faults) })
        #expect(faults == [])
      }

      private static func cube(_ actions: [Action]) -> CubeScene {
        var face = FaceDescription()
        face.buttons = actions.enumerated().map { ButtonDescription(name: "b\($0)", action: $1) }
        return CubeScene(SceneOptions(faces: [3: face]))
      }

      /// As when the configuration is read again.
      func reload(_ list: [Action]) {
        cube = Self.cube(list)
        stage.show(cube)
        actions.replaceScenes(cube, files: file.map { [$0] } ?? [])
      }

      var phases: [ActionButton.Phase] { cube.buttons.map(\.phase) }

      /// `nil` when it was started, else why not.
      func press(_ index: Int = 0) -> String? {
        do {
          try actions.press(cube.buttons[index])
          return nil
        } catch {
          return error.description
        }
      }

      func turn(until isOver: () -> Bool) throws {
        let end = EventLoop.now + 20_000_000_000
        while !isOver(), EventLoop.now < end { try loop.turn(waiting: 100_000_000) }
        #expect(isOver())
      }

      /// The lines logged since it was asked last.
      func log() -> String {
        String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      }
    }

    private static func shell(_ script: String) -> Action { .command(.init(arguments: ["sh", "-c", script])) }

    /// It runs until it is ended: nothing here waits for it.
    private static let long = shell("sleep 1000")

    @Test func whatRunsBelongsToTheButtonOfThatName() throws {
      let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: scratch) }
      let rig = try Rig([Self.shell("until test -e \(scratch.path); do sleep 0.02; done; exit 3"), .light])
      #expect(rig.press() == nil)
      #expect(rig.phases == [.running, .idle])
      rig.reload([Self.shell("exit 4"), .light])
      #expect(rig.phases == [.running, .idle])
      #expect(rig.press() == "the button is at work")
      #expect(rig.store.state.count == 1 && rig.actions.runningCommands == 1)
      #expect(rig.log().contains("root/cube/face3/b0, command, result refused: the button is at work, "))
      try Data().write(to: scratch)
      try rig.turn { rig.actions.runningCommands == 0 }
      #expect(rig.phases == [.failed(3), .idle])
      // A result stays through a reload as well, and for four seconds.
      rig.reload([Self.shell("exit 4"), .light])
      #expect(rig.phases == [.failed(3), .idle])
      rig.window.advance(to: EventLoop.now + 4_100_000_000)
      #expect(rig.phases == [.idle, .idle])
      #expect(rig.press() == nil)
      try rig.turn { rig.phases == [.failed(4), .idle] }
    }

    /// A button that the file no longer has ends what it began, and is at work when it comes back before that.
    @Test func aButtonThatGoesAndComes() throws {
      let rig = try Rig([.light, Self.long])
      #expect(rig.press(1) == nil)
      rig.reload([.light])
      #expect(rig.phases == [.idle] && rig.actions.runningCommands == 1)
      rig.reload([.light, .light])
      #expect(rig.phases == [.idle, .running])
      #expect(rig.press(1) == "the button is at work")
      CommandRun.end(rig.actions.commands)
    }

    @Test func theSecondResultHasItsOwnFourSeconds() throws {
      let rig = try Rig([Self.shell("exit 3")])
      _ = rig.press()
      try rig.turn { rig.phases == [.failed(3)] }
      let first = rig.window.now
      rig.reload([Self.shell("sleep 0.3; exit 4")])
      _ = rig.press()
      try rig.turn { rig.phases == [.failed(4)] }
      let second = rig.window.now
      rig.window.advance(to: first + 4_100_000_000)
      #expect(rig.phases == [.failed(4)])
      rig.window.advance(to: second + 4_100_000_000)
      #expect(rig.phases == [.idle])
    }

    @Test func theNinthIsRefused() throws {
      let rig = try Rig(Array(repeating: Self.long, count: 9))
      for index in 0..<8 { #expect(rig.press(index) == nil) }
      #expect(rig.press(8) == "too many commands run")
      #expect(rig.phases == Array(repeating: .running, count: 8) + [.failed(75)])
      #expect(rig.log().contains("root/cube/face3/b8, command, result refused: too many commands run, "))
      CommandRun.end(rig.actions.commands)
    }

    @Test(.disabled(if: Emulation.isOn, Comment(rawValue: Emulation.losesErrorsOfExec)))
    func whatCannotBeStartedSaysSo() throws {
      let rig = try Rig([.command(.init(arguments: ["/nonexistent/door"]))])
      #expect(rig.press() == "/nonexistent/door: No such file or directory")
      #expect(rig.phases == [.failed(127)] && rig.actions.runningCommands == 0)
      #expect(rig.log().contains("root/cube/face3/b0, command, result 127, "))
    }

    /// A unit's button runs until its job ends, and shows the job's result.
    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func aButtonShowsHowItsUnitEnded() throws {
      let rig = try Rig([.unit("door.service"), .unit("slow.service", timeout: 0.2)])
      let systemd = try SystemdManager(rig.loop)
      for (result, phase) in [("failed", ActionButton.Phase.failed(1)), ("done", .succeeded)] {
        systemd.results["door.service"] = .some(nil)
        #expect(rig.press() == nil)
        let calls = systemd.calls.count
        try rig.turn { systemd.calls.count > calls }
        #expect(rig.phases[0] == .running && rig.press() == "the button is at work")
        systemd.reportEnd(of: UInt32(systemd.calls.count), "door.service", result)
        try rig.turn { rig.phases[0] != .running }
        #expect(rig.phases[0] == phase)
      }
      systemd.results["slow.service"] = .some(nil)
      #expect(rig.press(1) == nil)
      try rig.turn { rig.phases[1] == .unknown }
      let log = rig.log()
      #expect(log.contains("door.service: the job's result is failed") && log.contains("result door.service started"))
      #expect(log.contains("slow.service: not started within 0 s; whether it was started is not known"))
    }

    /// A scene file's `press` is a press of the cube's first button, and shows what that does.
    @Test func aPressOfTheCubesFirstButton() throws {
      let rig = try Rig(
        [.light],
        nodes:
          #"{"name": "door", "button": {"title": "Go", "action": "press"}}, {"name": "b", "button": {"title": ""}}"#)
      let file = try #require(rig.file)
      try rig.actions.press(file.buttons[0])
      #expect(rig.store.state.count == 1 && !rig.store.state.light && !rig.cube.isLightOn)
      try rig.actions.press(file.buttons[1])
      #expect(rig.store.state.count == 2 && rig.store.state.presses == ["3/b0": 1, "/b": 1])
      #expect(rig.log().contains("press 2: '', root/b, none, result none"))
      rig.reload([Self.long])
      file.buttons[0].onPress?()
      #expect(rig.phases == [.running] && file.buttons[0].phase == .running && file.buttons[1].phase == .idle)
      file.buttons[0].onPress?()
      #expect(rig.actions.runningCommands == 1 && rig.phases == [.running])
      CommandRun.end(rig.actions.commands)
      // Its own press is one press.
      let own = try Rig([.press])
      #expect(own.press() == nil && own.store.state.presses == ["3/b0": 1])
    }

    /// A toggle, and a button that another one locks, without a program.
    @Test func aButtonSetsValuesAndGoesByThem() throws {
      let rig = try Rig(
        [],
        nodes: """
          {"name": "lamp", "button": {"title": "{lamp}", "action": {"set": {"lamp": ["on", "off"], "n": 7}}}},
          {"name": "go", "button": {"title": "Go", "enabled": {"when": "lamp", "is": "on"}, "action": "none"}}
          """, values: #"{"lamp": {"set": "off"}, "n": {"set": true}}"#)
      let buttons = try #require(rig.file?.buttons)
      func press(_ index: Int) -> String {
        do {
          try rig.actions.press(buttons[index])
          return ""
        } catch {
          return error.description
        }
      }
      #expect(press(1) == "the button isn't enabled now")
      #expect(press(0) == "" && rig.says("lamp") == "on" && rig.says("n") == "7" && press(1) == "")
      #expect(press(0) == "" && rig.says("lamp") == "off" && press(1) == "the button isn't enabled now")
      let log = rig.log()
      #expect(log.contains("set, result lamp=on n=7,") && log.contains("result refused: the button isn't enabled now"))
      #expect(rig.store.state.presses == ["/lamp": 2, "/go": 1])
    }

    /// A scene file's button does what a cube's does, and shows it.
    @Test func aSceneFilesButtonDoesAnyAction() throws {
      let rig = try Rig(
        [Self.long],
        nodes: """
          {"name": "door", "button": {"title": "Open", "action": {"command": ["sh", "-c", "exit ${CUBE_KIOSK_FACE}4"]}}},
          {"name": "lamp", "button": {"title": "Lamp", "action": "light"}}
          """)
      let file = try #require(rig.file)
      file.buttons[0].onPress?()
      #expect(file.buttons[0].phase == .running && rig.phases == [.idle] && rig.actions.runningCommands == 1)
      try rig.turn { rig.actions.runningCommands == 0 }
      #expect(file.buttons.map(\.phase) == [.failed(4), .idle])
      // Another cube, the same scene file: it still shows the result.
      rig.reload([.none])
      #expect(file.buttons[0].phase == .failed(4))
      file.buttons[1].onPress?()
      #expect(!rig.cube.isLightOn && !file.buttons[1].isLightOn)
      #expect(rig.store.state.presses == ["/door": 1, "/lamp": 1] && file.buttons.map(\.pressCount) == [1, 1])
    }

    @Test func whatTakesNoTimeIsDoneAtOnce() throws {
      let rig = try Rig(reading: #"["fold", {"scene": "order"}, "light"]"#)
      rig.stage.makeScene = { SceneCatalog.make($0) }
      var changes = 0
      rig.actions.onChange = { changes += 1 }
      func isFolded() -> Int? {
        guard case .choice(let choice)? = rig.stage.scene.controls.first else { return nil }
        return choice.selectedIndex
      }
      #expect(rig.press(0) == nil && rig.stage.scene is FoldScene)
      let folded = isFolded()
      #expect(rig.press(0) == nil && folded != nil && isFolded() != folded)
      #expect(rig.press(1) == nil && rig.stage.scene.name == "order")
      #expect(rig.press(2) == nil && !rig.cube.isLightOn)
      #expect(changes == 4 && rig.phases == [.idle, .idle, .idle])
    }
  }
}
