import Chrome
import Foundation
import Scenes
import TestSupport
import Testing

@testable import Configuration
@testable import Control
@testable import Kiosk
@testable import PanelKit

/// A cube with one button on face 3 for each action.
final class ButtonActionsRig {
  /// The wall clock's time at the start, in seconds since 1970. A machine's uptime may be shorter than a history.
  static let wallTime = 1_700_000_000.0
  let app: Application
  let actions: ButtonActions
  let stage: Stage
  var loop: EventLoop { app.loop }
  var window: Window { app.window }
  let store: StateStore
  private(set) var cube: CubeScene
  /// The scene file's scene, if there are `nodes`.
  let fileScene: FileScene?
  private let values: Values
  let sources: ValueSources
  let adapters: Adapters
  let log = LogPipe()

  /// - Parameters:
  ///   - buttonActions: The actions of the cube's buttons.
  ///   - nodes: The nodes of a scene file in addition to the cube, as JSON.
  ///   - definitions: The scene file's values, as JSON.
  ///   - answerTimeout: The time for an adapter's answer, in nanoseconds.
  init(
    _ buttonActions: [Action], nodes: String? = nil, values definitions: String = "{}",
    answerTimeout: UInt64 = AdapterRequests.timeout
  ) throws {
    cube = Self.cube(buttonActions)
    let text =
      #"{"size": [99, 99], "values": \#(definitions), "root": {"name": "root", "children": [\#(nodes ?? "")]}}"#
    let (scene, errors) = SceneReader.read(Array(text.utf8), name: "scene")
    #expect(errors == [])
    let values = Values(scene.values)
    self.values = values
    values.wallClockWasSet(to: Self.wallTime, at: EventLoop.bootTime)
    fileScene = nodes.map { _ in FileScene(scene, values: values) }
    stage = Stage(cube)
    app = try Application(
      stage, size: Size(640, 400), threads: 1,
      options: PanelOptions(title: "Test", appID: "test", compositorTimeout: 0),
      log: log.log)
    store = StateStore(SavedState(), file: nil, loop: app.loop, log: log.log)
    sources = try ValueSources(values, loop: app.loop, log: log.log)
    adapters = try Adapters(sources, loop: app.loop, log: log.log, timeout: answerTimeout)
    actions = ButtonActions(
      app, stage: stage, cube: cube, fileScenes: fileScene.map { [$0] } ?? [], store: store, events: EventFeed(),
      sources: sources, adapters: adapters)
    app.window.advance(to: EventLoop.now)
  }

  func text(of value: String) -> String { values.text(of: value) }
  func history(of value: String, seconds: Double) -> ValueHistory { values.history(of: value, seconds: seconds) }
  func reading(_ value: String) -> Values.Reading? { values.reading(value) }

  /// - Parameter text: The buttons' actions, as JSON.
  convenience init(json text: String) throws {
    let list = LocatedJSON(value: try .read(Array(text.utf8), name: "actions"), file: "actions")
    var errors: [Diagnostic] = []
    try self.init(list.array().map { try Action.read($0, &errors) })
    #expect(errors == [])
  }

  private static func cube(_ actions: [Action]) -> CubeScene {
    let buttons = actions.enumerated().map { ButtonDescription(name: "b\($0)", action: $1) }
    return CubeScene(SceneOptions(faces: [3: FaceDescription(buttons: buttons)]))
  }

  /// Replaces the cube, as a reload of the configuration does.
  func reload(_ buttonActions: [Action]) {
    cube = Self.cube(buttonActions)
    stage.show(cube)
    actions.replaceScenes(cube, fileScenes: fileScene.map { [$0] } ?? [])
  }

  var phases: [ActionButton.Phase] { cube.buttons.map(\.phase) }

  /// Presses a button of the cube, and returns the reason if it is refused.
  func press(_ index: Int = 0) -> String? { press(cube.buttons[index]) }

  func press(_ button: ActionButton) -> String? {
    do {
      try actions.press(button)
      return nil
    } catch {
      return error.description
    }
  }
}
