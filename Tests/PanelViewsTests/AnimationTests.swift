import PanelViews
import Testing

@Suite struct AnimationTests {
  private let root = View(name: "root")
  private let card = View(name: "card", frame: Rect(0, 0, 100, 100))
  private let window: Window
  private let journal = Journal()
  private let linear = AnimationTiming.curve(TimingCurve(0, 0, 1, 1), seconds: 1)

  init() {
    root.addSubview(card)
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    window.layoutIfNeeded()
    window.advance(to: 1_000_000_000)
  }

  private func advance(_ milliseconds: UInt64) { window.advance(to: window.now + milliseconds * 1_000_000) }

  @Test func propertyIsInterpolated() {
    var isDone = false
    card.animate(\.position, to: Point(250, 50), linear) { isDone = true }
    #expect(window.isAnimating && card.center == Point(50, 50))
    advance(250)
    #expect((card.center - Point(100, 50)).length < 1e-6)
    advance(750)
    #expect(card.center == Point(250, 50) && isDone && !window.isAnimating)
  }

  @Test func newAnimationContinuesFromCurrentValue() {
    var completed: [String] = []
    card.animate(\.opacity, to: 0, linear) { completed.append("first") }
    advance(400)
    #expect(abs(card.alpha - 0.6) < 1e-9)
    card.animate(\.opacity, to: 1, linear) { completed.append("second") }
    #expect(abs(card.alpha - 0.6) < 1e-9)
    advance(500)
    #expect(abs(card.alpha - 0.8) < 1e-9)
    advance(500)
    #expect(completed == ["second"] && card.alpha == 1)
  }

  @Test func propertiesAnimateIndependently() {
    card.animate(
      \.transform, to: Transform3D(rotationAngle: 3, x: 0, y: 0, z: 1), linear)
    card.animate(\.bounds, to: Rect(0, 0, 200, 100), linear)
    advance(500)
    // Half of the rotation, instead of an interpolated matrix.
    let expected = Transform3D(rotationAngle: 1.5, x: 0, y: 0, z: 1)
    #expect(zip(card.layer.transform.elements, expected.elements).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(abs(card.bounds.width - 150) < 1e-9)
  }

  @Test func animatingViewIgnoresTouchesUnlessAllowed() {
    card.animate(\.position, to: Point(250, 50), linear)
    advance(500)
    // Hit testing uses the presented position, and the animating view ignores the touch.
    var steps: [HitStep.Outcome] = []
    #expect(root.hitTest(Point(150, 50)) { if $0.view === card { steps.append($0.outcome) } } === root)
    #expect(steps == [.animating])
    advance(600)
    #expect(root.hitTest(Point(250, 50)) === card)
    card.animate(
      \.position, to: Point(50, 50), linear, allowsUserInteraction: true)
    advance(500)
    #expect(root.hitTest(Point(150, 50)) === card && root.hitTest(Point(50, 50)) === root)
  }

  /// As the model value in UIKit.
  @Test(arguments: [0, 400]) func lastSetValueWinsOverItsAnimation(after milliseconds: UInt64) {
    var isDone = false
    card.animate(\.opacity, to: 0, linear) { isDone = true }
    card.animate(\.position, to: Point(250, 50), linear)
    advance(milliseconds)
    card.alpha = 1
    advance(1000)
    #expect(card.alpha == 1 && isDone && card.center == Point(250, 50) && !window.isAnimating)
  }

  @Test func frameWinsOverAnimationsOfItsParts() {
    card.animate(\.position, to: Point(250, 50), linear)
    card.animate(\.bounds, to: Rect(0, 0, 300, 300), linear)
    card.animate(\.opacity, to: 0, linear)
    advance(100)
    card.frame = Rect(0, 0, 80, 80)
    advance(1000)
    #expect(card.frame == Rect(0, 0, 80, 80) && card.alpha == 0)
  }

  @Test func viewReceivesTouchesOnceItsAnimationHasNoEffect() {
    card.animate(\.opacity, to: 0, linear) { [journal] in journal.note("first") }
    card.alpha = 0.5
    #expect(root.hitTest(Point(50, 50)) === card)
    // Another animation replaces the one without an effect.
    card.animate(\.opacity, to: 1, linear) { [journal] in journal.note("second") }
    advance(1000)
    #expect(card.alpha == 1 && root.hitTest(Point(50, 50)) === card && journal.line == "second")
  }

  /// A change of a part of an animated property continues from the current value.
  @Test func animationsOfOnePropertyReplaceOneAnother() {
    card.animate(\.position, to: Point(250, 250), linear)
    advance(500)
    card.animate(\.position.x, to: 0, linear)
    for x in [150.0, 75, 0] {
      #expect((card.center - Point(x, 150)).length < 1e-6)
      advance(500)
    }
    #expect(!window.isAnimating)
  }

  @Test func viewReceivesTouchesInItsNextWindow() {
    let view = View(name: "view", frame: Rect(0, 0, 100, 100))
    do {
      let window = Window(view, size: Size(100, 100), scale: 1, threads: 1)
      view.animate(\.opacity, to: 0.5, linear)
      #expect(window.isAnimating && view.hitTest(Point(50, 50)) == nil)
    }
    #expect(view.hitTest(Point(50, 50)) === view)
  }

  @Test func springEndsAtTarget() {
    card.animate(\.position, to: Point(250, 50), .spring(Spring(response: 0.3, dampingRatio: 0.5)))
    var farthest = 0.0
    for _ in 0..<200 {
      advance(16)
      farthest = max(farthest, card.center.x)
    }
    #expect(farthest > 255 && card.center == Point(250, 50) && !window.isAnimating)
  }

  @Test func flingCoversDecayDistance() {
    var distance = 0.0
    let decay = Decay(initialVelocity: 1000)
    root.layer.add(.fling(decay, until: 1) { distance += $0 }, forKey: "fling")
    for _ in 0..<600 { advance(16) }
    #expect(abs(distance - decay.totalDistance) < 1 && !window.isAnimating)
  }

  @Test func reducedMotionSkipsAnimations() {
    window.reducesMotion = true
    var (isDone, flung) = (false, 0.0)
    card.animate(\.position, to: Point(250, 50)) { isDone = true }
    root.layer.add(.fling(Decay(initialVelocity: 1000), until: 1) { flung += $0 }, forKey: "fling")
    #expect(card.center == Point(250, 50) && isDone && flung == 0 && !window.isAnimating)
    #expect(root.hitTest(Point(250, 50)) === card)
  }

  @Test func colorsAreInterpolatedLinearly() {
    let end = Color(1, 0.5, 0, 0.5)
    #expect(Color(0, 0, 0, 1).interpolated(to: end, 0.5) == Color(0.5, 0.25, 0, 0.75))
  }

  @Test(arguments: [-1, -Double.infinity, .nan, 0]) func invalidDelayIsDueAtOnce(_ seconds: Double) {
    var isDone = false
    window.after(seconds: seconds) { isDone = true }
    #expect(window.nextDeadline == window.now)
    advance(0)
    #expect(isDone)
  }

  @Test(arguments: [Double.infinity, 1e300, 0x1p64 / 1e9, 1.84467440737e10]) func hugeDelayIsNeverDue(_ seconds: Double)
  {
    var isDone = false
    let timer = window.after(seconds: seconds) { isDone = true }
    #expect(window.nextDeadline == nil)
    window.advance(to: 1 << 62)
    #expect(!isDone)
    timer.cancel()
  }
}
