import PanelViews
import Testing

/// Animations under a key of a layer, by Core Animation's rules.
@Suite struct KeyedAnimationTests {
  private let root = View(name: "root")
  private let card = View(name: "card", frame: Rect(0, 0, 100, 100))
  private let window: Window
  private let linear = AnimationTiming.curve(.linear, seconds: 1)
  private let journal = Journal()

  init() {
    root.addSubview(card)
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    window.advance(to: 1_000_000_000)
  }

  private func advance(_ milliseconds: UInt64) { window.advance(to: window.now + milliseconds * 1_000_000) }

  private func animation(_ name: String) -> Animation {
    Animation(
      linear, update: { [journal] in journal.note("\(name)\(Int(clamping: ($0 * 100).rounded()))") },
      completion: { [journal] in journal.note("\(name).done") })
  }

  @Test func newAnimationReplacesOneWithTheSameKey() {
    let (first, second) = (animation("a"), animation("b"))
    card.layer.add(first, forKey: "move")
    advance(250)
    card.layer.add(second, forKey: "move")
    #expect(!first.isRunning && second.isRunning && card.layer.animation(forKey: "move") === second)
    advance(500)
    advance(500)
    #expect(journal.line == "a25 b50 b100 b.done")
    #expect(card.layer.animation(forKey: "move") == nil && !second.isRunning && !window.isAnimating)
  }

  @Test func otherKeysAndLayersAreIndependent() {
    card.layer.add(animation("a"), forKey: "move")
    card.layer.add(animation("b"), forKey: "fade")
    root.layer.add(animation("c"), forKey: "move")
    advance(250)
    card.layer.removeAnimation(forKey: "move")
    card.layer.removeAnimation(forKey: "unknown")
    advance(250)
    #expect(journal.line == "a25 b25 c25 b50 c50")
    card.layer.removeAllAnimations()
    advance(500)
    #expect(journal.line == "a25 b25 c25 b50 c50 c100 c.done")
  }

  @Test func animationRunsOnce() {
    let once = animation("a")
    card.layer.add(once, forKey: "move")
    card.layer.add(once, forKey: "other")
    advance(1000)
    card.layer.add(once, forKey: "move")
    advance(1000)
    #expect(journal.line == "a100 a.done")
  }

  @Test func completionMayStartTheNextAnimation() {
    let layer = card.layer
    let next = animation("b")
    layer.add(Animation(linear, update: { _ in }, completion: { layer.add(next, forKey: "move") }), forKey: "move")
    advance(1000)
    #expect(layer.animation(forKey: "move") === next)
    advance(500)
    #expect(journal.line == "b50")
  }

  @Test func animationWithoutWindowEndsAtOnce() {
    let layer = Layer()
    var flung = 0.0
    layer.add(animation("a"), forKey: "move")
    layer.add(.fling(Decay(initialVelocity: 1000), until: 1) { flung += $0 }, forKey: "fling")
    layer.add(.elapsedTime(seconds: 1) { [journal] in journal.note("\($0)") }, forKey: "hold")
    #expect(journal.line == "a100 a.done" && flung == 0 && layer.animation(forKey: "hold") == nil)
  }

  @Test func reducedMotionEndsAllButMeasuredTime() {
    window.reducesMotion = true
    card.layer.add(animation("a"), forKey: "move")
    card.layer.add(.elapsedTime(seconds: 1) { [journal] in journal.note("\($0)") }, forKey: "hold")
    for _ in 0..<5 { advance(200) }
    #expect(journal.line == "a100 a.done 0.2 0.4 0.6 0.8 1.0")
  }

  /// It can still be cancelled.
  @Test func animationContinuesOutsideOfTheWindow() {
    card.layer.add(animation("a"), forKey: "move")
    card.removeFromSuperview()
    advance(250)
    card.layer.removeAnimation(forKey: "move")
    advance(250)
    #expect(journal.line == "a25")
  }

  @Test func windowIsReleasedDuringAnimations() {
    weak var layer: Layer?
    weak var window: Window?
    do {
      let root = View()
      let newWindow = Window(root, size: Size(600, 400), scale: 1, threads: 1)
      root.animate(\.opacity, to: 0)
      (layer, window) = (root.layer, newWindow)
      let retained = root.layer
      root.layer.add(Animation(linear) { retained.opacity = $0 }, forKey: "fade")
      #expect(newWindow.isAnimating)
    }
    #expect(layer == nil && window == nil)
  }
}
