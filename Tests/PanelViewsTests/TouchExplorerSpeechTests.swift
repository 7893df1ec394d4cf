import Localization
import Testing

@testable import PanelViews

/// Exploring by touch or with keys: hints, announcements, and what activations speak.
@Suite final class TouchExplorerSpeechTests: ExploredWindow {
  @Test func activationWithoutEffectIsSpoken() {
    let note = Label("Note")
    note.frame = Rect(300, 0, 100, 50)
    root.addSubview(note)
    (open.isEnabled, open.accessibilityHint) = (false, "Opens at nine")
    _ = play("down 50,50 +200ms up +500ms")
    #expect(play(Self.doubleTap) == ["Can't be pressed. Opens at nine"] && speech.presses == 0)
    // A button that its own action disables was pressed.
    (open.isEnabled, open.accessibilityHint) = (true, nil)
    open.onPress = { [open] in open.isEnabled = false }
    #expect(play(Self.doubleTap) == ["pressed"] && play(Self.doubleTap) == ["Can't be pressed"])
    _ = play("down 50,250 +200ms up +500ms")
    #expect(play(Self.doubleTap) == [heatText])
    _ = play("down 350,20 +200ms up +500ms")
    #expect(play(Self.doubleTap) == ["Can't be pressed"])
  }

  @Test func disabledElementIsReadWithTheHintOfItsGroup() {
    let keypad = Keypad(frame: Rect(300, 0, 300, 400))
    (keypad.isEnabled, keypad.accessibilityHint) = (false, "Wait")
    root.addSubview(keypad)
    window.layoutIfNeeded()
    _ = speech.take()
    #expect(
      play("down 350,20 +200ms move 350,150 up +500ms") == ["1, dimmed, button. Wait", "4, dimmed, button. Wait"])
    keypad.isEnabled = true
    #expect(play("down 350,20 +200ms up +500ms") == ["1, button"])
  }

  @Test func hintIsSpokenOnceForSiblings() {
    let (cold, wrapper) = (Slider(frame: Rect(0, 300, 200, 100)), View(frame: Rect(300, 0, 200, 100)))
    let inner = Slider(frame: wrapper.bounds)
    for (slider, label) in [(cold, "Cold"), (inner, "Inner")] { slider.accessibilityLabel = label }
    root.addSubview(cold)
    root.addSubview(wrapper)
    wrapper.addSubview(inner)
    let texts = ["50,250", "50,350", "50,250", "50,50", "50,350", "350,50"].flatMap {
      play("down \($0) +200ms up +500ms").suffix(1)
    }
    let hint = ". Swipe up or down to change"
    #expect(texts.map { $0.hasSuffix(hint) } == [true, false, false, false, false, true])
    #expect(play("down 50,250 +200ms up +500ms") == [heatText])
    // Repeating repeats the hint.
    #expect(play("down 50,350 +200ms up +500ms") == ["Cold, 0 %, minimum, adjustable"])
    let tap = "down 500,300 up +80ms"
    #expect(play("\(tap) \(tap) \(tap) +500ms") == ["Cold, 0 %, minimum, adjustable" + hint])
  }

  @Test func scrollViewDoesNotSpeakTheTextsInIt() {
    let list = StackView(axis: .vertical) { for number in 1...9 { Label("Line \(number)") } }
    let scrollView = ScrollView(frame: Rect(300, 0, 200, 60), content: list)
    root.addSubview(scrollView)
    window.layoutIfNeeded()
    #expect(scrollView.isAccessibilityElement && scrollView.spokenLabel == "")
    scrollView.frame.size.height = 400
    window.layoutIfNeeded()
    #expect(scrollView.spokenLabel.hasPrefix("Line 1, Line 2"))
  }

  @Test func repeatedSpeechIsUpToDate() {
    let tap = "down 500,300 up +80ms"
    let threeTaps = "\(tap) \(tap) \(tap) +500ms"
    _ = speech.take()
    #expect(play(threeTaps) == [LocalizedText.speechIntroduction.text])
    _ = play("down 50,150 +200ms up +500ms")
    light.setOn(true, animated: false)
    #expect(play(threeTaps) == ["Light, on, switch"])
    window.announce("Saved")
    _ = speech.take()
    for _ in 0..<2 { #expect(play(threeTaps) == ["Saved", "Light, on, switch"]) }
  }

  @Test func volumeAndRateOfTheSpeechAreAdjustable() throws {
    let explorer = try #require(window.touchExplorer)
    _ = play(Self.swipeLeft)
    #expect(play(Self.swipeDown) == ["40 %"] && speech.last?.rate == 40)
    for _ in 0..<7 { _ = play(Self.swipeUp) }
    #expect(play(Self.swipeUp) == ["100 %, maximum"] && explorer.speechRate == 100)
    _ = play(Self.swipeLeft)
    #expect(play(Self.swipeUp) == ["90 %"] && speech.last?.volume == 90 && speech.last?.rate == 100)
    for _ in 0..<9 { _ = play(Self.swipeDown) }
    #expect(play(Self.swipeDown) == ["20 %, minimum"] && explorer.speechVolume == 20)
    let hint = "Swipe up or down to change"
    #expect(play(Self.doubleTap) == ["Volume, 20 %, minimum, adjustable, speech settings. \(hint)"])
    window.touchExplorer = nil
    #expect(explorer.speechRate == 50 && explorer.speechVolume == 80)
  }

  private func press(_ keys: Key...) -> [String] {
    for key in keys {
      #expect(window.press(key, at: window.now + 1))
      window.release(key, at: window.now + 1)
    }
    return speech.take()
  }

  @Test func keysDoWhatGesturesDo() {
    let heatText = "Heat, 0 %, minimum, adjustable. Up or down arrow to change"
    _ = speech.take()
    // The first key is followed by the introduction for keys.
    #expect(press(.right) == ["Open, button", LocalizedText.keyIntroduction.text])
    #expect(press(.return) == ["pressed"] && speech.presses == 1)
    #expect(press(.tab, .space) == ["Light, off, switch", "on"] && light.isFocused)
    #expect(press(.right, .up) == [heatText, "3 %"] && press(.pageUp, .pageDown).count == 2)
    #expect(press(.left, .backTab) == ["Light, on, switch", "Open, button"] && !heat.isFocused && open.isFocused)
    #expect(play(Self.swipeUp) == ["Can't be changed"])
    window.touchExplorer = TouchExplorer(title: "Room 214", usesKeys: true)
    #expect(speech.take() == ["Room 214. " + LocalizedText.keyIntroduction.text])
    #expect(press(.tab) == ["Open, button"])
    #expect(!window.press(.character("x"), at: window.now) && !window.press(.escape, at: window.now))
    // Return ends an entry that was typed.
    var keys: [Key] = []
    window.onKey = {
      keys.append($0)
      return true
    }
    #expect(press(.character("7"), .return, .return) == ["pressed"] && keys == [.character("7"), .return])
  }

  @Test func arrowKeysFollowTheMirroredOrder() {
    root.layer.layoutDirection = .rightToLeft
    root.layer.sublayerTransform = Transform3D(scaleX: -1, y: 1, z: 1)
    _ = speech.take()
    #expect(press(.left).first == "Open, button" && press(.tab) == ["Light, off, switch"])
    #expect(press(.right) == ["Open, button"])
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

  @Test func alertIsSpokenAndHidesTheRest() {
    _ = play("down 50,150 +200ms up +500ms")
    let alert = AlertView(title: "Stop?", actions: [.init("No"), .init("Yes") { [speech] in speech.presses += 1 }])
    alert.present(in: window)
    #expect(speech.take() == ["Stop?, heading"])
    #expect(play("down 5,5 +200ms up +500ms") == [])
    #expect((0..<3).flatMap { _ in play(Self.swipeRight) } == ["No, button", "Yes, button", volumeText])
    _ = play(Self.swipeLeft)
    // Then the previous element is the current one again.
    #expect(play(Self.doubleTap) == ["Light, off, switch"] && speech.presses == 1)
    #expect(play(Self.doubleTap) == ["on"])
  }

  @Test func developersSpeakTheirOwnLanguage() {
    let french = Language("fr", name: "Français", overrides: [.spokenButton: "bouton", .spokenEnd: "Fin"])
    var utterances: [Utterance] = []
    Language.$current.withValue(french) {
      let button = Button("Ouvrir")
      let window = Window(button, size: Size(100, 100), scale: 1, threads: 1)
      window.onUtterance = { utterances.append($0) }
      window.touchExplorer = TouchExplorer()
      window.layoutIfNeeded()
      _ = window.press(.right, at: window.now)
    }
    #expect(utterances.contains { $0.text.hasPrefix("Ouvrir, bouton") }, "\(utterances)")
    #expect(utterances.allSatisfy { $0.language == "fr" })
  }
}
