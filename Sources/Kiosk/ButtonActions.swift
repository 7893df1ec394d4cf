import Chrome
import Events
import PanelKit
import Scenes
import Views

/// Carries out the actions of buttons, knows those that run, and shows their results.
///
/// All of that belongs to a button by its face and name. The view that shows it comes and goes with the configuration:
/// a command outlives it, and the next view shows what the last one did.
final class ButtonActions {
  /// The traits that make it the same button when the configuration was read again.
  private struct Identity: Hashable {
    let face: Int
    let name: String?

    init(_ button: CubeButton) { (face, name) = (button.face, button.name) }
  }

  /// So many commands run at once, and no more.
  static let mostRuns = 8
  /// The time for which a button shows its press's result, in seconds.
  static let resultTime = 4.0

  /// Called when something was pressed, or ended.
  var onChange: (() -> Void)?

  private let app: Application
  private let stage: Stage
  private let counter: Counter
  private let events: EventWriter?
  private let units: UnitStarter
  private var cube: CubeScene
  private var actions: [Int: [Action]] = [:]
  /// Of those that aren't idle.
  private var phases: [Identity: CubeButton.Phase] = [:]
  private var results: [Identity: Timer] = [:]
  private var runs: [Identity: CommandRun] = [:]

  /// - Parameters:
  ///   - app: runs the commands on its loop, and ends by its window's clock what a button shows.
  ///   - stage: the one that shows the scenes.
  init(
    _ app: Application, stage: Stage, cube: CubeScene, actions: [Int: [Action]], counter: Counter, events: EventWriter?
  ) {
    (self.app, self.stage, self.counter, self.events, self.cube) = (app, stage, counter, events, cube)
    units = UnitStarter(loop: app.loop)
    take(cube, actions: actions)
  }

  var runningCommands: Int { runs.count }

  /// Another cube, as the configuration has it now, and what its buttons do: by their faces, in their order.
  func take(_ cube: CubeScene, actions: [Int: [Action]]) {
    (self.cube, self.actions) = (cube, actions)
    // A press that is refused is recorded, and the button shows it.
    cube.onPress = { [unowned self] in try? press($0) }
    for button in cube.buttons { button.phase = phases[Identity(button)] ?? .idle }
  }

  /// A button of the cube. Throws when nothing was started.
  func press(_ button: CubeButton) throws(Refusal) { try press(button, by: button) }

  /// A scene file's button: `press` presses the cube's first one; of anything else is only told.
  func press(_ view: View, named action: String) {
    if action == "press", let button = cube.buttons.first {
      try? press(button, by: view)
    } else {
      count(nil, from: view, face: cube.buttons.first?.face ?? 3, Action.none).record("none", in: app.log)
      onChange?()
    }
  }

  /// Ends all commands, since the kiosk is going.
  func stop() { CommandRun.end(runs.values) }

  // MARK: A press

  private func press(_ button: CubeButton, by view: View) throws(Refusal) {
    let id = Identity(button)
    let (list, index) = (actions[button.face] ?? [], cube.index(of: button))
    let action = list.indices.contains(index) ? list[index] : .none
    if phases[id] == .running {
      let refusal = Refusal("the button is at work")
      Press(view, face: button.face, action, count: counter.state.count).record("refused: \(refusal)", in: app.log)
      throw refusal
    }
    let press = count(button, from: view, face: button.face, action)
    switch action {
    case .light:
      cube.isLightOn = counter.state.light
      press.record(counter.state.light ? "on" : "off", in: app.log)
    case .none: press.record("none", in: app.log)
    case .turn(let face):
      cube.turn(toFace: face)
      press.record("\(face)", in: app.log)
    case .scene(let name):
      if let scene = stage.makeScene?(name) { stage.show(scene) }
      press.record(name, in: app.log)
    case .fold:
      if !(stage.scene is FoldScene), let scene = stage.makeScene?(FoldScene.name) { stage.show(scene) }
      (stage.scene as? FoldScene)?.toggle()
      press.record("toggled", in: app.log)
    case .command(let command): try run(command, for: id, press)
    case .unit(let unit): start(unit, for: id, press)
    }
    onChange?()
  }

  /// - Parameter button: whose own count it is as well.
  private func count(_ button: CubeButton?, from view: View, face: Int, _ action: Action) -> Press {
    counter.update { state in
      if let button { state.press(button.countKey) } else { state.count += 1 }
      if action == .light { state.light.toggle() }
    }
    if let button { button.pressCount = counter.state.presses[button.countKey] ?? 0 }
    let press = Press(view, face: face, action, count: counter.state.count)
    events?.action(view: press.path, count: press.count, at: press.start)
    return press
  }

  // MARK: What takes a while

  private func run(_ command: Action.Command, for id: Identity, _ press: Press) throws(Refusal) {
    do {
      guard runs.count < Self.mostRuns else { throw Refusal("too many commands run") }
      runs[id] = try CommandRun(command, face: press.face, count: press.count, loop: app.loop, log: app.log) {
        [unowned self] in
        runs[id] = nil
        ended(press, id, status: $0.status, "\($0.status)")
      }
      show(.running, on: id)
    } catch let refusal as Refusal {
      ended(press, id, status: 75, "refused: \(refusal)")
      throw refusal
    } catch {
      ended(press, id, status: CommandRun.notStarted, "\(CommandRun.notStarted)")
      throw Refusal("\(error)")
    }
  }

  private func start(_ unit: String, for id: Identity, _ press: Press) {
    show(.running, on: id)
    units.start(unit) { [unowned self] outcome in
      switch outcome {
      case .queued: return ended(press, id, status: 0, "\(unit) started")
      case .refused(let reason):
        app.log.warning("\(unit): \(reason)")
        ended(press, id, status: 1, reason)
      case .unknown(let reason):
        app.log.warning("\(unit): \(reason)")
        ended(press, id, status: 124, showing: .unknown, reason)
      }
    }
  }

  private func ended(
    _ press: Press, _ id: Identity, status: Int, showing phase: CubeButton.Phase? = nil, _ result: String
  ) {
    // What follows begins now, not when the last frame was drawn.
    app.window.advance(to: app.clock())
    press.record(result, in: app.log)
    show(phase ?? (status == 0 ? .succeeded : .failed(status)), on: id)
    results[id] = app.window.after(seconds: Self.resultTime) { [weak self] in self?.show(.idle, on: id) }
    events?.actionFinished(status: status, at: EventLoop.now)
    onChange?()
  }

  private func show(_ phase: CubeButton.Phase, on id: Identity) {
    results.removeValue(forKey: id)?.cancel()
    phases[id] = phase == .idle ? nil : phase
    cube.buttons.first { Identity($0) == id }?.phase = phase
  }
}

extension CubeButton {
  /// The key by which its presses are counted, from start to start.
  var countKey: String { "\(face)/\(name ?? "")" }
}
