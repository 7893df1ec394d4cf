import Testing

@testable import PanelViews

/// Exploring by touch: gestures, and what is spoken for them.
@Suite struct TouchExplorerTests {
  private let root = View(name: "root")
  private let open = Button("Open", frame: Rect(0, 0, 200, 100))
  private let light = Switch(frame: Rect(0, 100, 200, 100))
  private let heat = Slider(frame: Rect(0, 200, 200, 100))
  private let window: Window
  private let touches: TouchPlayer
  private let speech = Speech()

  private final class Speech {
    var utterances: [Utterance] = []
    var presses = 0

    /// The texts since the last call, without those of silence.
    func take() -> [String] {
      defer { utterances = [] }
      return utterances.map(\.text).filter { !$0.isEmpty }
    }
  }

  init() {
    (light.accessibilityLabel, heat.accessibilityLabel, heat.maximumValue, heat.step) = ("Light", "Heat", 30, 1)
    for view in [open, light, heat] { root.addSubview(view) }
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    touches = TouchPlayer(window)
    open.onPress = { [speech] in speech.presses += 1 }
    window.onUtterance = { [speech] in speech.utterances.append($0) }
    window.touchExplorer = TouchExplorer()
  }

  private let heatText = "Heat, 0 %, adjustable. Swipe up or down to change"
  private static let (swipeRight, swipeLeft) = ("down 300,300 move 400,300 up", "down 400,300 move 300,300 up")
  private static let (swipeUp, swipeDown) = ("down 300,300 move 300,200 up", "down 300,200 move 300,300 up")
  private static let doubleTap = "down 500,300 up +80ms down 500,300 up +400ms"

  private func play(_ line: String) -> [String] {
    touches.play(line)
    return speech.take()
  }

  @Test func restingAndMovingFingerSpeaksWhatIsBeneath() {
    #expect(speech.take() == [AccessibilityTexts().introduction])
    #expect(play("down 50,50 +100ms") == [])
    #expect(play("+60ms") == ["Open, button"])
    #expect(play("move 60,60 move 50,150") == ["Light, off, switch"])
    // Leaving and returning speaks again.
    #expect(play("move 400,150 move 50,150 up +500ms") == ["Light, off, switch"])
    #expect(speech.presses == 0 && !light.isOn)
    // A short tap speaks too, after the time for a second tap.
    #expect(play("down 50,50 +50ms up +300ms") == [] && play("+100ms") == ["Open, button"])
  }

  @Test func eachTouchStopsSpeechAndOnlyAnotherElementIsNew() {
    _ = play("down 50,50 +200ms move 400,50 move 50,50 up")
    speech.utterances = []
    touches.play("down 50,50 +200ms move 50,150 up")
    #expect(
      speech.utterances == [
        Utterance("", language: "en"), Utterance("Open, button", language: "en"),
        Utterance("Light, off, switch", language: "en", isNewElement: true),
      ])
  }

  @Test func doubleTapAnywhereActivatesTheLastSpokenElement() {
    _ = play(Self.doubleTap)
    #expect(speech.presses == 0)
    #expect(play("down 50,50 +200ms up +500ms") == ["Open, button"])
    #expect(play(Self.doubleTap) == [] && speech.presses == 1)
    _ = play("down 50,150 +200ms up +500ms")
    #expect(play(Self.doubleTap) == ["on"] && light.isOn)
    #expect(play(Self.doubleTap) == ["off"] && !light.isOn)
    // A covered element can't be activated.
    root.addSubview(View(frame: root.bounds, background: .white))
    #expect(play(Self.doubleTap) == [] && !light.isOn)
  }

  @Test func threeTapsRepeatTheSpeech() {
    _ = play("down 50,50 +200ms up +500ms")
    let tap = "down 500,300 up +80ms"
    #expect(play("\(tap) \(tap) \(tap) +500ms") == ["Open, button"] && speech.presses == 0)
  }

  @Test func swipesGoThroughTheElements() {
    _ = speech.take()
    #expect(play(Self.swipeRight) == ["Open, button"])
    #expect(play(Self.swipeRight) == ["Light, off, switch"])
    #expect(play(Self.swipeRight) == [heatText])
    #expect(play(Self.swipeRight) == [heatText])
    #expect(play(Self.swipeLeft) == ["Light, off, switch"])
    light.isHidden = true
    #expect(play(Self.swipeLeft) == [heatText])
    #expect(play(Self.swipeLeft) == ["Open, button"])
    // As the stage does for a right-to-left language.
    root.layer.layoutDirection = .rightToLeft
    root.layer.sublayerTransform = Transform3D(scaleX: -1, y: 1, z: 1)
    #expect(play(Self.swipeLeft) == [heatText])
    window.touchExplorer = TouchExplorer()
    _ = speech.take()
    #expect(play(Self.swipeRight) == [heatText])
  }

  @Test func verticalSwipesAdjustTheValue() {
    _ = play("down 50,250 +200ms up +500ms")
    #expect(play(Self.swipeUp) == ["3 %"] && play(Self.swipeUp) == ["7 %"] && heat.value == 2)
    #expect(play(Self.swipeDown) == ["3 %"] && play(Self.swipeDown) == ["0 %"])
    // At the end of the range, the value is repeated.
    #expect(play(Self.swipeDown) == ["0 %"])
    // A button has no value to adjust.
    _ = play("down 50,50 +200ms up +500ms")
    #expect(play(Self.swipeUp) == [] && heat.value == 0)
  }

  @Test func slowMovementExplores() {
    _ = speech.take()
    #expect(play("down 50,50 +100ms move 80,50 +60ms") == ["Open, button"])
    // 10 mm within 150 ms, but the finger stays.
    #expect(play("up down 50,50 +50ms move 50,150 +100ms +310ms") == ["Light, off, switch"])
    _ = play("up")
    // With known dimensions, 10 mm are fewer points.
    window.pointsPerMillimeter = 2
    #expect(play("down 300,300 move 325,300 up") == [heatText])
  }

  @Test func furtherFingersAreIgnoredAndLostUpsEnd() {
    _ = speech.take()
    #expect(play("down 50,50 1:down 50,150 1:up +200ms up") == ["Open, button"])
    // The up was lost, then the device sends the same id, or another one a minute later.
    #expect(play("down 50,150 +200ms down 50,50 +200ms up") == ["Light, off, switch", "Open, button"])
    #expect(play("down 50,150 +200ms +61000ms 1:down 50,50 +200ms 1:up") == ["Light, off, switch", "Open, button"])
    #expect(play("down 50,50 cancel +500ms") == [])
    touches.play("down 50,50")
    #expect(window.isTouched)
    window.cancelTouches(at: window.now)
    #expect(play("+500ms") == [] && !window.isTouched)
  }

  @Test func visibleElementIsSpokenAlthoughAnotherViewWouldReceiveTheTap() {
    // The later sibling is behind, but tested first.
    let behind = Button("Behind", frame: Rect(0, 0, 200, 100))
    behind.layer.zPosition = -10
    root.addSubview(behind)
    #expect(root.hitTest(Point(50, 50)) === behind)
    _ = speech.take()
    #expect(play("down 50,50 +200ms up +500ms") == ["Open, button. A tap here would reach Behind"])
    #expect(play(Self.doubleTap) == [] && speech.presses == 1)
    // An ancestor that receives the tap isn't mentioned.
    let label = Label("Note")
    (label.frame, label.isUserInteractionEnabled) = (Rect(300, 0, 100, 50), false)
    root.addSubview(label)
    #expect(play("down 350,20 +200ms up +500ms") == ["Note"])
  }

  @Test func onlyWhatIsDrawnHidesElements() {
    final class Picture: View {
      override var drawsContents: Bool { true }
    }
    let covers = [
      View(frame: root.bounds), View(frame: root.bounds, background: .clear), Picture(frame: root.bounds),
      View(frame: root.bounds, background: .white),
    ]
    _ = speech.take()
    let texts = covers.map { cover in
      cover.isUserInteractionEnabled = false
      root.addSubview(cover)
      defer { cover.removeFromSuperview() }
      return play("down 50,50 +200ms up +500ms")
    }
    #expect(texts == [["Open, button"], ["Open, button"], [], []])
  }

  @Test func viewWithGesturesGetsATap() {
    let card = View(frame: Rect(300, 0, 100, 100), background: .white)
    (card.isAccessibilityElement, card.accessibilityLabel) = (true, "Card")
    let tap = TapGestureRecognizer()
    tap.onChange = { [speech] in speech.presses += tap.state == .ended ? 1 : 0 }
    card.addGestureRecognizer(tap)
    root.addSubview(card)
    _ = play("down 350,50 +200ms up +500ms")
    #expect(play(Self.doubleTap) == [] && speech.presses == 1)
    // Activating the card doesn't press the button in its middle, which is an element by itself.
    let button = Button("Delete", frame: card.bounds)
    button.onPress = { Issue.record("pressed") }
    card.addSubview(button)
    card.accessibilityElements = [button]
    #expect(play(Self.doubleTap) == [] && speech.presses == 1)
  }

  @Test func focusAndKeysAreSpoken() {
    _ = speech.take()
    _ = window.press(.tab, at: 1)
    #expect(speech.take() == ["Open, button"])
    _ = window.press(.tab, at: 2)
    _ = window.press(.space, at: 3)
    window.release(.space, at: 4)
    #expect(speech.take() == ["Light, off, switch", "on"])
    _ = window.press(.tab, at: 5)
    _ = window.press(.right, at: 6)
    #expect(speech.take() == [heatText, "3 %"])
    #expect(play(Self.swipeUp) == ["7 %"])
  }

  @Test func listScrollsAsSwipesReachItsEnd() {
    let list = ListView(frame: Rect(300, 0, 200, 100), numberOfRows: 6) { Label("Row \($0)") }
    for view in root.subviews { view.removeFromSuperview() }
    root.addSubview(list)
    _ = speech.take()
    let rows = (0..<7).flatMap { _ in play(Self.swipeRight) }
    #expect(rows[0].hasPrefix("page 1 of 3"))
    #expect(rows.dropFirst() == (0..<6).map { "Row \($0), button" }[...])
    // From a row, the list around it is adjusted.
    #expect(play(Self.swipeDown).last?.hasPrefix("page") == true && list.contentOffset.y < 164)
  }

  @Test func alertIsSpokenAndHidesTheRest() {
    _ = play("down 50,150 +200ms up +500ms")
    let alert = AlertView(title: "Stop?", actions: [.init("No"), .init("Yes") { [speech] in speech.presses += 1 }])
    alert.present(in: window)
    #expect(speech.take() == ["Stop?, heading"])
    #expect(play("down 5,5 +200ms up +500ms") == [])
    #expect((0..<3).flatMap { _ in play(Self.swipeRight) } == ["No, button", "Yes, button", "Yes, button"])
    // Then the previous element is the current one again.
    #expect(play(Self.doubleTap) == ["Light, off, switch"] && speech.presses == 1)
    #expect(play(Self.doubleTap) == ["on"])
  }

  @Test func frequentUpdatesAreNotSpoken() {
    let bar = ProgressView(frame: Rect(300, 0, 200, 100))
    root.addSubview(bar)
    #expect(play("down 350,50 +200ms up +500ms").last == "0 %")
    bar.progress = 0.5
    window.touchExplorer?.speakChange()
    bar.accessibilityTraits = []
    #expect(speech.take() == [])
    window.touchExplorer?.speakChange()
    #expect(speech.take() == ["50 %"])
  }

  @Test func announcementsFollowTheSpeech() {
    _ = speech.take()
    window.announce("Saved")
    #expect(speech.utterances == [Utterance("Saved", language: "en", interrupts: false)])
  }

  @Test func withoutExplorerNothingIsSpoken() {
    touches.play("down 50,50")
    window.touchExplorer = nil
    #expect(speech.utterances.last == Utterance("", language: "en"))
    _ = speech.take()
    window.announce("Saved")
    window.moveAccessibilityFocus(to: open)
    _ = window.press(.tab, at: 1)
    #expect(play("+500ms up down 50,50 up") == [] && speech.presses == 1 && speech.utterances.isEmpty)
    #expect(window.nextDeadline == nil)
    // Exploring cancels the touches before it.
    touches.play("down 50,50")
    window.touchExplorer = TouchExplorer()
    #expect(!open.isHighlighted)
  }
}
