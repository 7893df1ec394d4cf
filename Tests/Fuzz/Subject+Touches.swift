import Chrome
import Geometry
import Scenes
import Views

@testable import PanelKit
@testable import Views

extension Subject {
  /// What fingers, keys and time do to a window of controls and recognizers of all kinds, and to the cube's stage; after
  /// each event nothing is held that no finger holds.
  static let touches = Subject(name: "touches", longest: 1024) { bytes in
    var dice = Dice(bytes)
    // The cube takes a hundred times as long to make.
    let fuzz = dice.byte() & 31 == 31 ? TouchFuzz.cube() : TouchFuzz.controls()
    while !dice.isEmpty { fuzz.step(&dice) }
    fuzz.end()
  }
}

private final class TouchFuzz {
  private let window: Window
  private var intake = TouchIntake()
  private var time: UInt64 = 1_000_000_000
  /// The fingers that are down, as the wire has it.
  private var down: Set<Int> = []
  private var heard: [Int: TouchEvent.Phase] = [:]
  private var isDeaf = false
  /// A view to take out and put back, and whose it is.
  private let loose: View?
  private let controls: [Control]
  private var open: [ObjectIdentifier: Int] = [:]
  private var presses = 0
  /// Recognizers that began and haven't ended.
  private var begun: Set<ObjectIdentifier> = []
  private let probe: Control?
  private var recognizers: [(recognizer: GestureRecognizer, view: View)] = []
  /// A change to make amid the next delivery.
  private var interruption: (() -> Void)?

  private init(_ root: View, loose: View?, probe: Control?) {
    window = Window(root, size: Size(320, 240), scale: 1, threads: 1)
    (self.loose, self.probe) = (loose, probe)
    controls = Self.all(beneath: root).compactMap { $0 as? Control }
    window.shouldReceive = { [unowned self] in !isDeaf }
    window.onTouch = { [unowned self] event, _ in hear(event) }
    for control in controls {
      let id = ObjectIdentifier(control)
      control.addAction(for: .touchDown) { [unowned self] _ in
        open[id, default: 0] += 1
        require(open[id] == 1, "down twice: \(control.path)")
        interrupt()
      }
      control.addAction(for: [.touchUpInside, .touchUpOutside, .touchCancel]) { [unowned self] _ in
        open[id, default: 0] -= 1
        require(open[id] == 0, "an end without a beginning: \(control.path)")
        interrupt()
      }
    }
    probe?.addAction(for: .primaryActionTriggered) { [unowned self] _ in presses += 1 }
    for view in Self.all(beneath: root) {
      for recognizer in view.gestureRecognizers {
        recognizers.append((recognizer, view))
        follow(recognizer)
      }
    }
    window.layoutIfNeeded()
  }

  private static func all(beneath view: View) -> [View] { [view] + view.subviews.flatMap { all(beneath: $0) } }

  static func cube() -> TouchFuzz { TouchFuzz(Stage(CubeScene()), loose: nil, probe: nil) }

  static func controls() -> TouchFuzz {
    let root = View(name: "root")
    let probe = Control(name: "probe", frame: Rect(10, 10, 40, 30))
    root.addSubview(probe)
    let pane = View(name: "pane", frame: Rect(60, 10, 200, 200))
    root.addSubview(pane)
    for index in 0..<3 {
      let control = Control(name: "control\(index)", frame: Rect(Double(index) * 60 + 5, 20, 50, 40))
      control.layer.transform = Transform3D(rotationAngle: Double(index) * 0.4, x: 0, y: 1, z: 0)
      pane.addSubview(control)
      control.addSubview(Control(name: "inner", frame: Rect(10, 10, 20, 20)))
    }
    let many = View(name: "many", frame: Rect(5, 100, 150, 80))
    many.isMultipleTouchEnabled = true
    pane.addSubview(many)
    let (single, double, press) = (TapGestureRecognizer(), TapGestureRecognizer(), LongPressGestureRecognizer())
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    let (pinch, turn, pan) = (PinchGestureRecognizer(), RotationGestureRecognizer(), PanGestureRecognizer())
    pinch.allowsSimultaneous = { $0 is RotationGestureRecognizer }
    for recognizer in [single, double] { pane.addGestureRecognizer(recognizer) }
    for recognizer in [press, pinch, turn] as [GestureRecognizer] { many.addGestureRecognizer(recognizer) }
    let two = TapGestureRecognizer()
    two.numberOfTouchesRequired = 2
    pan.require(toFail: press)
    for recognizer in [pan, two] as [GestureRecognizer] { pane.addGestureRecognizer(recognizer) }
    return TouchFuzz(root, loose: many, probe: probe)
  }

  private func follow(_ recognizer: GestureRecognizer) {
    let own = recognizer.onChange
    let id = ObjectIdentifier(recognizer)
    recognizer.onChange = { [unowned self, unowned recognizer] in
      switch recognizer.state {
      case .began: require(begun.insert(id).inserted, "began twice: \(recognizer)")
      case .changed: require(begun.contains(id), "changed before it began: \(recognizer)")
      case .cancelled: require(begun.remove(id) != nil, "cancelled before it began: \(recognizer)")
      default: begun.remove(id)
      }
      own?()
      interrupt()
    }
  }

  private func interrupt() {
    let change = interruption
    interruption = nil
    change?()
  }

  /// Takes something away, or gives it back.
  private func change(_ dice: inout Dice) -> () -> Void {
    let (kind, index) = (dice.number(below: 4), dice.number(below: 256))
    return { [unowned self] in
      let (recognizer, view) = recognizers[index % recognizers.count]
      let control = controls[index % controls.count]
      switch kind {
      case 0: recognizer.isEnabled.toggle()
      case 1:
        if recognizer.view != nil {
          view.removeGestureRecognizer(recognizer)
        } else {
          view.addGestureRecognizer(recognizer)
        }
      case 2: if control !== probe { control.isEnabled.toggle() }
      default:
        guard let loose else { break }
        if loose.superview != nil {
          loose.removeFromSuperview()
        } else {
          window.rootView.subviews.last?.addSubview(loose)
        }
      }
    }
  }

  private func hear(_ event: TouchEvent) {
    let last = heard[event.id]
    switch event.phase {
    case .began:
      require(last == nil || last == .ended || last == .cancelled, "began twice")
    case .moved, .ended, .cancelled:
      require(last == .began || last == .moved, "\(event.phase) after \(last?.rawValue ?? "nothing")")
    }
    heard[event.id] = event.phase
    interrupt()
  }

  func step(_ dice: inout Dice) {
    let id = dice.number(below: 6) - 1
    func place() -> Point {
      let far = dice.number(below: 32) == 0
      return Point(Double(dice.byte()) * (far ? 30_000 : 1.25), Double(dice.byte()) * (far ? -30_000 : 0.95))
    }
    switch dice.number(below: 20) {
    case 0...4:
      intake.down(id, at: place())
      down.insert(id)
    case 5...8: intake.motion(id, at: place())
    case 9...12:
      intake.up(id)
      down.remove(id)
    case 13:
      intake.cancel()
      down.removeAll()
    case 14: time += [1_000_000, 50_000_000, 600_000_000, 61_000_000_000][dice.number(below: 4)]
    case 15:
      deliver()
      window.cancelTouches(at: time)
    case 16:
      deliver()
      let keys: [Key] = [.tab, .backTab, .return, .space, .up, .down, .left, .right, .escape]
      let key = keys[dice.number(below: keys.count)]
      if dice.byte() & 1 == 0 { _ = window.press(key, at: time) } else { window.release(key, at: time) }
    case 17:
      deliver()
      change(&dice)()
    case 18: interruption = change(&dice)
    default:
      deliver()
      switch dice.number(below: 3) {
      case 0: isDeaf.toggle()
      case 1: window.turns = QuarterTurns.allCases[dice.number(below: 4)]
      default: window.cancelKeys(at: time)
      }
    }
    if dice.byte() & 3 != 0 { deliver() }
    window.advance(to: time)
    check()
  }

  private func deliver() {
    intake.deliver { events, _ in window.send(events, at: time) }
  }

  private func check() {
    for touch in window.touches {
      require(touch.phase == .began || touch.phase == .moved, "a finger is kept that \(touch.phase)")
    }
    require(Set(window.touches.map(\.id)).count == window.touches.count, "a finger counts twice")
    require(window.touches.allSatisfy { down.contains($0.id) || !isDelivered }, "more touches than fingers")
    for control in controls where control.isHighlighted {
      let isHeld =
        window.touches.contains { $0.view === control && $0.delivery == .begun } || window.focusedControl === control
      require(isHeld && control.window === window, "nobody presses \(control.path)")
    }
    for view in Self.all(beneath: window.rootView) {
      for recognizer in view.gestureRecognizers {
        for touch in recognizer.touches {
          require(window.touches.contains { $0 === touch }, "\(recognizer) keeps a finger that is gone")
        }
        if window.touches.isEmpty {
          require(recognizer.touches.isEmpty && !recognizer.isActive, "\(recognizer) goes on without a finger")
        }
      }
    }
  }

  private var isDelivered: Bool {
    var copy = intake
    var isEmpty = true
    copy.deliver { events, _ in isEmpty = events.isEmpty }
    return isEmpty
  }

  /// Everybody lets go; then a finger finds what it finds at any other time.
  func end() {
    deliver()
    interruption = nil
    for id in down { intake.up(id) }
    down.removeAll()
    deliver()
    window.cancelKeys(at: time)
    isDeaf = false
    time += 2_000_000_000
    window.advance(to: time)
    check()
    require(!window.isTouched, "a finger stays")
    require(open.values.allSatisfy { $0 == 0 }, "what was pressed wasn't let go")
    require(begun.isEmpty, "a gesture has no end")
    require(!controls.contains { $0.isHighlighted || $0.isTracking }, "something stays pressed")
    guard let probe else { return }
    window.turns = .none
    window.layoutIfNeeded()
    let before = presses
    window.send([TouchEvent(.began, id: 77, at: Point(20, 20))], at: time)
    require(probe.isHighlighted, "a finger is swallowed")
    window.send([TouchEvent(.ended, id: 77, at: Point(20, 20))], at: time + 50_000_000)
    require(presses == before + 1, "a tap pressed \(presses - before) times")
  }
}
