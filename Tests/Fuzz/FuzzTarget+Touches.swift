import Chrome
import PanelGeometry
import PanelViews
import Scenes

@testable import PanelKit
@testable import PanelViews

extension FuzzTarget {
  /// Touches, keys and time in a window with controls and all recognizers, or with the cube. After each event, nothing is
  /// highlighted or recognized without a touch.
  static let touches = FuzzTarget(name: "touches", maxLength: 1024) { bytes in
    var input = FuzzInput(bytes)
    // The cube takes a hundred times as long to create.
    let fuzz = input.byte() & 31 == 31 ? TouchFuzz.cube() : TouchFuzz.controls()
    while !input.isEmpty { fuzz.step(&input) }
    fuzz.end()
  }
}

private final class TouchFuzz {
  private let window: Window
  private var accumulator = TouchFrameAccumulator()
  private var time: UInt64 = 1_000_000_000
  /// The ids of the fingers that are down.
  private var fingersDown: Set<Int> = []
  private var lastPhases: [Int: TouchEvent.Phase] = [:]
  private var ignoresTouches = false
  /// A view that is removed and added again.
  private let removable: View?
  private let controls: [Control]
  /// Controls with a touchDown whose end they haven't received.
  private var pressed: Set<ObjectIdentifier> = []
  private var probePresses = 0
  /// Recognizers that began and haven't ended.
  private var begun: Set<ObjectIdentifier> = []
  /// A control that has to respond to a tap at the end.
  private let probe: Control?
  private var recognizers: [(recognizer: GestureRecognizer, view: View)] = []
  /// A change that the next handler makes during a delivery of touches.
  private var interruption: (() -> Void)?

  private init(_ root: View, removable: View?, probe: Control?) {
    window = Window(root, size: Size(320, 240), scale: 1, threads: 1)
    (self.removable, self.probe) = (removable, probe)
    controls = Self.all(beneath: root).compactMap { $0 as? Control }
    window.shouldReceive = { [unowned self] in !ignoresTouches }
    window.onTouch = { [unowned self] event, _ in checkOrder(event) }
    for control in controls {
      let id = ObjectIdentifier(control)
      control.addAction(for: .touchDown) { [unowned self] _ in
        require(pressed.insert(id).inserted, "down twice: \(control.path)")
        interrupt()
      }
      control.addAction(for: [.touchUpInside, .touchUpOutside, .touchCancel]) { [unowned self] _ in
        require(pressed.remove(id) != nil, "an end without a beginning: \(control.path)")
        interrupt()
      }
    }
    probe?.addAction(for: .primaryActionTriggered) { [unowned self] _ in probePresses += 1 }
    recognizers = Self.all(beneath: root).flatMap { view in view.gestureRecognizers.map { ($0, view) } }
    for (recognizer, _) in recognizers { checkStates(of: recognizer) }
    window.layoutIfNeeded()
  }

  private static func all(beneath view: View) -> [View] { [view] + view.subviews.flatMap { all(beneath: $0) } }

  static func cube() -> TouchFuzz { TouchFuzz(Stage(CubeScene()), removable: nil, probe: nil) }

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
    let multiTouchView = View(name: "many", frame: Rect(5, 100, 150, 80))
    multiTouchView.isMultipleTouchEnabled = true
    pane.addSubview(multiTouchView)
    let (singleTap, doubleTap, twoFingerTap) = (TapGestureRecognizer(), TapGestureRecognizer(), TapGestureRecognizer())
    (doubleTap.numberOfTapsRequired, twoFingerTap.numberOfTouchesRequired) = (2, 2)
    singleTap.require(toFail: doubleTap)
    let (press, pan) = (LongPressGestureRecognizer(), PanGestureRecognizer())
    let (pinch, rotation) = (PinchGestureRecognizer(), RotationGestureRecognizer())
    pinch.allowsSimultaneous = { $0 is RotationGestureRecognizer }
    pan.require(toFail: press)
    for recognizer in [singleTap, doubleTap, pan, twoFingerTap] as [GestureRecognizer] {
      pane.addGestureRecognizer(recognizer)
    }
    for recognizer in [press, pinch, rotation] as [GestureRecognizer] {
      multiTouchView.addGestureRecognizer(recognizer)
    }
    return TouchFuzz(root, removable: multiTouchView, probe: probe)
  }

  private func checkStates(of recognizer: GestureRecognizer) {
    let originalHandler = recognizer.onChange
    let id = ObjectIdentifier(recognizer)
    recognizer.onChange = { [unowned self, unowned recognizer] in
      switch recognizer.state {
      case .began: require(begun.insert(id).inserted, "began twice: \(recognizer)")
      case .changed: require(begun.contains(id), "changed before it began: \(recognizer)")
      case .cancelled: require(begun.remove(id) != nil, "cancelled before it began: \(recognizer)")
      default: begun.remove(id)
      }
      originalHandler?()
      interrupt()
    }
  }

  private func interrupt() {
    let change = interruption
    interruption = nil
    change?()
  }

  /// Returns a change that removes, adds, enables or disables something.
  private func change(_ input: inout FuzzInput) -> () -> Void {
    let (kind, index) = (input.number(below: 4), input.number(below: 256))
    return { [unowned self] in
      let (recognizer, view) = recognizers[index % recognizers.count]
      let control = controls[index % controls.count]
      switch kind {
      case 0: recognizer.isEnabled.toggle()
      case 1 where recognizer.view != nil: view.removeGestureRecognizer(recognizer)
      case 1: view.addGestureRecognizer(recognizer)
      case 2: if control !== probe { control.isEnabled.toggle() }
      default:
        guard let removable else { break }
        let parent = window.rootView.subviews.last
        if removable.superview == nil { parent?.addSubview(removable) } else { removable.removeFromSuperview() }
      }
    }
  }

  private func checkOrder(_ event: TouchEvent) {
    let last = lastPhases.updateValue(event.phase, forKey: event.id)
    let isActive = last == .began || last == .moved
    require(isActive != (event.phase == .began), "\(event.phase) after \(last?.rawValue ?? "nothing")")
    interrupt()
  }

  func step(_ input: inout FuzzInput) {
    let id = input.number(below: 6) - 1
    func location() -> Point {
      let isFarAway = input.number(below: 32) == 0
      return Point(
        Double(input.byte()) * (isFarAway ? 30_000 : 1.25), Double(input.byte()) * (isFarAway ? -30_000 : 0.95))
    }
    switch input.number(below: 20) {
    case 0...4:
      accumulator.down(id, at: location())
      fingersDown.insert(id)
    case 5...8: accumulator.motion(id, at: location())
    case 9...12:
      accumulator.up(id)
      fingersDown.remove(id)
    case 13:
      accumulator.cancel()
      fingersDown.removeAll()
    case 14: time += input.element(of: [1_000_000, 50_000_000, 600_000_000, 61_000_000_000])
    case 15:
      deliver()
      window.cancelInput(at: time)
    case 16:
      deliver()
      let key = input.element(of: [Key.tab, .backTab, .return, .space, .up, .down, .left, .right, .escape])
      if input.bool() { _ = window.press(key, at: time) } else { window.release(key, at: time) }
    case 17:
      deliver()
      change(&input)()
    case 18: interruption = change(&input)
    default:
      deliver()
      switch input.number(below: 3) {
      case 0: ignoresTouches.toggle()
      case 1: window.rotation = input.element(of: QuarterTurns.allCases)
      default: window.cancelKeys(at: time)
      }
    }
    if input.byte() & 3 != 0 { deliver() }
    window.advance(to: time)
    check()
  }

  private func deliver() {
    accumulator.deliver { events, _ in window.send(events, at: time) }
  }

  private func check() {
    for touch in window.touches {
      require(touch.phase == .began || touch.phase == .moved, "the window keeps a touch that \(touch.phase)")
    }
    require(Set(window.touches.map(\.id)).count == window.touches.count, "two touches with one id")
    require(window.touches.allSatisfy { fingersDown.contains($0.id) || !isDelivered }, "a touch without a finger")
    for control in controls where control.isHighlighted {
      let isTouched = window.touches.contains { $0.view === control && $0.delivery == .begun }
      require(
        (isTouched || window.focusedControl === control) && control.window === window,
        "\(control.path) is highlighted without a touch")
    }
    for view in Self.all(beneath: window.rootView) {
      for recognizer in view.gestureRecognizers {
        for touch in recognizer.touches {
          require(window.touches.contains { $0 === touch }, "\(recognizer) keeps a touch that ended")
        }
        if window.touches.isEmpty {
          require(recognizer.touches.isEmpty && !recognizer.isActive, "\(recognizer) is active without a touch")
        }
      }
    }
  }

  /// True if the accumulator has no events that wait for their delivery.
  private var isDelivered: Bool {
    var (copy, isEmpty) = (accumulator, true)
    copy.deliver { events, _ in isEmpty = events.isEmpty }
    return isEmpty
  }

  /// Ends all touches. Afterwards a tap must work as usual.
  func end() {
    deliver()
    interruption = nil
    for id in fingersDown { accumulator.up(id) }
    fingersDown.removeAll()
    deliver()
    window.cancelKeys(at: time)
    ignoresTouches = false
    time += 2_000_000_000
    window.advance(to: time)
    check()
    require(!window.isTouched, "a touch remains")
    require(pressed.isEmpty, "a control received no end of a touch")
    require(begun.isEmpty, "a gesture has no end")
    require(!controls.contains { $0.isHighlighted || $0.isTracking }, "a control remains highlighted")
    guard let probe else { return }
    window.rotation = .none
    window.layoutIfNeeded()
    let before = probePresses
    window.send([TouchEvent(.began, id: 77, at: Point(20, 20))], at: time)
    require(probe.isHighlighted, "a touch is lost")
    window.send([TouchEvent(.ended, id: 77, at: Point(20, 20))], at: time + 50_000_000)
    require(probePresses == before + 1, "a tap pressed \(probePresses - before) times")
  }
}
