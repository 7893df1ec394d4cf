import PanelViews
import TestRendering
import Testing

/// Content that changes its size while it moves, and fingers on controls in content that scrolls.
@Suite struct ScrollMotionTests {
  private let scrollView = ScrollView(frame: Rect(0, 0, 300, 200))
  private let stepper = Stepper(frame: Rect(20, 20, 112, 44))
  private let slider = Slider(frame: Rect(20, 80, 200, 44))
  private let journal = Journal()
  private let window: Window
  private let touches: TouchPlayer

  init() {
    for view in [stepper, slider] { scrollView.addSubview(view) }
    scrollView.contentSize = Size(300, 4000)
    stepper.addAction(for: .valueChanged) { [journal, unowned stepper] _ in journal.note("\(stepper.value)") }
    window = Window(
      View(background: .defaultBackground, subviews: [scrollView]), size: Size(400, 300), scale: 1, threads: 1)
    touches = TouchPlayer(window)
    touches.play("+1ms")
    _ = window.updateDamage()
  }

  private var offset: Double { scrollView.contentOffset.y }

  private func settle() {
    for _ in 0..<600 where window.isAnimating {
      touches.play("+16ms")
      _ = window.updateDamage()
    }
    #expect(!window.isAnimating)
  }

  private static let fling = "down 200,190 move 200,150 move 200,110 move 200,70 move 200,30 up"

  @Test func flingEndsAtTheEndOfContentThatBecameShorter() {
    scrollView.contentOffset.y = 1000
    touches.play(Self.fling + " +100ms")
    #expect(offset > 1100)
    scrollView.contentSize.height = 600
    _ = window.updateDamage()
    settle()
    #expect(offset == 400)
  }

  @Test func flingContinuesIfTheContentGrows() {
    let other = ScrollMotionTests()
    for test in [self, other] { test.touches.play(Self.fling + " +96ms") }
    scrollView.contentSize.height = 5000
    for test in [self, other] {
      _ = test.window.updateDamage()
      test.settle()
    }
    #expect(abs(offset - other.offset) <= 1 && offset > 1000)
    // The content that was added is reached as well.
    let short = ScrollMotionTests()
    short.scrollView.contentSize.height = 400
    short.touches.play(Self.fling)
    short.scrollView.contentSize.height = 4000
    _ = short.window.updateDamage()
    short.settle()
    #expect(abs(short.offset - other.offset) <= 1)
  }

  @Test func requestedOffsetIsLimitedToContentThatBecameShorter() {
    scrollView.setContentOffset(Point(0, 3000), animated: true)
    touches.play("+150ms")
    scrollView.contentSize.height = 600
    _ = window.updateDamage()
    settle()
    #expect(offset == 400)
  }

  /// The end of the shorter content is at the end of the view, and follows the finger.
  @Test func dragContinuesInContentThatBecameShorter() {
    scrollView.contentOffset.y = 2000
    touches.play("down 200,150 move 200,130 move 200,100")
    #expect(offset == 2030)
    scrollView.contentSize.height = 600
    _ = window.updateDamage()
    #expect(offset == 400 && scrollView.isDragging)
    touches.play("move 200,120")
    #expect(offset == 380)
    touches.play("+300ms up")
    settle()
    #expect(offset == 380)
  }

  /// A layout without a change of the content doesn't disturb a drag beyond its end.
  @Test func layoutKeepsTheRubberBand() {
    touches.play("down 200,50 move 200,70 move 200,170")
    let before = offset
    #expect(before < -30)
    scrollView.setNeedsLayout()
    _ = window.updateDamage()
    #expect(offset == before)
  }

  @Test func changesOfTheOffsetAreReported() {
    scrollView.onScroll = { [journal, unowned scrollView] in journal.note("\(scrollView.contentOffset.y)") }
    scrollView.contentOffset.y = 10
    scrollView.contentOffset.y = 10
    touches.play("down 200,150 move 200,130 move 200,128 +300ms up")
    #expect(journal.line == "10.0 12.0")
  }

  @Test func eachIndicatorCanBeHidden() {
    scrollView.contentSize.width = 900
    func indicators() -> (vertical: Bool, horizontal: Bool) {
      let picture = window.image()
      return (picture[295, 20] != picture[280, 20], picture[20, 195] != picture[20, 180])
    }
    #expect(indicators() == (true, true))
    scrollView.showsHorizontalScrollIndicator = false
    scrollView.setNeedsLayout()
    #expect(indicators() == (true, false))
    (scrollView.showsHorizontalScrollIndicator, scrollView.showsVerticalScrollIndicator) = (true, false)
    scrollView.setNeedsLayout()
    #expect(indicators() == (false, true))
  }

  // MARK: One touch for each control

  /// "Receives only the first touch in a multi-touch sequence" (`UIView.isMultipleTouchEnabled`), although both touches
  /// wait for a drag.
  @Test(arguments: [20, 300]) func secondFingerDoesNotPressAStepperToo(after milliseconds: Int) {
    touches.play("1:down 100,40 +\(milliseconds)ms 2:down 100,40 +200ms")
    #expect(journal.line == "1.0")
    touches.play("1:up 2:up")
    #expect(journal.line == "1.0")
  }

  @Test(arguments: [20, 300]) func secondFingerDoesNotMoveTheKnob(after milliseconds: Int) {
    touches.play("1:down 70,100 +\(milliseconds)ms 2:down 180,100 +200ms")
    #expect(abs(slider.value - 0.21) < 0.02)
    touches.play("1:up 2:up")
  }
}
