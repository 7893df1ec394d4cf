import Localization
import TestRendering
import TestStage
import Testing

@testable import Chrome
@testable import PanelViews
@testable import Scenes

/// The spoken texts of sheets, keypads and the bar.
@Suite struct SheetSpeechTests: SpeechSuite {
  let speech = Speech()

  @Test func enteredDigitsAreNeverSpoken() throws {
    let panel = explored(Panel(reducesMotion: true))
    var entered = ""
    panel.stage.askForPIN(
      check: { pin, answer in
        entered = pin
        answer(.wrong(wait: 0))
      }, onSuccess: {})
    panel.advance(seconds: 1)
    #expect(speech.take() == ["Maintenance"])
    let key = try panel.stage.descendant("root/pin/sheet/7").centerInWindow()
    #expect(touch(key, panel) == ["7, button"])
    #expect(doubleTap(panel) == ["one digit"] && doubleTap(panel) == ["2 digits"])
    #expect(touch(try panel.stage.descendant("root/pin/sheet/entry").centerInWindow(), panel) == ["2 digits"])
    #expect(touch(try panel.stage.descendant("root/pin/sheet/delete").centerInWindow(), panel) == ["Delete, button"])
    #expect(doubleTap(panel) == ["one digit"] && doubleTap(panel) == ["cleared"])
    _ = touch(key, panel)
    #expect(doubleTap(panel) == ["one digit"])
    _ = touch(try panel.stage.descendant("root/pin/sheet/enter").centerInWindow(), panel)
    #expect(doubleTap(panel) == ["Code not accepted"] && entered == "7")
    // The sheet covers the stage: a tap next to it closes it.
    #expect(touch(Point(20, 20), panel) == ["Close, button"])
    _ = doubleTap(panel)
    panel.advance(seconds: 1)
    #expect(panel.stage.subviews.allSatisfy { $0.name != "pin" })
  }

  @Test func resultOfThePINIsSpoken() throws {
    let panel = explored(Panel(reducesMotion: true))
    var answers = [PINAnswer.wrong(wait: 5), .right]
    panel.stage.askForPIN(check: { $1(answers.removeFirst()) }, onSuccess: {})
    panel.advance(seconds: 1)
    func enter() throws -> [String] {
      _ = touch(try panel.stage.descendant("root/pin/sheet/7").centerInWindow(), panel)
      _ = doubleTap(panel)
      _ = touch(try panel.stage.descendant("root/pin/sheet/enter").centerInWindow(), panel)
      return doubleTap(panel)
    }
    let refused = try enter()
    #expect(refused == ["Code not accepted", "Wait 5 s"])
    // The keys say why they are dimmed.
    #expect(doubleTap(panel) == ["Can't be pressed. Wait 5 s"])
    panel.advance(seconds: 5)
    #expect(try enter() == ["Code accepted"])
  }

  @Test func digitsOfAValueAreCounted() throws {
    let values = Values(["code": ValueDefinition(.set(nil))])
    var control = SceneDescription.ControlDescription(.keypad)
    (control.valueName, control.digits) = ("code", 2)
    let scene = fileScene(
      {
        ($0.control, $0.height) = (control, 400)
      }, values)
    var codes: [String] = []
    scene.valueControls[0].onChange = { codes.append($0) }
    let panel = explored(Panel(scene, showsBar: false))
    let keys = panel.stage.tree.filter { ["7", "delete", "enter"].contains($0.name) }
    func press(_ index: Int) -> [String] {
      panel.window.moveAccessibilityFocus(to: keys[index])
      _ = speech.take()
      return doubleTap(panel)
    }
    #expect(press(0) == ["1 of 2 digits"] && press(1) == ["0 of 2 digits, cleared"])
    #expect(press(2) == ["0 of 2 digits, not complete"] && codes == [])
    // OK enters fewer digits.
    #expect(press(0) == ["1 of 2 digits"] && press(2) == ["1 of 2 digits, Code entered"] && codes == ["7"])
    codes = []
    #expect(press(0) == ["1 of 2 digits"] && press(0) == ["2 of 2 digits, Code entered"] && codes == ["77"])
    // The last digit has entered the code, so that OK only repeats the result.
    #expect(press(2) == ["Code entered"] && codes == ["77"])
    scene.valueControls[0].announceResult(.failed(1))
    _ = speech.take()
    #expect(press(2) == ["Code not accepted"] && press(0) == ["1 of 2 digits"])
    for phase in [ActionButton.Phase.succeeded, .failed(1), .running, .idle] {
      scene.valueControls[0].announceResult(phase)
    }
    #expect(speech.take().prefix(2) == ["Code accepted", "Code not accepted, 1 of 2 digits"])
  }

  @Test func exploringKeepsASheetOpen() {
    let panel = explored(Panel(reducesMotion: true))
    panel.stage.showsPicker = true
    for _ in 0..<3 {
      panel.advance(seconds: 30)
      _ = touch(Point(20, 20), panel)
    }
    #expect(panel.stage.showsPicker)
    panel.advance(seconds: 45)
    #expect(panel.stage.showsPicker && speech.take() == [LocalizedText.moreTime.text])
    panel.advance(seconds: 20)
    #expect(!panel.stage.showsPicker && speech.take() == ["Speech is off"])
  }

  @Test func questionNamesKeysToPeopleWhoUseThem() {
    let panel = explored(Panel(reducesMotion: true))
    panel.stage.showsPicker = true
    _ = panel.window.press(.tab, at: panel.window.now)
    _ = speech.take()
    panel.advance(seconds: 45)
    #expect(speech.take() == [LocalizedText.moreTimeKey.text])
  }

  @Test func sliderOfTheBarIsReadOnce() throws {
    let panel = explored(try Panel("rotate", reducesMotion: true))
    var texts: [String] = []
    for _ in 0..<6 { texts += swipe(right, panel) }
    let text = "Angle, 45°, adjustable, bar. Swipe up or down to change"
    #expect(texts.filter { $0.contains("45°") } == [text] && !texts.contains("Angle"), "\(texts)")
  }

  @Test func everythingInTheBarAndThePickerHasALabel() {
    let panel = explored(Panel(reducesMotion: true))
    panel.stage.showsPicker = true
    panel.advance(seconds: 1)
    let first = speech.take()
    var texts: [String] = []
    for _ in 0..<60 { texts += swipe(right, panel) }
    #expect(first.count == 1 && texts.count == 60 && Set(texts).count > 10)
    #expect(texts.allSatisfy { !$0.hasPrefix("button") && !$0.hasPrefix("selected") }, "\(Set(texts))")
    panel.stage.showsPicker = false
    panel.advance(seconds: 1)
    texts = []
    for _ in 0..<30 { texts += swipe(right, panel) }
    #expect(texts.contains("Explain, button") && Set(texts).count > 8, "\(texts)")
    #expect(texts.allSatisfy { !$0.hasPrefix("button") && !$0.hasPrefix("selected") }, "\(Set(texts))")
  }

  @Test(arguments: Language.all) func everySpokenTextIsTranslated(_ language: Language) {
    Language.$current.withValue(language) {
      for text in LocalizedText.allCases {
        #expect(language[text] != text.rawValue || language.code == "en", "\(text)")
      }
    }
  }

  /// Closing a sheet goes back to what opened it.
  @Test(arguments: ["scenes", "settings"]) func closedSheetReturnsToItsButton(_ name: String) throws {
    let panel = explored(Panel(reducesMotion: true))
    panel.stage.offeredSettings = [.contrast]
    panel.window.layoutIfNeeded()
    let button = try panel.stage.descendant("root/bar/\(name)").centerInWindow()
    let label = touch(button, panel)
    _ = doubleTap(panel)
    #expect(panel.stage.sheet != nil)
    panel.stage.dismissSheet()
    panel.advance(seconds: 1)
    #expect(speech.take().last == label.last, "\(label)")
  }

  /// The picker's entries aren't described by the contents of their scenes.
  @Test func entriesOfThePickerAreNamedButtons() throws {
    let panel = explored(Panel(reducesMotion: true))
    panel.stage.showsPicker = true
    panel.advance(seconds: 1)
    #expect(speech.take() == ["Cube, selected, button"])
    for name in ["perspective", "order"] {
      let title = try #require(SceneCatalog.make(name)).title
      #expect(
        touch(try panel.stage.descendant("root/picker/sheet/\(name)").centerInWindow(), panel) == ["\(title), button"])
    }
  }
}
