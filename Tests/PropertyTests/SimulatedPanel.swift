import Foundation
import TestRendering
import TestSupport

@testable import Chrome
@testable import Configuration
@testable import Control
@testable import Kiosk
@testable import Localization
@testable import PanelKit
@testable import PanelViews
@testable import Scenes

/// The whole kiosk without a compositor, and with a clock that the test moves.
///
/// The event loop, which runs the commands of buttons, runs only in `settle`, so that a sequence is the same each time.
final class SimulatedPanel {
  let kiosk: Kiosk
  let directory: TemporaryDirectory
  private let variant: PanelVariant
  /// A day ahead, so that the event loop's timers don't call the window.
  private(set) var now = EventLoop.now + 86_400_000_000_000
  /// The changes of values, in order.
  private(set) var changes: [(name: String, raw: String)] = []
  /// The fingers that are down, and where.
  private(set) var fingers: [Int: Point] = [:]

  var window: Window { kiosk.app.window }
  var stage: Stage { kiosk.stage }

  private static let nullDevice = open("/dev/null", O_WRONLY)
  /// The time between two frames while something moves.
  private static let frame: UInt64 = 50_000_000

  /// - Parameters:
  ///   - directory: has the configuration and the saved state.
  ///   - acceptsErrors: true to show the errors of the configuration instead of throwing.
  ///   - log: by default, one that nothing reads.
  init(
    _ variant: PanelVariant, in directory: TemporaryDirectory, acceptsErrors: Bool = false,
    log: Log = Log(level: .error, fd: nullDevice)
  ) throws {
    (self.variant, self.directory) = (variant, directory)
    let size = "\(Int(clamping: variant.size.width))x\(Int(clamping: variant.size.height))"
    let arguments = try Arguments(["run", "--config", directory.file("kiosk.json"), "--windowed", size])
    let (options, errors) = try arguments.read(arguments.configurationPath)
    if let error = errors.first, !acceptsErrors { throw TestFailure("\(error)") }
    kiosk = try Language.$current.withValue(options.effectiveLanguage) {
      try Kiosk(options, errors: errors, arguments: arguments, version: "test", log: log) {
        $0 == "STATE_DIRECTORY" ? directory.path : nil
      }
    }
    kiosk.app.clock = { [unowned self] in now }
    let report = kiosk.sources.onValueChange
    kiosk.sources.onValueChange = { [unowned self] in
      if let reading = $1, !reading.isStale { changes.append(($0, reading.raw)) }
      report?($0, $1)
    }
    perform { window.advance(to: now) }
    layOut()
  }

  deinit { kiosk.finish() }

  /// Runs a closure in the panel's language, as its event loop does.
  private func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Language.$current.withValue(kiosk.language, operation: body)
  }

  // MARK: Time

  private func layOut() {
    perform {
      window.layoutIfNeeded()
      window.rootView.prepareForFrame()
      window.layoutIfNeeded()
    }
  }

  /// Advances the clock, frame by frame while something moves, and otherwise from timer to timer.
  func advance(seconds: Double) {
    let end = now + UInt64(clamping: seconds * 1e9)
    while now < end {
      let next = window.isAnimating ? now + Self.frame : window.nextDeadline ?? end
      freeze(until: min(max(next, now + 1_000_000), end))
    }
  }

  /// Advances the clock at once, as after a freeze.
  func freeze(seconds: Double) { freeze(until: now + UInt64(clamping: seconds * 1e9)) }

  private func freeze(until time: UInt64) {
    now = time
    perform { window.advance(to: time) }
    layOut()
  }

  /// Runs the event loop until a condition holds.
  func run(until condition: () -> Bool) throws {
    let end = EventLoop.now + 20_000_000_000
    while !condition() {
      guard EventLoop.now < end else { throw TestFailure("the condition never holds") }
      _ = try perform { try kiosk.app.loop.runOnce(timeout: 20_000_000) }
    }
    layOut()
  }

  /// Waits for the buttons' commands, and for the file that has the state.
  func settle() throws {
    let end = EventLoop.now + 20_000_000_000
    repeat {
      while EventLoop.now < end, try perform({ try kiosk.app.loop.runOnce(timeout: 0) }) {}
      if kiosk.runningCommandCount > 0 { _ = try perform { try kiosk.app.loop.runOnce(timeout: 20_000_000) } }
      guard EventLoop.now < end else { throw TestFailure("a command doesn't end") }
    } while kiosk.runningCommandCount > 0
    layOut()
  }

  // MARK: Input

  /// Called before a touch begins.
  var onTouchDown: ((Point) -> Void)?

  /// - Parameter location: in the stage's points.
  func send(_ phase: TouchEvent.Phase, _ location: Point, id: Int = 1) {
    if phase == .began { onTouchDown?(location) }
    fingers[id] = phase == .began || phase == .moved ? location : nil
    perform { window.send([TouchEvent(phase, id: id, at: window.convertToPanel(location))], at: now) }
    layOut()
  }

  func tap(_ view: View) {
    guard let center = view.layer.homographyToRoot.apply(to: view.bounds.center) else { return }
    send(.began, center)
    advance(seconds: 0.06)
    send(.ended, center)
  }

  func press(_ key: Key) {
    perform { _ = window.press(key, at: now) }
    layOut()
  }

  /// Types a character on a real keyboard or, without pauses, with a barcode reader.
  func enter(_ text: String, seconds: Double) {
    let key = Key.character(text.first ?? " ")
    perform { _ = window.press(key, text: text, at: now) }
    advance(seconds: seconds)
    release(key)
  }

  func release(_ key: Key) {
    perform { window.release(key, at: now) }
    layOut()
  }

  func cancelInput() {
    fingers = [:]
    perform { window.cancelInput(at: now) }
    layOut()
  }

  func cancelKeys() {
    perform { window.cancelKeys(at: now) }
    layOut()
  }

  func set(_ name: String, _ raw: String) throws {
    _ = try perform { try kiosk.set([(name, raw)], by: Self.client) }
    layOut()
  }

  func show(_ scene: String) throws {
    try perform { try kiosk.show(scene: scene) }
    layOut()
  }

  private static let client = ControlPeer(user: 0, socket: "test")

  /// Shows a client's message.
  ///
  /// - Parameter text: as JSON.
  func show(message text: String) throws {
    let json = LocatedJSON(value: try JSONValue.read(Array(text.utf8), name: "message"), file: "message")
    try perform { try kiosk.show(Message.read(fromClient: json), by: Self.client) }
    layOut()
  }

  func dismiss(_ id: String) throws {
    try perform { try kiosk.dismiss(message: id, by: Self.client) }
    layOut()
  }

  /// Replaces the configuration, and reloads it.
  ///
  /// - Parameter members: additional members of the configuration, as JSON.
  func reload(adding members: String) throws {
    try variant.write(to: directory, adding: members)
    guard reload() else { throw TestFailure("\(kiosk.lastReload)") }
  }

  /// Reads the configuration. Returns false if it isn't valid.
  func reload() -> Bool {
    defer { layOut() }
    return perform { kiosk.use(Kiosk.readFiles(kiosk.arguments)) }
  }

  func setSpeech(isOn: Bool) {
    perform { kiosk.setSpeech(isOn: isOn) }
    layOut()
  }

  /// Chooses a language as a visitor does.
  func changeLanguage(to language: Language) { changeSettings { $0.language = language } }

  /// Changes settings as a visitor does.
  func changeSettings(_ change: (inout VisitorSettings) -> Void) {
    perform { kiosk.stage.changeSettings(change) }
    layOut()
  }

  /// The panel becomes dark, and wakes.
  func sleepAndWake() {
    perform { kiosk.sleep() }
    advance(seconds: 1)
    perform { kiosk.wake() }
    layOut()
  }

  // MARK: Views

  /// The text fields that are shown.
  var fields: [TextField] { visibleViews.compactMap { $0 as? TextField } }

  /// All views that aren't hidden, from back to front.
  var visibleViews: [View] { Self.visibleViews(in: stage) }

  private static func visibleViews(in view: View) -> [View] {
    view.isHidden ? [] : [view] + view.subviews.flatMap(visibleViews)
  }
}
