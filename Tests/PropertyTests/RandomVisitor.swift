import PanelGeometry
import SeededRandom

@testable import Configuration
@testable import Kiosk
@testable import PanelViews
@testable import Scenes

/// Uses a panel at random, as people and programs do.
struct RandomVisitor {
  var random: SeededRandom
  /// The steps so far, to describe a failure.
  private(set) var steps: [String] = []

  init(seed: UInt64) {
    random = SeededRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    for _ in 0..<8 { _ = random.next() }
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
  mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 1...count, using: &random) == 1 }
  /// - Parameter array: not empty.
  mutating func element<T>(of array: [T]) -> T { array[Int.random(in: array.indices, using: &random)] }

  // MARK: Targets

  private var lastTarget: Point?

  /// Returns the center of a control, a point in a view, or any point of the panel; often the last one again, as people
  /// do if nothing seems to happen.
  mutating func target(on panel: SimulatedPanel) -> Point {
    let bounds = panel.stage.bounds
    if let lastTarget, bounds.contains(lastTarget), oneIn(3) { return lastTarget }
    for _ in 0..<8 {
      let views = panel.visibleViews.filter { oneIn(3) ? true : $0 is Control }
      let view = oneIn(3) || views.isEmpty ? nil : element(of: views)
      let point =
        view.flatMap { $0.layer.homographyToRoot.apply(to: $0.bounds.center) }
        ?? Point(number(0...bounds.width - 1), number(0...bounds.height - 1))
      if bounds.contains(point) {
        lastTarget = point
        return point
      }
    }
    return Point(1, 1)
  }

  private mutating func near(_ point: Point, _ distance: Double) -> Point {
    point + Point(number(-distance...distance), number(-distance...distance))
  }

  // MARK: Steps

  /// Performs a random step.
  mutating func use(_ panel: SimulatedPanel) throws {
    switch Int.random(in: 0..<42, using: &random) {
    case 0...7: tap(panel)
    case 8...12: tap(panel, count: Int.random(in: 2...5, using: &random))
    case 13...18: try drag(panel)
    case 19...20: useTwoFingers(panel)
    case 21...22: try cancelTouch(panel)
    case 23: try hold(panel)
    case 24...25:
      let seconds = element(of: [0.2, 0.5, 1, 3, 30, 70] as [Double])
      note("freeze \(seconds)")
      panel.freeze(seconds: seconds)
    case 26...29: pressKey(panel)
    case 30...31: panel.fields.isEmpty ? pressKey(panel) : type(panel)
    case 32: try reload(panel)
    case 33...35: try setValue(panel)
    case 36: panel.advance(seconds: number(0.1...6))
    case 37:
      note("settle")
      try panel.settle()
    case 38:
      guard oneIn(2) else { return tap(panel) }
      let name = element(of: SceneCatalog.names)
      note("show \(name)")
      try panel.show(name)
    case 39...40: showMessage(panel)
    default:
      let isOn = oneIn(2)
      note(isOn ? "speech" : "sleep")
      isOn ? panel.setSpeech(isOn: oneIn(2)) : panel.sleepAndWake()
    }
    panel.advance(seconds: number(0...0.5))
  }

  private static let messageIDs = ["one", "two", "three"]

  /// Lifts all fingers, and dismisses unanswered messages.
  func end(_ panel: SimulatedPanel) {
    for id in Self.messageIDs { try? panel.dismiss(id) }
    for (id, location) in panel.fingers.sorted(by: { $0.key < $1.key }) { panel.send(.ended, location, id: id) }
  }

  mutating func note(_ step: String) { steps.append(step) }

  private mutating func note(_ step: String, _ panel: SimulatedPanel, _ point: Point) {
    let place = "\(Int(clamping: point.x.rounded())), \(Int(clamping: point.y.rounded()))"
    note("\(step) \(place) \(panel.stage.hitTest(point)?.path ?? "-")")
  }

  private mutating func tap(_ panel: SimulatedPanel, count: Int = 1) {
    let point = target(on: panel)
    note("tap\(count > 1 ? " \(count) times" : "")", panel, point)
    for _ in 0..<count {
      panel.send(.began, point)
      panel.advance(seconds: 0.06)
      panel.send(.ended, point)
      if count > 1 { panel.advance(seconds: number(0.05...0.2)) }
    }
  }

  private mutating func drag(_ panel: SimulatedPanel, ends: Bool = true) throws {
    let start = target(on: panel)
    let end = oneIn(2) ? near(start, 150) : target(on: panel)
    note("drag to \(Int(clamping: end.x)), \(Int(clamping: end.y)) from", panel, start)
    panel.send(.began, start)
    let count = Int.random(in: 2...8, using: &random)
    for step in 1...count {
      panel.advance(seconds: 0.03)
      panel.send(.moved, start.interpolated(to: end, Double(step) / Double(count)))
      // Meanwhile, programs change values and owners the configuration.
      if oneIn(12) { try setValue(panel) }
      if oneIn(60) { try reload(panel) }
    }
    if oneIn(3) { panel.advance(seconds: 0.3) }
    if ends { panel.send(.ended, end) }
  }

  private mutating func useTwoFingers(_ panel: SimulatedPanel) {
    var starts = [target(on: panel), target(on: panel)]
    if oneIn(2) { starts[1] = near(starts[0], 80) }
    note("two fingers at \(Int(clamping: starts[1].x)), \(Int(clamping: starts[1].y)) and", panel, starts[0])
    let ends = starts.map { near($0, 120) }
    for (id, start) in starts.enumerated() { panel.send(.began, start, id: id + 1) }
    for step in 1...4 {
      panel.advance(seconds: 0.03)
      for id in 0...1 { panel.send(.moved, starts[id].interpolated(to: ends[id], Double(step) / 4), id: id + 1) }
    }
    let phase = oneIn(4) ? TouchEvent.Phase.cancelled : .ended
    for id in 0...1 {
      panel.send(phase, ends[id], id: id + 1)
      if oneIn(2) { panel.advance(seconds: 0.1) }
    }
  }

  private mutating func cancelTouch(_ panel: SimulatedPanel) throws {
    note("cancelled")
    try drag(panel, ends: false)
    guard let location = panel.fingers[1] else { return }
    oneIn(2) ? panel.send(.cancelled, location) : panel.cancelInput()
  }

  private mutating func hold(_ panel: SimulatedPanel) throws {
    let bounds = panel.stage.bounds
    let point = oneIn(2) ? target(on: panel) : Point(oneIn(2) ? 8 : bounds.width - 8, 8)
    note("hold", panel, point)
    panel.send(.began, point)
    panel.advance(seconds: element(of: [0.7, 1.2, 3.3]))
    if oneIn(3) { try setValue(panel) }
    panel.send(.ended, point)
  }

  private static let keys: [Key] =
    [.tab, .tab, .tab, .backTab, .return, .space, .escape, .up, .down, .left, .right, .pageUp, .pageDown, .home, .end]
    + "esl123".map { .character($0) }

  private mutating func pressKey(_ panel: SimulatedPanel) {
    let key = element(of: Self.keys)
    note("key \(key)")
    panel.press(key)
    panel.advance(seconds: oneIn(6) ? 1.2 : 0.05)
    oneIn(8) ? panel.cancelKeys() : panel.release(key)
  }

  private static let characters = ["1", "2", ".", ",", "-", "A", "b", " ", "ä", "e\u{301}", "ش", "🙂"]

  /// Types into a field, on a real keyboard, or scans a code wherever the focus is.
  private mutating func type(_ panel: SimulatedPanel) {
    if oneIn(3) {
      note("scan")
      // A barcode reader types a character every 10 ms.
      for character in element(of: ["AB-12", "no plate", "7"]) { panel.enter(String(character), seconds: 0.01) }
      return panel.press(.return)
    }
    let field = element(of: panel.fields)
    note("type into \(field.path)")
    panel.tap(field)
    panel.advance(seconds: 0.4)
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: panel.press(.delete)
      case 1: panel.press(element(of: [.left, .right, .home, .end, .deleteForward]))
      case 2 where oneIn(2): panel.press(.return)
      default: panel.enter(element(of: Self.characters), seconds: 0.2)
      }
    }
  }

  private mutating func reload(_ panel: SimulatedPanel) throws {
    let members = element(of: ["", #""theme": "light""#, #""theme": "contrast", "textSize": 150"#])
    note("reload \(members)")
    try panel.reload(adding: members)
  }

  private mutating func showMessage(_ panel: SimulatedPanel) {
    let id = element(of: Self.messageIDs)
    let members = element(of: [
      "", #", "buttons": [{"title": "Yes"}, {"title": "No"}]"#, #", "seconds": 3"#, #", "urgency": "critical""#,
      #", "text": "\#(String(repeating: "Many words. ", count: 60))""#,
    ])
    note("message \(id) \(members.prefix(20))")
    try? panel.show(message: #"{"title": "A message", "id": "\#(id)"\#(members)}"#)
    if oneIn(4) { try? panel.dismiss(id) }
  }

  private mutating func setValue(_ panel: SimulatedPanel) throws {
    let definitions = panel.kiosk.options.values.definitions.sorted { $0.key < $1.key }
    guard !definitions.isEmpty else { return tap(panel) }
    let (name, definition) = element(of: definitions)
    let raw: String
    if definition.maximumLines > 1 {
      raw = (0..<Int.random(in: 0...6, using: &random)).map { _ in element(of: ["a", "b", "c", "d"]) }
        .joined(separator: "\n")
    } else if let range = definition.range {
      raw = "\((number(range.lowerBound...range.upperBound) * 2).rounded() / 2)"
    } else {
      raw = element(of: definition.choices + definition.map.keys.sorted() + ["on", "off", "21", "long text"])
    }
    note("set \(name) \(raw)")
    try? panel.set(name, raw)
  }
}
