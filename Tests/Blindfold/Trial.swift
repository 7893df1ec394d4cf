import Chrome
import Configuration
import Foundation
import PanelViews
import Scenes

/// A panel that is used without sight.
final class Trial {
  private let options: Options
  private let window: Window
  private let stage: Stage
  private var texts: [String] = []

  init(_ options: Options, _ window: Window) {
    (self.options, self.window) = (options, window)
    guard let stage = window.rootView as? Stage else { preconditionFailure("the root view isn't a stage") }
    self.stage = stage
  }

  /// Begins exploring, and prints the introduction.
  func begin(usesKeys: Bool) {
    window.onKey = { [stage] in stage.press($0) }
    window.onUtterance = { [unowned self] in
      if !$0.text.isEmpty { texts.append(($0.isNewElement ? "* " : "") + $0.text) }
    }
    stage.onSceneChange = { [unowned self] _ in connect() }
    connect()
    stage.setSpeech(isOn: true, usesKeys: usesKeys)
    speak()
  }

  func play(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard let step = words.first, !step.hasPrefix("#") else { return }
    let numbers = words.dropFirst().compactMap(Double.init)
    switch step {
    case "touch" where numbers.count == 2: trace([Point(numbers[0], numbers[1])])
    case "trace" where numbers.count >= 2 && numbers.count % 2 == 0:
      trace(stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) })
    case "tap" where numbers.count == 2: tap(1, Point(numbers[0], numbers[1]))
    case "double": tap(2, stage.bounds.center)
    case "triple": tap(3, stage.bounds.center)
    case "swipe" where words.count == 2 && Self.directions[words[1]] != nil: swipe(Self.directions[words[1]] ?? .zero)
    case "key" where words.count == 2 && Self.key(words[1]) != nil:
      if let key = Self.key(words[1]) {
        _ = window.press(key, at: window.now)
        wait(0.1)
        window.release(key, at: window.now)
      }
    case "wait" where numbers.count == 1: wait(min(max(numbers[0], 0), 3600))
    case "set" where words.count >= 3:
      options.values.set(words[1], words[2...].joined(separator: " "), at: window.now)
    default: return report("not a step: \(line)")
    }
    wait(0.6)
    speak()
  }

  private func speak() {
    let lines = (texts.isEmpty ? ["-"] : texts).map { $0 + "\n" }.joined()
    // Unbuffered, because the next step depends on it.
    FileHandle.standardOutput.write(Data(lines.utf8))
    texts = []
  }

  private func report(_ text: String) { FileHandle.standardError.write(Data("(\(text))\n".utf8)) }

  // MARK: Gestures

  private func wait(_ seconds: Double) {
    for _ in 0..<Int(clamping: (seconds * 60).rounded(.up)) { window.advance(to: window.now + 16_666_667) }
    window.layoutIfNeeded()
  }

  private func send(_ phase: TouchEvent.Phase, _ place: Point) {
    window.send([TouchEvent(phase, id: 1, at: place)], at: window.now)
  }

  /// Moves 5 points per frame: about 50 mm per second.
  private func trace(_ points: [Point]) {
    var place = points[0]
    send(.began, place)
    wait(0.3)
    for end in points.dropFirst() {
      while place != end {
        let rest = end - place
        place = rest.length <= 5 ? end : place + rest * (5 / rest.length)
        send(.moved, place)
        wait(1 / 60)
      }
    }
    send(.ended, place)
  }

  private func tap(_ count: Int, _ place: Point) {
    for _ in 0..<count {
      send(.began, place)
      wait(0.05)
      send(.ended, place)
      wait(0.1)
    }
  }

  private func swipe(_ direction: Point) {
    let start = stage.bounds.center - direction * 75
    send(.began, start)
    wait(0.03)
    send(.moved, start + direction * 150)
    wait(0.03)
    send(.ended, start + direction * 150)
  }

  private static let directions = [
    "right": Point(1, 0), "left": Point(-1, 0), "up": Point(0, -1), "down": Point(0, 1),
  ]

  private static func key(_ name: String) -> Key? {
    let keys: [String: Key] = [
      "tab": .tab, "backtab": .backTab, "return": .return, "space": .space, "escape": .escape, "up": .up, "down": .down,
      "left": .left, "right": .right, "pageup": .pageUp, "pagedown": .pageDown, "home": .home, "end": .end,
    ]
    return keys[name] ?? (name.count == 1 ? name.first.map(Key.character) : nil)
  }

  // MARK: Actions

  private func connect() {
    let scene = stage.scene
    (scene as? CubeScene)?.onPress = { [unowned self] in press($0) }
    (scene as? FileScene)?.onPress = { [unowned self] in press($0) }
    for control in (scene as? CubeScene)?.valueControls ?? (scene as? FileScene)?.valueControls ?? [] {
      control.onChange = { [unowned self, unowned control] text in
        set([control.description.valueName: [text]])
        if control.description.action != nil { press(control.button(setting: text)) }
      }
    }
  }

  /// Performs the actions that stay within the panel.
  private func press(_ button: ActionButton) {
    button.pressCount += 1
    report("pressed \(button.path): \(button.action.name)")
    switch button.action {
    case .light: (stage.scene as? CubeScene)?.isLightOn.toggle()
    case .turn(let face): (stage.scene as? CubeScene)?.turn(toFace: face)
    case .scene(let name): if let scene = stage.makeScene?(name) { stage.show(scene) }
    case .set(let changes): set(changes)
    case .command(let command): succeed(button, command.arguments.joined(separator: " "))
    case .unit(let unit, _): succeed(button, "systemctl start \(unit)")
    case .fold, .press, .none: break
    }
  }

  private func succeed(_ button: ActionButton, _ command: String) {
    report("would run: \(command)")
    button.phase = .succeeded
    window.after(seconds: 4) { [weak button] in button?.phase = .idle }
  }

  private func set(_ changes: [String: [String]]) {
    for (name, texts) in changes.sorted(by: { $0.key < $1.key }) {
      let text = options.values.next(of: name, among: texts)
      options.values.set(name, text, at: window.now)
      report("set \(name) to \(text)")
    }
  }
}
