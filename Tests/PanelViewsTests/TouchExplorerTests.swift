import Localization
import Testing

@testable import PanelViews

/// Exploring by touch: gestures, and what is spoken for them.
@Suite final class TouchExplorerTests: ExploredWindow {
  @Test func restingAndMovingFingerSpeaksWhatIsBeneath() {
    #expect(speech.take() == [LocalizedText.speechIntroduction.text])
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
    _ = speech.take()
    #expect(play(Self.doubleTap) == ["Can't be pressed"] && speech.presses == 0)
    #expect(play("down 50,50 +200ms up +500ms") == ["Open, button"])
    #expect(play(Self.doubleTap) == ["pressed"] && speech.presses == 1)
    _ = play("down 50,150 +200ms up +500ms")
    #expect(play(Self.doubleTap) == ["on"] && light.isOn)
    #expect(play(Self.doubleTap) == ["off"] && !light.isOn)
    // A covered element can't be activated.
    root.addSubview(View(frame: root.bounds, background: .white))
    #expect(play(Self.doubleTap) == ["Can't be pressed"] && !light.isOn)
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
    #expect(play(Self.swipeRight) == [volumeText])
    #expect(play(Self.swipeRight) == ["Rate, 50 %, adjustable"])
    #expect(play(Self.swipeRight) == ["Rate, 50 %, adjustable. End"])
    #expect(play(Self.swipeLeft) == ["Volume, 80 %, adjustable"])
    #expect(play(Self.swipeLeft) == [heatText])
    #expect(play(Self.swipeLeft) == ["Light, off, switch"])
    // A current element that is hidden or removed keeps its place.
    light.isHidden = true
    #expect(play(Self.swipeRight) == ["Heat, 0 %, minimum, adjustable"])
    heat.removeFromSuperview()
    #expect(play(Self.swipeRight) == [volumeText])
    root.addSubview(heat)
    #expect(play(Self.swipeLeft) == [heatText])
    heat.removeFromSuperview()
    #expect(play(Self.swipeLeft) == ["Open, button"])
    root.addSubview(heat)
    #expect(play(Self.swipeLeft) == ["Open, button. Beginning"])
    // As the stage does for a right-to-left language.
    root.layer.layoutDirection = .rightToLeft
    root.layer.sublayerTransform = Transform3D(scaleX: -1, y: 1, z: 1)
    #expect(play(Self.swipeLeft) == ["Heat, 0 %, minimum, adjustable"])
    window.touchExplorer = TouchExplorer()
    _ = speech.take()
    #expect(play(Self.swipeRight) == ["Rate, 50 %, adjustable, speech settings. Swipe up or down to change"])
  }

  @Test func verticalSwipesAdjustTheValue() {
    _ = play("down 50,250 +200ms up +500ms")
    #expect(play(Self.swipeUp) == ["3 %"] && play(Self.swipeUp) == ["7 %"] && heat.value == 2)
    #expect(play(Self.swipeDown) == ["3 %"] && play(Self.swipeDown) == ["0 %, minimum"])
    // At the end of the range, the value is repeated.
    #expect(play(Self.swipeDown) == ["0 %, minimum"])
    heat.value = 29
    #expect(play(Self.swipeUp) == ["100 %, maximum"])
    heat.value = 0
    // A button has no value to adjust.
    _ = play("down 50,50 +200ms up +500ms")
    #expect(play(Self.swipeUp) == ["Can't be changed"] && heat.value == 0)
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

  /// A slow double tap elsewhere speaks only its result, not the element beneath it.
  @Test func slowTapsActOnTheCurrentElement() {
    _ = play("down 50,150 +200ms up +500ms")
    #expect(play("down 50,50 +130ms up +80ms down 50,50 +130ms up +400ms") == ["on"])
    #expect(light.isOn && speech.presses == 0)
  }

  /// 100 mm per second at first, then 400.
  @Test func swipeOfUsualSpeedSpeaksOnlyItsResult() {
    _ = speech.take()
    let start = (1...6).map { "move \(100 + $0 * 5),250 +0ms" }.joined(separator: " ")
    let rest = (1...6).map { "move \(130 + $0 * 25),250 +0ms" }.joined(separator: " ")
    #expect(play("down 100,250 +20ms \(start) \(rest) up +500ms") == ["Open, button"])
  }

  @Test func furtherFingersAreIgnoredAndLostUpsEnd() {
    _ = speech.take()
    #expect(play("down 50,50 1:down 50,150 1:up +200ms up") == ["Open, button"])
    // The up was lost, then the device sends the same id, or another one a minute later.
    #expect(play("down 50,150 +200ms down 50,50 +200ms up") == ["Light, off, switch", "Open, button"])
    #expect(play("down 50,150 +200ms +61000ms 1:down 50,50 +200ms 1:up") == ["Light, off, switch", "Open, button"])
    // A finger that still moves after a minute isn't lost.
    #expect(play("down 50,150 +200ms +61000ms move 55,150 1:down 50,50 +200ms 1:up up") == ["Light, off, switch"])
    #expect(play("down 50,50 cancel +500ms") == [])
    touches.play("down 50,50")
    #expect(window.isTouched)
    window.cancelInput(at: window.now)
    #expect(play("+500ms") == [] && !window.isTouched)
  }

  /// The release of a pointer may be lost.
  @Test func fingerIsNotBlockedByAPointer() {
    _ = speech.take()
    #expect(play("-1:down 50,50 0:down 50,150 +200ms 0:up") == ["Light, off, switch"])
  }

  @Test func visibleElementIsSpokenAlthoughAnotherViewWouldReceiveTheTap() {
    // The later sibling is behind, but tested first.
    let behind = Button("Behind", frame: Rect(0, 0, 200, 100))
    behind.layer.zPosition = -10
    root.addSubview(behind)
    #expect(root.hitTest(Point(50, 50)) === behind)
    _ = speech.take()
    #expect(play("down 50,50 +200ms up +500ms") == ["Open, button. A tap here would reach Behind"])
    #expect(play(Self.doubleTap) == ["pressed"] && speech.presses == 1)
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
    #expect(play(Self.doubleTap) == ["pressed"] && speech.presses == 1)
    // Activating the card doesn't press the button in its middle, which is an element by itself.
    let button = Button("Delete", frame: card.bounds)
    button.onPress = { Issue.record("pressed") }
    card.addSubview(button)
    card.accessibilityElements = [button]
    #expect(play(Self.doubleTap) == ["Can't be pressed"] && speech.presses == 1)
  }

  @Test func frontOfTwoFacesThatMeetIsSpoken() {
    // Two faces of a box, of which the later one is turned away: they share the upper edge.
    let (front, back) = (View(frame: Rect(300, 100, 100, 100), background: .white), View(background: .white))
    (back.bounds, back.layer.anchorPoint, back.center) = (front.bounds, Point(0.5, 0), Point(350, 100))
    back.layer.transform = Transform3D.identity.rotated(by: .pi - 0.5, x: 1, y: 0, z: 0)
    for (view, label) in [(front, "front"), (back, "back")] {
      (view.isAccessibilityElement, view.accessibilityLabel) = (true, label)
      root.addSubview(view)
    }
    #expect(back.layer.facing == .back)
    #expect(window.elementSeen(at: Point(350, 100)) === front)
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
}
