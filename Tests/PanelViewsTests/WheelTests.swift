import PanelViews
import Testing

/// Wheels and touchpads over scroll views.
@Suite struct WheelTests {
  private let outer = ScrollView(frame: Rect(0, 0, 300, 300), name: "outer")
  private let inner = ScrollView(frame: Rect(0, 50, 300, 100), name: "inner")
  private let slider = Slider(frame: Rect(20, 200, 200, 44))
  private let window: Window
  private var time: UInt64 { window.now + 16_000_000 }

  init() {
    inner.contentSize = Size(300, 180)
    for view in [inner, slider] { outer.addSubview(view) }
    outer.contentSize = Size(300, 1000)
    window = Window(View(background: .black, subviews: [outer]), size: Size(300, 300), scale: 1, threads: 1)
    window.advance(to: 1_000_000_000)
    _ = window.updateDamage()
  }

  private func turn(_ notches: Double, at location: Point = Point(150, 100), horizontally: Bool = false) {
    let vector = horizontally ? Point(notches, 0) : Point(0, notches)
    window.send(ScrollEvent(.wheel, at: location, notches: vector), at: time)
  }

  private func swipe(_ y: Double?, at location: Point = Point(150, 280)) {
    window.send(ScrollEvent(.finger, at: location, distance: Point(0, y ?? 0), isEnd: y == nil), at: time)
  }

  @Test func notchIsAsLongAsTheStepOfAnArrowKey() {
    turn(1)
    #expect(inner.contentOffset == Point(0, 44) && outer.contentOffset == .zero)
    turn(-0.25)
    #expect(inner.contentOffset == Point(0, 33))
  }

  /// At the end of the inner content, the outer one moves. A direction in which nothing can move has no effect.
  @Test func endPassesToTheOuterScrollView() {
    turn(5)
    #expect(inner.contentOffset.y == 80 && outer.contentOffset.y == 0)
    turn(1)
    #expect(inner.contentOffset.y == 80 && outer.contentOffset.y == 44)
    turn(1, horizontally: true)
    #expect(inner.contentOffset == Point(0, 80) && outer.contentOffset == Point(0, 44))
    turn(-1, at: Point(150, 80))
    #expect(inner.contentOffset.y == 36 && outer.contentOffset.y == 44)
    inner.isScrollEnabled = false
    turn(1, at: Point(150, 80))
    #expect(inner.contentOffset.y == 36 && outer.contentOffset.y == 88)
  }

  /// Content whose end isn't on a whole pixel passes the wheel on, too.
  @Test func endBetweenPixelsPassesToTheOuterScrollView() {
    inner.contentSize.height = 180.3
    _ = window.updateDamage()
    turn(5)
    turn(1)
    #expect(outer.contentOffset.y == 44)
  }

  @Test func sliderKeepsItsValue() {
    slider.value = 0.5
    turn(1, at: slider.center)
    #expect(slider.value == 0.5 && outer.contentOffset.y == 44)
  }

  /// Distances of less than a pixel add up, and the content is always at whole pixels.
  @Test func smallDistancesAddUp() {
    for _ in 0..<20 {
      swipe(0.3)
      #expect(outer.contentOffset.y == outer.contentOffset.y.rounded())
    }
    #expect(outer.contentOffset.y == 6)
  }

  @Test func contentMovesOnAfterTheFingersLift() {
    for _ in 0..<6 { swipe(12) }
    #expect(outer.contentOffset.y == 72)
    swipe(nil)
    #expect(outer.isDecelerating)
    for _ in 0..<60 { window.advance(to: time) }
    #expect(outer.contentOffset.y > 200)
    // The wheel stops it.
    let offset = outer.contentOffset.y
    turn(-1, at: Point(150, 280))
    #expect(!outer.isDecelerating && outer.contentOffset.y == offset - 44)
  }

  @Test(arguments: [false, true]) func restingOrReducedMotionDoesNotFling(_ reducesMotion: Bool) {
    window.reducesMotion = reducesMotion
    for _ in 0..<6 { swipe(12) }
    if !reducesMotion { window.advance(to: time + 300_000_000) }
    swipe(nil)
    #expect(outer.contentOffset.y == 72 && !outer.isDecelerating)
  }

  /// The picture is turned on the panel: down on the panel is another direction in the picture.
  @Test func rotationIsRespected() {
    window.rotation = .quarter
    _ = window.updateDamage()
    let toPanel = window.rotation.transform(of: window.size)
    let down = toPanel.apply(to: Point(150, 21))
    let location = toPanel.apply(to: Point(150, 20))
    window.send(ScrollEvent(.continuous, at: location, distance: (down - location) * 10), at: time)
    #expect(outer.contentOffset == Point(0, 10))
    window.send(ScrollEvent(.wheel, at: location, notches: down - location), at: time)
    #expect(outer.contentOffset == Point(0, 54))
  }

  @Test func mirroredContentFollowsTheWheel() {
    outer.contentSize = Size(1000, 300)
    outer.layer.transform = Transform3D(scaleX: -1, y: 1, z: 1)
    outer.contentOffset = Point(400, 0)
    _ = window.updateDamage()
    turn(1, at: Point(150, 20), horizontally: true)
    #expect(outer.contentOffset == Point(356, 0))
  }

  /// The turn of the wheel that wakes a panel does nothing else, to its last notch.
  @Test func ignoredTurnIsIgnoredToItsEnd() {
    var inputs = 0
    window.shouldReceive = {
      inputs += 1
      return inputs > 1
    }
    for _ in 0..<5 { turn(1) }
    #expect(inputs == 5 && inner.contentOffset == .zero)
    window.advance(to: time + 300_000_000)
    turn(1)
    #expect(inner.contentOffset == Point(0, 44))
  }

  @Test func inputIsReportedAndMayBeRefused() {
    var kinds: [Bool] = []
    window.onInput = {
      kinds.append($0)
      return false
    }
    turn(1)
    #expect(kinds == [false] && inner.contentOffset == .zero)
  }

  @Test func alertKeepsTheWheelFromWhatItCovers() {
    let alert = AlertView(title: "a", actions: [.init("OK")])
    alert.present(in: window)
    _ = window.updateDamage()
    turn(1)
    #expect(inner.contentOffset == .zero && outer.contentOffset == .zero)
  }

  /// A drag isn't disturbed.
  @Test func contentUnderAFingerStays() {
    let touches = TouchPlayer(window)
    touches.play("+1ms down 150,290 move 150,270 move 150,250")
    let offset = outer.contentOffset
    #expect(outer.isDragging && offset.y > 0)
    turn(1, at: Point(150, 20))
    #expect(outer.contentOffset == offset)
  }
}
