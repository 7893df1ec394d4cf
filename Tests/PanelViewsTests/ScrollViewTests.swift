import PanelViews
import TestRendering
import Testing

/// Drags, inertia, keys and focus of a scroll view with 600 points of content in 200.
@Suite struct ScrollViewTests {
  private let button = Button("Open", frame: Rect(20, 20, 100, 44))
  private let farButton = Button("Far", frame: Rect(20, 540, 100, 44))
  private let scrollView = ScrollView(frame: Rect(50, 50, 300, 200))
  private let journal = Journal()
  private let window: Window
  private let touches: TouchPlayer

  init() {
    let content = View(frame: Rect(0, 0, 300, 600), background: Color(0.2, 0.3, 0.4), subviews: [button, farButton])
    scrollView.addSubview(content)
    scrollView.contentSize = Size(300, 600)
    journal.record(button)
    window = Window(
      View(background: .defaultBackground, subviews: [scrollView]), size: Size(400, 300), scale: 1, threads: 1)
    touches = TouchPlayer(window)
    touches.play("+1ms")
    _ = window.image()
  }

  private var offset: Double { scrollView.contentOffset.y }

  /// Advances in frames until nothing moves, and returns the offsets.
  @discardableResult private func settle() -> [Double] {
    var offsets: [Double] = []
    var frames = 0
    while window.isAnimating, frames < 600 {
      touches.play("+16ms")
      _ = window.updateDamage()
      offsets.append(offset)
      frames += 1
    }
    #expect(frames < 600)
    return offsets
  }

  @Test func dragFollowsTheFingerAfterTheHysteresis() {
    touches.play("down 200,200 move 200,180")
    #expect(scrollView.isDragging && offset == 0)
    touches.play("move 200,150 move 210,120")
    #expect(offset == 60 && scrollView.contentOffset.x == 0)
    touches.play("+300ms up")
    #expect(!scrollView.isDragging)
    settle()
    #expect(offset == 60)
  }

  /// The picture after a drag is that of a new window at the same offset, although only the damage was redrawn.
  @Test func dragRedrawsTheContentClipped() {
    let picture = window.image()
    scrollView.showsVerticalScrollIndicator = false
    for y in [180, 150, 149, 90] {
      touches.play(y == 180 ? "down 200,200 move 200,180" : "move 200,\(y)")
      window.update(picture)
    }
    let other = ScrollViewTests()
    other.scrollView.showsVerticalScrollIndicator = false
    other.scrollView.contentOffset.y = offset
    #expect(offset == 90 && picture.pixelArray == other.window.image().pixelArray)
    // Only inside the scroll view.
    #expect(picture[100, 49] == Color.defaultBackground.premultipliedPixel && picture[100, 50] != picture[100, 49])
    #expect(picture[100, 250] == Color.defaultBackground.premultipliedPixel && picture[100, 249] == picture[100, 240])
  }

  @Test func flingSlowsDownAtUIKitsRate() {
    touches.play("down 200,240 move 200,225 move 200,220 move 200,215 move 200,210 move 200,205 up")
    let start = offset
    #expect(scrollView.isDecelerating)
    let offsets = settle()
    // 500 points per second, multiplied by 0.998 each millisecond.
    #expect(abs(offset - start - 250) < 8)
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 })
    // A speed that falls to 0.998^500 = 37% in half a second has covered 63% of the distance.
    #expect(abs((offsets[30] - start) / 250 - 0.63) < 0.03)
    #expect(!scrollView.isDecelerating && offsets.count > 60)
  }

  @Test func rubberBandLagsAndReturns() {
    touches.play("down 200,100 move 200,115 move 200,215 +300ms")
    // UIKit's formula: (1 - 1 / (100 · 0.55 / 200 + 1)) · 200.
    #expect(abs(offset + 43.1) < 1)
    touches.play("up")
    #expect(settle().last == 0)
    scrollView.bounces = false
    touches.play("down 200,100 move 200,115 move 200,215")
    #expect(offset == 0)
    touches.play("up")
  }

  @Test func flingBouncesAtTheEnd() {
    scrollView.contentOffset.y = 380
    touches.play("down 200,240 move 200,225 move 200,205 move 200,185 move 200,165 move 200,145 up")
    let offsets = settle()
    #expect((offsets.max() ?? 0) > 420 && offsets.last == 400)
    scrollView.bounces = false
    scrollView.contentOffset.y = 380
    touches.play("down 200,240 move 200,225 move 200,220 move 200,215 move 200,210 up")
    #expect(settle().allSatisfy { $0 <= 400 } && offset == 400)
  }

  @Test func reducedMotionReturnsAtOnceAndDoesNotFling() {
    window.reducesMotion = true
    touches.play("down 200,240 move 200,225 move 200,205 move 200,185 up")
    #expect(offset == 40 && !scrollView.isDecelerating)
    touches.play("down 200,100 move 200,115 move 200,235 up")
    #expect(offset == 0)
  }

  @Test func scrollThatBeginsOnAButtonCancelsIt() {
    // After the delay the button is pressed, and the drag cancels it.
    touches.play("down 100,90 +200ms")
    #expect(button.isHighlighted && journal.line == "down")
    touches.play("move 100,70 move 100,60")
    #expect(!button.isHighlighted && journal.line == "down cancel" && offset == 10)
    touches.play("up")
    settle()
    journal.clear()
    // A fast drag never presses it.
    touches.play("down 100,90 move 100,70 move 100,60 up")
    #expect(journal.line == "" && offset > 10)
  }

  @Test func tapAndHoldPressTheButton() {
    touches.play("down 100,90")
    #expect(!button.isHighlighted)
    touches.play("up")
    #expect(journal.line == "down upInside action")
    journal.clear()
    touches.play("down 100,90 +100ms")
    #expect(journal.line == "")
    touches.play("+60ms up")
    #expect(journal.line == "down upInside action")
    scrollView.delaysContentTouches = false
    touches.play("down 100,90")
    #expect(button.isHighlighted)
    touches.play("cancel")
    // Content that can't scroll doesn't wait.
    (scrollView.delaysContentTouches, scrollView.contentSize) = (true, Size(300, 100))
    touches.play("down 100,90")
    #expect(button.isHighlighted)
  }

  @Test func touchStopsTheMotionWithoutPressing() {
    touches.play("down 200,240 move 200,225 move 200,220 move 200,215 up +32ms")
    let before = offset
    #expect(scrollView.isDecelerating)
    touches.play("down 100,80 +200ms up")
    #expect(offset == before && !scrollView.isDecelerating && journal.line == "")
    settle()
    #expect(offset == before)
  }

  /// In content that scrolls in both directions, slider and switch receive the drags along their tracks.
  @Test(arguments: ["slider", "switch"]) func controlsReceiveDragsAlongTheirTracks(_ name: String) {
    let control: Control = name == "slider" ? Slider() : Switch()
    control.frame = Rect(0, 100, 300, 44)
    scrollView.addSubview(control)
    scrollView.contentSize.width = 500
    let changes = Journal()
    control.addAction(for: .valueChanged) { _ in changes.note("changed") }
    touches.play("down 200,170 move 250,170 move 330,170 up")
    #expect(!changes.words.isEmpty && scrollView.contentOffset == .zero)
    changes.clear()
    touches.play("down 200,170 move 200,150 move 200,130 up")
    #expect(changes.words.isEmpty && offset == 20)
  }

  @Test func subclassMayKeepTouchesOnControls() {
    final class TouchKeepingScrollView: ScrollView {
      override func touchesShouldCancel(in view: View) -> Bool { !(view is Control) }
    }
    let (subclass, inner) = (
      TouchKeepingScrollView(frame: Rect(0, 0, 100, 100)), Button("Keep", frame: Rect(0, 0, 100, 44))
    )
    subclass.addSubview(inner)
    subclass.contentSize = Size(100, 400)
    window.rootView.addSubview(subclass)
    touches.play("down 40,20 move 40,5 move 40,0")
    #expect(subclass.contentOffset.y == 0 && inner.isHighlighted)
    touches.play("up down 60,80 move 60,60 move 60,50")
    #expect(subclass.contentOffset.y == 10)
  }

  /// The inner view scrolls sideways, the outer one up and down; each takes the drags in its direction.
  @Test func nestedScrollViewsShareDirections() {
    let inner = ScrollView(frame: Rect(0, 100, 300, 60))
    inner.contentSize = Size(900, 60)
    scrollView.addSubview(inner)
    touches.play("down 200,180 move 180,180 move 160,180 +300ms up")
    #expect(inner.contentOffset == Point(20, 0) && offset == 0)
    touches.play("down 200,180 move 200,160 move 200,140 +300ms up")
    #expect(inner.contentOffset == Point(20, 0) && offset == 20)
    inner.isScrollEnabled = false
    touches.play("down 200,150 move 180,150 move 160,150 up")
    #expect(inner.contentOffset.x == 20)
  }

  @Test func hitTestFollowsTheOffset() {
    scrollView.contentOffset.y = 400
    #expect(window.rootView.hitTest(Point(100, 200)) === farButton)
    #expect(window.rootView.hitTest(Point(100, 80)) !== button)
    // Clipped parts receive nothing.
    scrollView.contentOffset.y = 340
    #expect(window.rootView.hitTest(Point(100, 255)) === window.rootView)
  }

  @Test func rectanglesScrollIntoViewByTheShortestDistance() {
    for (rect, expected) in [
      (Rect(0, 100, 10, 50), 0.0), (Rect(0, 190, 10, 50), 40), (Rect(0, 20, 10, 50), 20), (Rect(0, 300, 10, 400), 300),
      (Rect(0, 590, 10, 50), 400),
    ] {
      scrollView.scrollRectToVisible(rect, animated: false)
      #expect(offset == expected, "\(rect)")
    }
    scrollView.scrollRectToVisible(Rect(0, 0, 10, 10), animated: true)
    touches.play("+100ms")
    #expect(offset > 0 && offset < 400)
    #expect(settle().last == 0)
  }

  @Test func keysScrollWithoutAFocusedControl() {
    var others: [Key] = []
    window.onKey = {
      others.append($0)
      return true
    }
    for (key, expected) in [
      (Key.down, 44.0), (.pageDown, 200), (.up, 156), (.end, 400), (.pageUp, 244), (.home, 0),
    ] {
      #expect(window.press(key, at: window.now))
      settle()
      #expect(offset == expected, "\(key)")
    }
    // Keys that can't scroll any farther reach `onKey`.
    for key in [Key.up, .left, .right, .escape] { _ = window.press(key, at: window.now) }
    #expect(others == [.up, .left, .right, .escape])
    scrollView.isScrollEnabled = false
    _ = window.press(.down, at: window.now)
    #expect(others.last == .down && offset == 0)
  }

  @Test func focusScrollsIntoView() {
    _ = window.press(.tab, at: window.now)
    #expect(button.isFocused && offset == 0)
    _ = window.press(.tab, at: window.now)
    #expect(farButton.isFocused)
    settle()
    #expect(offset == 384)
    // Return presses the focused control. Arrow keys that it doesn't use scroll.
    _ = window.press(.return, at: window.now)
    #expect(farButton.isHighlighted)
    window.release(.return, at: window.now)
    _ = window.press(.up, at: window.now)
    settle()
    #expect(offset == 340)
    _ = window.press(.backTab, at: window.now)
    settle()
    #expect(button.isFocused && offset == 20)
    // A control beyond the content isn't reachable, nor is any in a covered scroll view.
    farButton.center.y = 700
    _ = window.press(.tab, at: window.now)
    #expect(button.isFocused)
    farButton.center.y = 560
    let cover = View(frame: Rect(100, 100, 200, 100), background: .defaultBackground)
    window.rootView.addSubview(cover)
    _ = window.press(.tab, at: window.now)
    #expect(!farButton.isFocused)
  }

  @Test func indicatorIsFaintAtRest() {
    let before = window.image()
    #expect(before[345, 60] != before[330, 60])
    touches.play("down 200,200 move 200,180 move 200,170")
    let moving = window.image()
    #expect(moving[345, 60] != moving[330, 60] && moving[345, 60] != before[345, 60])
    touches.play("+300ms up")
    settle()
    touches.play("+300ms +300ms")
    settle()
    let after = window.image()
    #expect(after[345, 60] == before[345, 60] && !window.isAnimating && window.nextDeadline == nil)
    scrollView.showsVerticalScrollIndicator = false
    touches.play("down 200,200 move 200,180 move 200,170")
    let none = window.image()
    #expect(none[345, 60] == none[330, 60])
  }

  /// The indicator becomes faint again, for each cause that ends a motion.
  @Test(arguments: ["touch", "offset", "wheel", "removal", "removal during a drag"])
  func indicatorFadesAfterAnyEnd(of cause: String) {
    let before = window.image()
    touches.play("down 200,200 move 200,185 move 200,180 move 200,175")
    if cause != "removal during a drag" {
      touches.play("up +16ms")
      #expect(scrollView.isDecelerating)
    }
    #expect(window.image()[345, 60] != before[345, 60])
    switch cause {
    case "touch": touches.play("down 200,200 up")
    case "offset": scrollView.contentOffset = .zero
    case "wheel": window.send(ScrollEvent(.wheel, at: Point(200, 200), notches: Point(0, -9)), at: window.now)
    default:
      scrollView.removeFromSuperview()
      touches.play("+16ms +600ms")
      window.rootView.addSubview(scrollView)
    }
    touches.play("+300ms +300ms")
    settle()
    scrollView.contentOffset = .zero
    #expect(window.image()[345, 60] == before[345, 60] && !window.isAnimating)
  }

  /// Rounding errors and parts of a pixel aren't content.
  @Test(arguments: [1e-9, 0.4]) func contentThatIsLongerByPartOfAPixelFits(_ excess: Double) {
    let before = window.image()
    #expect(scrollView.accessibilityTraits.contains(.adjustable))
    scrollView.contentSize = Size(300, 200 + excess)
    let after = window.image()
    #expect(before[345, 60] != before[330, 60] && after[345, 60] == after[330, 60])
    #expect(!scrollView.accessibilityTraits.contains(.adjustable))
    touches.play("down 100,80 move 100,95 move 100,110 up")
    #expect(journal.line.hasSuffix("upInside action"))
  }

  @Test func motionEndsOutsideOfAWindow() {
    touches.play("down 200,240 move 200,225 move 200,220 move 200,215 up +16ms")
    #expect(scrollView.isDecelerating)
    scrollView.removeFromSuperview()
    let old = offset
    touches.play("+16ms +600ms +600ms")
    #expect(!scrollView.isDecelerating && offset == old)
  }
}
