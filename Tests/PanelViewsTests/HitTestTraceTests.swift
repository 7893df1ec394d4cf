import PanelViews
import SeededRandom
import Testing

/// Why a visible view gets no touch.
@Suite struct HitTestTraceTests {
  private let root = View(name: "root", frame: Rect(0, 0, 200, 200))
  private let box = View(name: "box", frame: Rect(20, 20, 100, 100))
  private let button = Button("OK", name: "button")

  init() {
    button.frame = Rect(10, 10, 60, 44)
    root.backgroundColor = .black
    root.addSubview(box)
    box.addSubview(button)
  }

  /// The trace at the center of the button.
  private var trace: HitTestTrace {
    HitTestTrace(at: button.convert(button.bounds.center, to: root) ?? .zero, in: root)
  }

  @Test func liveButtonHasNoObstacle() {
    #expect(trace.intendedView === button && trace.obstacle == nil && trace.hitView === button)
    #expect(trace.steps.map { $0.view.name } == ["root", "box", "button"])
    #expect(trace.steps.map(\.isDrawn) == [true, true, true])
  }

  @Test func laterSiblingCovers() {
    let sheet = View(name: "sheet", frame: root.bounds)
    root.addSubview(sheet)
    #expect(trace.obstacle == .covered(by: sheet, isDrawn: false) && trace.intendedView === button)
    // A label in it is drawn somewhere else.
    let label = Label(name: "label")
    (label.text, label.frame) = ("Text", Rect(150, 150, 40, 20))
    sheet.addSubview(label)
    #expect(trace.obstacle == .covered(by: sheet, isDrawn: false))
    sheet.backgroundColor = Color(1, 1, 1, 0.5)
    sheet.layer.zPosition = -1
    #expect(trace.obstacle == .covered(by: sheet, isDrawn: true))
    #expect(trace.step(of: button)?.outcome == nil)
    sheet.layer.zPosition = 0
    #expect(trace.intendedView === sheet && trace.obstacle == nil)
    // Nearly transparent: drawn, but not seen.
    sheet.backgroundColor = .white
    sheet.alpha = 0.02
    let inner = View(name: "inner", frame: root.bounds)
    (inner.backgroundColor, inner.alpha) = (.white, 0.3)
    sheet.backgroundColor = nil
    sheet.addSubview(inner)
    #expect(trace.obstacle == .covered(by: inner, isDrawn: false), "0.02 × 0.3 isn't visible")
  }

  @Test func superviewDoesNotContainTheTouch() throws {
    box.bounds.size = Size(40, 10)
    #expect(trace.obstacle == .outside(box) && trace.intendedView === button && trace.hitView === root)
    #expect(trace.step(of: button)?.isOutsideSuperview == true && trace.step(of: button)?.containsPoint == true)
    box.clipsToBounds = true
    #expect(trace.visibleView === root && trace.obstacle == nil)
  }

  @Test func touchesAreOff() {
    button.isUserInteractionEnabled = false
    #expect(trace.obstacle == .interactionOff(button) && trace.hitView === box)
    button.isUserInteractionEnabled = true
    box.isUserInteractionEnabled = false
    #expect(trace.obstacle == .interactionOff(box) && trace.hitView === root)
    box.isUserInteractionEnabled = true
    button.isEnabled = false
    #expect(trace.obstacle == .disabled(button) && trace.step(of: button)?.isDisabled == true)
  }

  @Test func gestureClaimsTheTouch() {
    let window = Window(root, size: Size(200, 200), scale: 1, threads: 1)
    let press = LongPressGestureRecognizer()
    root.addGestureRecognizer(press)
    var claims: [GestureRecognizer?] = []
    window.onTouch = { [unowned window] _, _ in claims.append(window.claimingRecognizer) }
    let point = button.convert(button.bounds.center, to: root) ?? .zero
    window.send([TouchEvent(.began, id: 1, at: point)], at: 0)
    for time in 1...20 as ClosedRange<UInt64> { window.advance(to: time * 100_000_000) }
    window.send([TouchEvent(.ended, id: 1, at: point)], at: 2_000_000_000)
    #expect(claims.count == 2 && claims[0] == nil && claims[1] === press && window.claimingRecognizer == nil)
    var trace = trace
    #expect(trace.obstacle == nil && trace.step(of: root)?.gestureRecognizers.count == 1)
    trace.claimingRecognizer = press
    #expect(trace.obstacle == .recognized(press))
  }

  @Test func overridesDecline() {
    final class Ring: View {
      override func point(inside point: Point) -> Bool { false }
    }
    let ring = Ring(name: "ring", frame: root.bounds)
    button.removeFromSuperview()
    root.addSubview(ring)
    ring.addSubview(button)
    #expect(trace.obstacle == .declined(ring))
  }

  // MARK: Random trees

  /// A view in two dimensions, with UIKit's rules written down a second time.
  private final class Model {
    let view: View
    let frame: Rect
    var children: [Model] = []

    init(_ view: View, _ frame: Rect) { (self.view, self.frame) = (view, frame) }

    var receives: Bool { !view.isHidden && view.alpha > 0.01 && view.isUserInteractionEnabled }

    /// The models from this one to the view that receives a touch; empty if none does.
    func hit(_ point: Point) -> [Model] {
      guard receives, isInside(point) else { return [] }
      let inner = point - frame.origin
      return [self] + (children.reversed().lazy.map { $0.hit(inner) }.first { !$0.isEmpty } ?? [])
    }

    /// The models from this one to the view that was painted last; empty if none was.
    func seen(_ point: Point, alpha: Double = 1) -> [Model] {
      let alpha = alpha * view.alpha
      guard !view.isHidden, isInside(point) || !view.clipsToBounds else { return [] }
      let inner = point - frame.origin
      if let path = children.reversed().lazy.map({ $0.seen(inner, alpha: alpha) }).first(where: { !$0.isEmpty }) {
        return [self] + path
      }
      return isInside(point) && (view is Control || view.backgroundColor != nil) && alpha >= 0.01 ? [self] : []
    }

    func isInside(_ point: Point) -> Bool { frame.contains(point) }

    /// The reason that the control at the end of a path gets no touch.
    static func obstacle(_ path: [Model], hit: [Model], at point: Point) -> TouchObstacle? {
      guard let control = path.last?.view as? Control else { return nil }
      if hit.contains(where: { $0.view === control }) { return control.isEnabled ? nil : .disabled(control) }
      let common = zip(path, hit).prefix { $0 === $1 }.count
      if common < hit.count, let superview = hit[..<common].last {
        let order = superview.children.map(ObjectIdentifier.init)
        let (hitIndex, ownIndex) = (order.firstIndex(of: .init(hit[common])), order.firstIndex(of: .init(path[common])))
        if let hitIndex, let ownIndex, hitIndex > ownIndex, let taker = hit.last {
          var inner = point
          for model in hit[..<common] { inner = inner - model.frame.origin }
          let alpha = hit[..<common].reduce(1) { $0 * $1.view.alpha }
          return .covered(by: taker.view, isDrawn: !hit[common].seen(inner, alpha: alpha).isEmpty)
        }
      }
      var inner = point
      for model in path {
        if model.view.isHidden || model.view.alpha <= 0.01 { return .invisible(model.view) }
        if !model.view.isUserInteractionEnabled { return .interactionOff(model.view) }
        if !model.isInside(inner) { return .outside(model.view) }
        inner = inner - model.frame.origin
      }
      return nil
    }
  }

  @Test func everyDeadControlIsExplained() {
    var random = SeededRandom()
    func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) }
    func oneIn(_ count: Int) -> Bool { Int.random(in: 1...count, using: &random) == 1 }
    func tree(_ frame: Rect, depth: Int) -> Model {
      let isControl = depth > 0 && oneIn(3)
      let view = isControl ? Button("B") : View()
      view.frame = frame
      if !isControl, oneIn(2) { view.backgroundColor = .white }
      view.isHidden = depth > 0 && oneIn(12)
      view.alpha = depth > 0 && oneIn(6) ? [0.005, 0.05, 0.5].randomElement(using: &random) ?? 1 : 1
      view.isUserInteractionEnabled = depth == 0 || !oneIn(6)
      view.clipsToBounds = oneIn(6)
      if oneIn(5) { (view as? Button)?.isEnabled = false }
      let model = Model(view, frame)
      guard !isControl, depth < 4 else { return model }
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let frame = Rect(number(-20...60), number(-20...60), number(20...120), number(20...120))
        let child = tree(frame, depth: depth + 1)
        view.addSubview(child.view)
        model.children.append(child)
      }
      return model
    }
    var counts: [String: Int] = [:]
    for _ in 0..<5000 {
      let root = tree(Rect(0, 0, 200, 200), depth: 0)
      let point = Point(number(0...199) + 0.5, number(0...199) + 0.5)
      let trace = HitTestTrace(at: point, in: root.view)
      let (hit, seen) = (root.hit(point), root.seen(point))
      #expect(trace.hitView === hit.last?.view)
      let intended = seen.prefix { !($0.view is Control) } + seen.drop { !($0.view is Control) }.prefix(1)
      #expect(trace.visibleView === seen.last?.view)
      guard intended.last?.view is Control else { continue }
      let expected = Model.obstacle(Array(intended), hit: hit, at: point)
      #expect(trace.obstacle == expected)
      let kind = expected.map { "\($0)".prefix { $0 != "(" } }.map(String.init) ?? "none"
      counts[kind, default: 0] += 1
    }
    for kind in ["none", "covered", "outside", "interactionOff", "disabled"] {
      #expect(counts[kind, default: 0] > 0, "\(counts)")
    }
  }
}
