import PanelGeometry
import TestSupport
import Testing

@testable import Kiosk
@testable import PanelViews

/// For each touch of the whole panel that the visible control didn't get, the trace names UIKit's cause.
///
/// `HitTestTraceTests` has the same for random trees, with an independent model of what is visible.
@Suite struct DeadTapTests {
  @Test func everyDeadTapIsExplained() throws {
    try Sequences.run("every dead tap is explained") { seed in
      var visitor = RandomVisitor(seed: seed)
      let (variant, directory) = (PanelVariant(seed: seed), try TemporaryDirectory())
      try variant.write(to: directory)
      let panel = try SimulatedPanel(variant, in: directory)
      var failure: String?
      panel.onTouchDown = { [unowned panel] in failure = failure ?? Self.contradiction(at: $0, in: panel.stage) }
      for _ in 0..<Int.random(in: 6...16, using: &visitor.random) where failure == nil { try visitor.use(panel) }
      return failure.map { "\($0); \(visitor.steps)" }
    }
  }

  private static func contradiction(at point: Point, in root: View) -> String? {
    let trace = HitTestTrace(at: point, in: root)
    let hit = root.hitTest(point)
    if trace.hitView !== hit {
      return "\(point): the trace hits \(trace.hitView?.path ?? "-"), not \(hit?.path ?? "-")"
    }
    guard let control = trace.intendedView as? Control else { return nil }
    let (obstacle, expected) = (trace.obstacle, cause(of: control, hit: hit, at: point))
    switch (obstacle, expected) {
    case (nil, nil): return nil
    case (.covered(let view, _), .covered(let other, _)) where view === other: return nil
    case (let a?, let b?) where a == b: return nil
    default:
      return
        "\(control.path) at \(point): the trace says \(obstacle.map { "\($0)" } ?? "nothing"), the model \(expected.map { "\($0)" } ?? "nothing")"
    }
  }

  /// UIKit's rules: the reason that a control doesn't receive a touch; `nil` if it does.
  private static func cause(of control: Control, hit: View?, at point: Point) -> TouchObstacle? {
    func chain(_ view: View?) -> [View] { view.map { Array(sequence(first: $0, next: \.superview)).reversed() } ?? [] }
    let (path, hitPath) = (chain(control), chain(hit))
    if hitPath.contains(where: { $0 === control }) { return control.isEnabled ? nil : .disabled(control) }
    let common = zip(path, hitPath).prefix { $0 === $1 }.count
    if common > 0, common < hitPath.count, let hit {
      let parent = path[common - 1]
      let order = parent.subviews.map(ObjectIdentifier.init)
      let (hitIndex, ownIndex) = (
        order.firstIndex(of: .init(hitPath[common])) ?? 0, order.firstIndex(of: .init(path[common])) ?? 0
      )
      // By depth, the view that receives the touch is in front, if the control's is there at all.
      let isAtPoint = path[common].layer is TransformLayer || contains(path[common], point)
      if parent.hitOrder == .siblings ? hitIndex > ownIndex : isAtPoint { return .covered(by: hit, isDrawn: false) }
    }
    for view in path {
      if view.isHidden || view.alpha <= 0.01 { return .invisible(view) }
      if !view.isUserInteractionEnabled { return .interactionOff(view) }
      if view.blockingAnimations > 0 { return .animating(view) }
      if !(view.layer is TransformLayer), !contains(view, point) { return .outside(view) }
    }
    return nil
  }

  private static func contains(_ view: View, _ point: Point) -> Bool {
    view.layer.homographyToRoot.unapply(to: point).map(view.point(inside:)) == true
  }
}
