import Chrome
import Events
import Foundation
import Geometry
import Scenes
import Testing
import Views

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
      let counter: Counter
      private(set) var cube: CubeScene
      private let output = Pipe()

      init(_ list: [Action]) throws {
        let fd = output.fileHandleForReading.fileDescriptor
        _ = fcntl(fd, F_SETFL, O_NONBLOCK)
        let log = Log(level: .notice, fd: output.fileHandleForWriting.fileDescriptor)
        counter = Counter(directory: nil, log: log)
        cube = Self.cube(list.count)
        stage = Stage(cube)
        app = try Application(
          stage, size: Size(640, 400), threads: 1, options: PanelOptions(title: "Test", appID: "test"), log: log)
        actions = ButtonActions(
          app, stage: stage, cube: cube, actions: [3: list], counter: counter, events: nil)
        app.window.advance(to: EventLoop.now)
      }

      /// As the configuration has them.
      convenience init(reading text: String) throws {
        let list = JSONPlace(value: try .read(Array(text.utf8), name: "actions"), path: "$", file: "actions")
        var faults: [FileFault] = []
        try self.init(list.array().map { try Action.read($0, &faults) })
        #expect(faults == [])
      }

      private static func cube(_ buttons: Int) -> CubeScene {
        var face = FaceDescription()
        face.buttons = (0..<buttons).map { .init(name: "b\($0)") }
        return CubeScene(SceneOptions(faces: [3: face]))
      }

      /// As when the configuration is read again.
      func reload(_ list: [Action]) {
        cube = Self.cube(list.count)
        stage.show(cube)
        actions.take(cube, actions: [3: list])
      }

      var phases: [CubeButton.Phase] { cube.buttons.map(\.phase) }

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
      #expect(rig.counter.state.count == 1 && rig.actions.runningCommands == 1)
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
      rig.actions.stop()
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
      rig.actions.stop()
    }

    @Test func whatCannotBeStartedSaysSo() throws {
      let rig = try Rig([.command(.init(arguments: ["/nonexistent/door"]))])
      #expect(rig.press() == "/nonexistent/door: No such file or directory")
      #expect(rig.phases == [.failed(127)] && rig.actions.runningCommands == 0)
      #expect(rig.log().contains("root/cube/face3/b0, command, result 127, "))
    }

    /// A scene file's `press` is a press of the cube's first button; another name is counted and does nothing.
    @Test func aSceneFilesButton() throws {
      let rig = try Rig([.light])
      let view = View(name: "door")
      rig.actions.press(view, named: "press")
      #expect(rig.counter.state.count == 1 && !rig.counter.state.light && !rig.cube.isLightOn)
      rig.actions.press(view, named: "other")
      #expect(rig.counter.state.count == 2 && rig.counter.state.presses == ["3/b0": 1])
      #expect(rig.log().contains("press 2: door, none, result none"))
      rig.reload([Self.long])
      rig.actions.press(view, named: "press")
      rig.actions.press(view, named: "press")
      #expect(rig.actions.runningCommands == 1 && rig.phases == [.running])
      rig.actions.stop()
    }

    @Test func whatTakesNoTimeIsDoneAtOnce() throws {
      let rig = try Rig(reading: #"["fold", {"scene": "order"}, "light"]"#)
      rig.stage.makeScene = { SceneCatalog.make($0) }
      var changes = 0
      rig.actions.onChange = { changes += 1 }
      #expect(rig.press(0) == nil && rig.stage.scene is FoldScene)
      #expect(rig.press(1) == nil && rig.stage.scene.name == "order")
      #expect(rig.press(2) == nil && !rig.cube.isLightOn)
      #expect(changes == 3 && rig.phases == [.idle, .idle, .idle])
    }
  }
}
