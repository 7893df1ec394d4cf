import EventLoop
import Scenes
import Views

/// What buttons do.
extension Kiosk {
  /// So many commands run at once, and no more.
  static let mostRuns = 8

  /// A button of the cube.
  func press(_ button: CubeButton) {
    let index = cube.index(of: button)
    let action = options.actions[button.face].flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? .none
    perform(action, for: button, named: button.path, face: button.face)
  }

  /// A scene file's button: `press` does what the cube's first one does.
  func pressed(_ button: View, action: String) {
    let face = options.actions.filter { !$0.value.isEmpty }.keys.min() ?? 3
    let first = action == "press" ? options.actions[face]?.first ?? .none : .none
    perform(first, for: nil, named: button.path, face: face)
  }

  private func perform(_ action: Action, for button: CubeButton?, named path: String, face: Int) {
    counter.update { state in
      state.count += 1
      if action == .light { state.light.toggle() }
    }
    let (count, start) = (counter.state.count, EventLoop.now)
    cube.pressCount = count
    events?.action(view: path, count: count, at: EventLoop.now)
    func done(_ result: String) {
      record(path, label: button?.accessibilityLabel, face: face, action.name, result, start: start, count: count)
      showStatus()
    }
    /// Of what takes a while.
    func ended(_ status: Int, _ result: String) {
      // What follows begins now, not when the last frame was drawn.
      window.advance(to: clock())
      done(result)
      button?.phase = status == 0 ? .succeeded : .failed(status)
      window.after(seconds: Self.resultTime) { [weak button] in
        if button?.phase != .running { button?.phase = .idle }
      }
      events?.actionFinished(status: status, at: EventLoop.now)
    }
    switch action {
    case .light:
      cube.isLightOn = counter.state.light
      done(counter.state.light ? "on" : "off")
    case .none: done("none")
    case .turn(let face):
      cube.turn(toFace: face)
      done("\(face)")
    case .scene(let name):
      if let scene = stage.makeScene?(name) { stage.show(scene) }
      done(name)
    case .fold:
      if !(stage.scene is FoldScene), let scene = stage.makeScene?(FoldScene.name) { stage.show(scene) }
      (stage.scene as? FoldScene)?.toggle()
      done("toggled")
    case .command(let command):
      guard runners.values.filter(\.isRunning).count < Self.mostRuns else { return ended(75, "too many commands run") }
      let runner = runners[path] ?? ActionRunner(command, loop: loop, log: log)
      runners[path] = runner
      button?.phase = .running
      runner.start(face: face, count: count) { [unowned self] in
        // The next press takes the command as it is configured then.
        runners[path] = nil
        ended($0.status, "\($0.status)")
      }
    case .unit(let unit):
      button?.phase = .running
      units.start(unit) { [log] failure in
        if let failure { log.warning("\(unit): \(failure)") }
        ended(failure == nil ? 0 : 1, failure ?? "\(unit) started")
      }
    }
    showStatus()
  }

  /// One record in the journal for each press, with fields of its own: `journalctl CUBE_KIOSK_ACTION=command`.
  private func record(
    _ button: String, label: String?, face: Int, _ action: String, _ result: String, start: UInt64, count: Int
  ) {
    let milliseconds = (EventLoop.now - start) / 1_000_000
    log.record(
      .notice,
      "press \(count): \(label.map { "'\($0)', " } ?? "")\(button), \(action), result \(result), \(milliseconds) ms",
      fields: [
        ("CUBE_KIOSK_FACE", "\(face)"), ("CUBE_KIOSK_BUTTON", button), ("CUBE_KIOSK_LABEL", label ?? ""),
        ("CUBE_KIOSK_ACTION", action), ("CUBE_KIOSK_RESULT", result),
        ("CUBE_KIOSK_DURATION_MS", "\(milliseconds)"), ("CUBE_KIOSK_COUNT", "\(count)"),
      ])
  }
}
