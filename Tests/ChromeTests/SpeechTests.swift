import Explanation
import Localization
import PanelViews
import TestRendering
import TestStage
import Testing

@testable import Chrome
@testable import Scenes

/// The spoken texts of the stage and its scenes.
@Suite struct SpeechTests {
  private final class Speech {
    var texts: [String] = []

    func take() -> [String] {
      defer { texts = [] }
      return texts
    }
  }

  private let speech = Speech()

  private func explored(_ panel: Panel) -> Panel {
    panel.window.onUtterance = { [speech] in if !$0.text.isEmpty { speech.texts.append($0.text) } }
    panel.window.touchExplorer = TouchExplorer(texts: .localized)
    _ = speech.take()
    return panel
  }

  /// Rests a finger on a point.
  private func touch(_ place: Point, _ panel: Panel) -> [String] {
    panel.send(.began, place)
    panel.wait(0.2)
    panel.send(.ended, place)
    panel.wait(0.5)
    return speech.take()
  }

  private func doubleTap(_ panel: Panel) -> [String] {
    for _ in 0..<2 { panel.tap(Point(5, 5)) }
    panel.wait(0.5)
    return speech.take()
  }

  private func swipe(_ step: Point, _ panel: Panel) -> [String] {
    let start = panel.window.rootView.bounds.center
    panel.send(.began, start)
    panel.send(.moved, start + step)
    panel.send(.ended, start + step)
    panel.wait(0.1)
    return speech.take()
  }

  private let right = Point(150, 0)
  private let up = Point(0, -150)
  private let down = Point(0, 150)

  // MARK: The cube

  @Test func visibleButtonIsSpokenAndPressedAlthoughAnotherFaceTakesTheTap() {
    let panel = explored(Panel(reducesMotion: true))
    var presses = 0
    panel.cube.onPress = { [cube = panel.cube] _ in
      presses += 1
      cube.isLightOn.toggle()
    }
    #expect(touch(panel.buttonPoint, panel) == ["Lamp, on, button. A tap here would reach face 5"])
    #expect(doubleTap(panel) == ["off"] && presses == 1)
    panel.cube.touchFix = .depth
    #expect(touch(panel.buttonPoint, panel) == ["Lamp, off, button"])
  }

  @Test func verticalSwipeTurnsTheCube() {
    let panel = explored(Panel(reducesMotion: true))
    _ = touch(panel.buttonPoint, panel)
    // From the button, the face around it is adjusted.
    let turn = "adjustable. Swipe up or down to turn the cube"
    #expect(swipe(up, panel) == ["Face 3, \(turn)", "Face 4, \(turn)"].map { $0.replacing("Face", with: "face") })
    panel.wait(1)
    #expect(panel.cube.faces[3].layer.facing == .front && swipe(up, panel) == ["face 5, \(turn)"])
    panel.wait(1)
    #expect(swipe(up, panel).count == 1 && swipe(up, panel) == ["face 1, \(turn)"])
    #expect(swipe(down, panel) == ["face 6, \(turn)"])
  }

  @Test func verticalSwipeTurnsOtherScenes() throws {
    for name in ["carousel", "fold", "intersect"] {
      let panel = explored(try Panel(name, reducesMotion: true))
      let before = panel.pixels()
      #expect(swipe(right, panel)[0].hasPrefix(panel.stage.scene.title + ", adjustable"), "\(name)")
      #expect(swipe(up, panel).count == 1 && panel.pixels() != before, "\(name)")
      _ = swipe(down, panel)
      #expect(swipe(right, panel).count == 1, "\(name)")
    }
  }

  @Test func timelineOfTheExplodedViewIsAdjustable() throws {
    let panel = explored(Panel(reducesMotion: true))
    panel.stage.explain(panel.buttonPoint)
    panel.wait(3)
    let scrubber = try #require(panel.stage.tree.first { $0.name == "scrubber" })
    panel.window.moveAccessibilityFocus(to: scrubber)
    let total = try #require(scrubber.accessibilityValue)
    _ = speech.take()
    #expect(swipe(down, panel) != [total] && swipe(up, panel) == [total], "\(total)")
  }

  // MARK: Buttons

  private func fileScene(_ change: (inout SceneDescription.Node) -> Void, _ values: Values = Values()) -> FileScene {
    var description = SceneDescription()
    description.root.stack = .init()
    var node = SceneDescription.Node()
    (node.isArranged, node.height) = (true, 100)
    change(&node)
    description.root.children = [node]
    return FileScene(description, values: values)
  }

  @Test func holdButtonIsConfirmedByASecondDoubleTap() {
    let scene = fileScene {
      var children = [SceneDescription.Node(), SceneDescription.Node()]
      for index in 0...1 { (children[index].isArranged, children[index].height) = (true, 50) }
      var button = ButtonDescription(name: "door", title: "Open")
      button.needsHold = true
      children[0].button = button
      children[1].text = .init()
      children[1].text?.string = "Door"
      ($0.stack, $0.children) = (.init(), children)
    }
    let panel = explored(Panel(scene, showsBar: false))
    var presses = 0
    scene.onPress = { _ in presses += 1 }
    #expect(swipe(right, panel) == ["Open, button. Needs to be confirmed"])
    #expect(doubleTap(panel) == ["Double tap again to confirm"] && presses == 0)
    #expect(doubleTap(panel) == [] && presses == 1)
    // Each press needs its own confirmation, within ten seconds.
    #expect(doubleTap(panel) == ["Double tap again to confirm"] && presses == 1)
    panel.wait(10)
    #expect(doubleTap(panel) == ["Double tap again to confirm"] && presses == 1)
    // Going to another element takes it back.
    let back = swipe(right, panel) + swipe(right * -1, panel)
    #expect(back == ["Door", "Open, button. Needs to be confirmed"])
    #expect(doubleTap(panel) == ["Double tap again to confirm"] && presses == 1)
    // The result is spoken, also while it isn't the current element.
    scene.buttons[0].phase = .running
    #expect(speech.take() == ["Running…, dimmed"])
    scene.buttons[0].phase = .failed(3)
    #expect(speech.take() == ["Failed (3)"])
  }

  // MARK: Values

  private var heat: Values {
    var heat = ValueDefinition(.set("21.5"))
    heat.unit = "°C"
    heat.colors = [.init(from: 24, color: .white, label: "too warm")]
    return Values(["heat": heat])
  }

  @Test func valuesAreSpokenWithUnitAndThreshold() {
    for kind in [SceneDescription.ControlDescription.Kind.slider, .stepper, .gauge, .progress] {
      let values = heat
      var control = SceneDescription.ControlDescription(kind)
      (control.valueName, control.maximum, control.step) = ("heat", 30, 0.5)
      control.accessibilityLabel = "Heat"
      let scene = fileScene({ $0.control = control }, values)
      scene.valueControls[0].onChange = { values.set("heat", $0, at: 1) }
      let panel = explored(Panel(scene, showsBar: false))
      let hint = control.setsValue ? ", adjustable. Swipe up or down to change" : ""
      #expect(swipe(right, panel) == ["Heat, 21.5 °C" + hint], "\(kind)")
      values.set("heat", "24", at: 2)
      #expect(
        touch(panel.window.rootView.bounds.center * (1 / 8), panel) == ["Heat, 24 °C, too warm" + hint], "\(kind)")
      if control.setsValue { #expect(swipe(down, panel) == ["23.5 °C"] && values.reading("heat")?.raw == "23.5") }
    }
  }

  @Test func buttonThatTogglesAValueSaysIt() {
    var hall = ValueDefinition(.set("off"))
    hall.map = ["off": "dark", "on": "lit"]
    let values = Values(["hall": hall])
    let scene = fileScene(
      { $0.button = ButtonDescription(name: "hall", title: "Hall", action: .set(["hall": ["off", "on"]])) }, values)
    scene.onPress = { _ in values.set("hall", values.next(of: "hall", among: ["off", "on"]), at: 1) }
    let panel = explored(Panel(scene, showsBar: false))
    #expect(swipe(right, panel) == ["Hall, dark, button"])
    #expect(doubleTap(panel) == ["lit"] && doubleTap(panel) == ["dark"])
  }

  @Test func textsAreSpokenWithThreshold() throws {
    let values = heat
    let template = try LiveText(template: "Hall: {heat}")
    let scene = fileScene(
      {
        $0.text = .init()
        $0.text?.string = template
      }, values)
    let panel = explored(Panel(scene, showsBar: false))
    #expect(swipe(right, panel) == ["Hall: 21.5 °C"])
    values.set("heat", "30", at: 1)
    #expect(swipe(right, panel) == ["Hall: 30 °C, too warm"])
  }

  @Test func labeledNodeIsReadAsAUnitUnlessItHasControls() {
    let text = {
      var text = SceneDescription.Node()
      (text.isArranged, text.text) = (true, .init())
      text.text?.string = "21 °C"
      return text
    }()
    let scene = fileScene {
      ($0.stack, $0.children, $0.accessibilityLabel, $0.accessibilityHint) = (.init(), [text], "Hall", "Warm")
    }
    #expect(swipe(right, explored(Panel(scene, showsBar: false))) == ["Hall. Warm"])
    let group = fileScene {
      ($0.stack, $0.children, $0.accessibilityLabel) = (.init(), [text, text], "Hall")
      $0.children[1].text = nil
      $0.children[1].button = ButtonDescription(name: "open", title: "Open")
      $0.children[1].accessibilityLabel = "Open the door"
    }
    let panel = explored(Panel(group, showsBar: false))
    #expect(swipe(right, panel) + swipe(right, panel) == ["21 °C", "Open the door, button"])
  }

  @Test func pictureWithEmptyLabelIsSkipped() {
    func scene(_ label: String) -> FileScene {
      fileScene {
        var children = [SceneDescription.Node(), SceneDescription.Node()]
        for index in 0...1 { children[index].isArranged = true }
        (children[0].contents, children[0].accessibilityLabel) = (.init("a.png", Bitmap(width: 9, height: 9)), label)
        children[1].text = .init()
        children[1].text?.string = "Hall"
        ($0.stack, $0.children) = (.init(), children)
      }
    }
    #expect(swipe(right, explored(Panel(scene("Plan"), showsBar: false))) == ["Plan, image"])
    #expect(swipe(right, explored(Panel(scene(""), showsBar: false))) == ["Hall"])
  }

  // MARK: Sheets

  @Test func enteredDigitsAreNeverSpoken() throws {
    let panel = explored(Panel(reducesMotion: true))
    var entered = ""
    panel.stage.askForPIN(
      check: { pin, answer in
        entered = pin
        answer(.wrong(wait: 0))
      }, entered: {})
    panel.wait(1)
    #expect(speech.take() == ["Maintenance"])
    let key = try panel.stage.found("root/pin/sheet/7").centerInWindow()
    #expect(touch(key, panel) == ["7, button"])
    #expect(doubleTap(panel) == ["one digit"] && doubleTap(panel) == ["2 digits"])
    #expect(touch(try panel.stage.found("root/pin/sheet/entry").centerInWindow(), panel) == ["2 digits"])
    #expect(touch(try panel.stage.found("root/pin/sheet/delete").centerInWindow(), panel) == ["Delete, button"])
    #expect(doubleTap(panel) == ["one digit"])
    _ = touch(try panel.stage.found("root/pin/sheet/enter").centerInWindow(), panel)
    #expect(doubleTap(panel) == [] && entered == "7")
    // The sheet covers the stage: a tap next to it closes it.
    #expect(touch(Point(20, 20), panel) == ["Close, button"])
    _ = doubleTap(panel)
    panel.wait(1)
    #expect(panel.stage.subviews.allSatisfy { $0.name != "pin" })
  }

  @Test func exploringKeepsASheetOpen() {
    let panel = explored(Panel(reducesMotion: true))
    panel.stage.showsPicker = true
    for _ in 0..<3 {
      panel.wait(30)
      _ = touch(Point(20, 20), panel)
    }
    #expect(panel.stage.showsPicker)
    panel.wait(45)
    #expect(panel.stage.showsPicker && speech.take() == [LocalizedText.moreTime.text])
    panel.wait(20)
    #expect(!panel.stage.showsPicker && speech.take() == ["Speech is off"])
  }

  @Test func sliderOfTheBarIsReadOnce() throws {
    let panel = explored(try Panel("rotate", reducesMotion: true))
    var texts: [String] = []
    for _ in 0..<6 { texts += swipe(right, panel) }
    let hint = ", adjustable. Swipe up or down to change"
    #expect(texts.filter { $0.contains("45°") } == ["Angle, 45°" + hint] && !texts.contains("Angle"), "\(texts)")
  }

  @Test func everythingInTheBarAndThePickerHasALabel() {
    let panel = explored(Panel(reducesMotion: true))
    panel.stage.showsPicker = true
    panel.wait(1)
    let first = speech.take()
    var texts: [String] = []
    for _ in 0..<60 { texts += swipe(right, panel) }
    #expect(first.count == 1 && texts.count == 60 && Set(texts).count > 10)
    #expect(texts.allSatisfy { !$0.hasPrefix("button") && !$0.hasPrefix("selected") }, "\(Set(texts))")
    panel.stage.showsPicker = false
    panel.wait(1)
    texts = []
    for _ in 0..<30 { texts += swipe(right, panel) }
    #expect(texts.contains("Explain, button") && Set(texts).count > 8, "\(texts)")
    #expect(texts.allSatisfy { !$0.hasPrefix("button") && !$0.hasPrefix("selected") }, "\(Set(texts))")
  }

  @Test(arguments: Language.all) func everySpokenTextIsTranslated(_ language: Language) {
    Language.$current.withValue(language) {
      let texts = AccessibilityTexts.localized
      let words = [
        texts.introduction, texts.button, texts.header, texts.image, texts.adjustable, texts.toggleButton, texts.on,
        texts.off, texts.selected, texts.notEnabled, texts.adjustableHint, texts.page(1, 2), texts.tapReaches("x"),
      ]
      #expect(Set(words).count == words.count && words.allSatisfy { !$0.isEmpty && !$0.contains("{") })
      #expect(texts.language == language.code)
      for text in LocalizedText.allCases {
        #expect(language[text] != text.rawValue || language.code == "en", "\(text)")
      }
    }
  }

  @Test func defaultWordsAreTheEnglishOnes() {
    let (texts, english) = (AccessibilityTexts(), AccessibilityTexts.localized)
    #expect(texts.introduction == english.introduction && texts.adjustableHint == english.adjustableHint)
    #expect(texts.page(1, 2) == english.page(1, 2) && texts.tapReaches("x") == english.tapReaches("x"))
  }
}
