import Chrome
import Configuration
import Control
import PanelEvents
import PanelKit
import PanelViews
import Scenes

/// Performs button actions, tracks the running ones and shows their results.
///
/// State is keyed by a button's face and name because a reload replaces the views: a command outlives its view, and the
/// new view shows the result.
final class ButtonActions {
  /// The maximum number of commands that run at the same time.
  static let maximumCommands = 8
  /// The time for which a button shows the result of a press, in seconds.
  static let resultDuration = 4.0
  /// The time for which a message shows the failure of its predecessor's button, in seconds.
  private static let messageDuration = 20.0

  /// Returns a button's address.
  var address: (ActionButton) -> Address? = { _ in nil }
  /// The missing programs, pictures and sounds of the configuration. A press looks for its program again.
  var problems: [Diagnostic] = [] { didSet { showProblems() } }
  /// Shows a message of a button with this line.
  var showMessage: ((Message, _ line: RowLine?) throws(Refusal) -> Void)?
  var playSound: ((_ sound: String) -> Void)?
  /// Shows for a moment why an adapter refused something.
  var showRefusal: ((_ text: String) -> Void)?
  /// Called after a press and when an action ends.
  var onChange: (() -> Void)?

  let app: Application
  let stage: Stage
  let store: StateStore
  private let events: EventFeed
  let sources: ValueSources
  let adapters: Adapters
  private(set) var cube: CubeScene
  private var fileScenes: [FileScene] = []
  private var lists: [LineList] { cube.lists + fileScenes.flatMap(\.lists) }
  /// The buttons of the cube and of all scene files, and those in the visible rows of lists.
  private var buttons: [ActionButton] {
    cube.buttons + fileScenes.flatMap(\.buttons) + lists.flatMap { $0.rows.flatMap(\.buttons) }
  }
  var controls: [ValueControl] {
    cube.valueControls + fileScenes.flatMap(\.valueControls) + lists.flatMap { $0.rows.flatMap(\.controls) }
  }
  /// The phases of all buttons that aren't idle.
  private var phases: [Identity: ActionButton.Phase] = [:]
  /// The timers that end the display of results.
  private var resultTimers: [Identity: WindowTimer] = [:]
  var commandRuns: [Identity: CommandRun] = [:]
  /// The presses whose actions are being performed.
  var runs: [Identity: PressRun] = [:]
  /// The controls that were changed while their action was running. When an action ends, it runs once more with the
  /// control's last value.
  private var controlsToRunAgain: [Identity: ValueControl] = [:]
  /// The texts that controls show until their adapters have applied them, and the presses that sent them; `nil` for a text
  /// that isn't sent yet.
  var pendingTexts: [Identity: (text: String, press: Int?)] = [:]
  /// The controls whose action is running. They announce its result.
  private var announcingControls: [Identity: ValueControl] = [:]

  /// - Parameters:
  ///   - app: its event loop runs the commands; its window's clock ends the display of results.
  ///   - stage: shows the scenes.
  ///   - fileScenes: the scenes of all scene files.
  init(
    _ app: Application, stage: Stage, cube: CubeScene, fileScenes: [FileScene], store: StateStore, events: EventFeed,
    sources: ValueSources, adapters: Adapters
  ) {
    (self.app, self.stage, self.store, self.events, self.sources) = (app, stage, store, events, sources)
    (self.cube, self.adapters) = (cube, adapters)
    replaceScenes(cube, fileScenes: fileScenes)
  }

  var runningCommandCount: Int { commandRuns.count }

  /// Replaces the cube and the scene files after a configuration reload.
  func replaceScenes(_ cube: CubeScene, fileScenes: [FileScene]) {
    (self.cube, self.fileScenes, announcingControls) = (cube, fileScenes, [:])
    // Ignore refusals: `press` has recorded them, and the button shows them.
    cube.onPress = { [unowned self] in try? press($0) }
    for scene in fileScenes { scene.onPress = { [unowned self] in try? press($0) } }
    connect(buttons, cube.valueControls + fileScenes.flatMap(\.valueControls))
    for list in lists { list.onNewRow = { [unowned self] in connect($0) } }
    for row in lists.flatMap(\.rows) { connect(row) }
  }

  private func connect(_ row: LineRow) {
    connect(row.buttons, row.controls)
    for button in row.buttons {
      button.onPress = { [unowned self, unowned button] in try? press(button) }
      (button.isLightOn, button.pressCount) = (store.state.isLightOn, store.state.presses[button.countKey] ?? 0)
    }
  }

  private func connect(_ buttons: [ActionButton], _ controls: [ValueControl]) {
    for button in buttons {
      button.phase = phases[Identity(target(of: button))] ?? .idle
      button.isUnavailable = problem(of: button) != nil
    }
    for control in controls {
      control.onChange = { [unowned self, unowned control] text in
        do throws(Refusal) { try set(control, to: text) } catch { control.announceResult(.refused("\(error)")) }
      }
      connectField(control)
      if !pendingTexts.isEmpty { control.pendingText = pendingTexts[identity(of: control)]?.text }
    }
  }

  /// Returns why a program of the button can't run, or a sound of it isn't there; `nil` for none.
  func problem(of button: ActionButton) -> Diagnostic? {
    guard !problems.isEmpty else { return nil }
    let files = target(of: button).action.steps.compactMap { action in
      switch action {
      case .command(let command): command.arguments[0]
      case .sound(let sound): sound
      default: nil
      }
    }
    return problems.first { $0.missingFile.map(files.contains) ?? false }
  }

  private func showProblems() { for button in buttons { button.isUnavailable = problem(of: button) != nil } }

  /// Presses a button of the cube or of a scene file. Throws if nothing was started.
  ///
  /// - Parameter client: the client of the control socket that presses it; `nil` for a touch or a key.
  func press(_ button: ActionButton, by client: ControlPeer? = nil) throws(Refusal) {
    try press(target(of: button), from: button, by: client)
  }

  /// Returns whether a button's action is running. The button need not be on the screen, as that of a list's row.
  func isRunning(_ button: ActionButton) -> Bool { phases[Identity(target(of: button))] == .running }

  /// Sets the value of a control that was changed by hand or by its address, then performs the control's action.
  ///
  /// - Returns: The press that the change counts as; `nil` if it waits for the end of an earlier one.
  @discardableResult func set(
    _ control: ValueControl, to text: String, by client: ControlPeer? = nil
  ) throws(Refusal) -> PressStart? {
    let button = control.button(setting: text)
    if client != nil, control.secureText != nil {
      throw recordRefusal("a secure field is only typed into", button, control.view, client)
    }
    guard control.isEnabled else {
      throw recordRefusal("the control isn't enabled now", button, control.view, client)
    }
    if client != nil, let limits = control.limits, !limits.accepts(text) {
      let reason = "'\(text.shortened(to: 40))'; expected \(limits.expectation)"
      throw recordRefusal(reason, button, control.view, client)
    }
    if control.setsValueItself {
      do throws(Refusal) {
        try sources.set([(control.description.valueName, text)])
      } catch {
        throw recordRefusal("\(error)", button, control.view, client)
      }
    }
    let id = Identity(target(of: button))
    let isServed = sources.definitions[control.description.valueName]?.adapterAddress != nil
    if isServed { setPendingText((text, nil), of: id) }
    guard phases[id] != .running else {
      controlsToRunAgain[id] = control
      return nil
    }
    if isServed || control.description.action != nil { announcingControls[id] = control }
    do throws(Refusal) {
      try press(target(of: button), from: control.view, by: client)
    } catch {
      setPendingText(nil, of: id)
      throw error
    }
    return PressStart(number: store.state.count, isRunning: phases[id] == .running)
  }

  /// Returns the cube's first button if the button's action is to press it; otherwise the button itself.
  func target(of button: ActionButton) -> ActionButton {
    button.action == .press ? cube.buttons.first ?? button : button
  }

  /// The running commands. They are ended when the kiosk exits.
  var runningCommands: some Collection<CommandRun> { commandRuns.values }

  /// Turns the light on.
  func turnLightOn() {
    guard !store.state.isLightOn else { return }
    store.update { $0.isLightOn = true }
    showLight()
  }

  func showLight() {
    cube.isLightOn = store.state.isLightOn
    for button in buttons { button.isLightOn = store.state.isLightOn }
  }

  // MARK: A press

  private func press(_ button: ActionButton, from view: View, by client: ControlPeer? = nil) throws(Refusal) {
    let id = Identity(button)
    if phases[id] == .running { throw recordRefusal("the button's action is still running", button, view, client) }
    guard button.isAllowed else { throw recordRefusal("the button isn't enabled now", button, view, client) }
    try requireValidEntries(for: button, view, client)
    let press = countPress(of: button, from: view, by: client)
    // A client that reacts to a press finds the values and the scene that it led to. A result follows its press.
    let hasResult = button.action.steps.contains { $0.takesTime || changesServedValue($0) }
    if hasResult { events.send(.press(press)) }
    defer { if !hasResult { events.send(.press(press)) } }
    runs[id] = PressRun(button.action, hasResult: hasResult)
    try performSteps(of: press, id)
    onChange?()
  }

  /// Refuses a press whose action would read an empty value because a field has a text that the value can't have.
  private func requireValidEntries(for button: ActionButton, _ view: View, _ client: ControlPeer?) throws(Refusal) {
    let names = button.action.readNames
    let invalid = stage.scene.valueControls.first { names.contains($0.description.valueName) && $0.hasInvalidEntry }
    guard let control = invalid else { return }
    control.showInvalidEntry()
    throw recordRefusal("\(control.description.valueName) has no valid text", button, view, client)
  }

  /// Records a refused press in the journal and returns the error to throw.
  private func recordRefusal(
    _ reason: String, _ button: ActionButton, _ view: View, _ client: ControlPeer? = nil
  ) -> Refusal {
    let refusal = Refusal(reason)
    record(Press(view, of: button, at: address(button), by: client, count: store.state.count), "refused: \(refusal)")
    return refusal
  }

  func record(_ press: Press, _ result: String) {
    press.record(result, in: app.log)
  }

  private func countPress(of button: ActionButton, from view: View, by client: ControlPeer?) -> Press {
    store.update { $0.countPress(button.countKey) }
    // The buttons in a list's rows share a count.
    for other in buttons + [button] where other.countKey == button.countKey {
      other.pressCount = store.state.presses[button.countKey] ?? 0
    }
    return Press(view, of: button, at: address(button), by: client, count: store.state.count)
  }

  // MARK: Results

  /// Shows and reports the result of a press.
  ///
  /// - Parameters:
  ///   - status: the exit status.
  ///   - phase: what the button shows; `nil` to show the exit status.
  ///   - reason: why an adapter's request failed, for clients.
  ///   - result: the text for the journal.
  func pressEnded(
    _ press: Press, _ id: Identity, status: Int, showing phase: ActionButton.Phase? = nil, reason: String? = nil,
    _ result: String
  ) {
    // Advance the window's clock first, so that the result is shown from now on, not from the last frame.
    app.window.advance(to: app.clock())
    record(press, result)
    let phase = phase ?? (status == 0 ? .succeeded : .failed(status))
    show(phase, on: id)
    if let title = id.messageButtonTitle, let text = phase.failureText {
      showFailure(text, of: title)
    } else if case .refused(let reason) = phase {
      showRefusal?("\(press.label ?? press.button ?? ""): \(reason)")
    }
    resultTimers[id] = app.window.after(seconds: Self.resultDuration) { [weak self] in self?.show(.idle, on: id) }
    events.send(.result(of: press, exitStatus: status, reason: reason))
    onChange?()
    guard let control = controlsToRunAgain.removeValue(forKey: id) else { return }
    // A served value isn't set until its adapter has applied the change.
    let text = pendingTexts[id]?.text ?? ""
    do throws(Refusal) {
      try self.press(target(of: control.button(setting: text)), from: control.view)
    } catch {
      setPendingText(nil, of: id)
    }
  }

  /// Shows the failure of a message's button as a message.
  private func showFailure(_ text: String, of title: String) {
    var message = Message(title: LiveText(title))
    (message.text, message.seconds) = (LiveText(text), Self.messageDuration)
    // A full queue has more to tell than this.
    try? showMessage?(message, nil)
  }

  func show(_ phase: ActionButton.Phase, on id: Identity) {
    resultTimers.removeValue(forKey: id)?.cancel()
    phases[id] = phase == .idle ? nil : phase
    if phase != .running { announcingControls.removeValue(forKey: id)?.announceResult(phase) }
    for button in buttons where Identity(target(of: button)) == id { button.phase = phase }
  }
}
