import Localization
import TestRendering
import TestStage
import Testing

@testable import Chrome
@testable import PanelViews
@testable import Scenes

/// The spoken texts of scenes.
@Suite struct SpeechTests: SpeechSuite {
  let speech = Speech()

  @Test func explorerBeginsWithTheTitleOfTheScene() {
    func introduction(_ scene: Scene) -> [String] {
      let panel = explored(Panel(scene, showsBar: false))
      panel.stage.setSpeech(isOn: false)
      _ = speech.take()
      panel.stage.setSpeech(isOn: true)
      return speech.take()
    }
    let text = LocalizedText.speechIntroduction.text
    #expect(introduction(FileScene(SceneDescription())) == [text])
    var room = SceneDescription()
    room.name = "Room 214"
    #expect(introduction(FileScene(room)) == ["Room 214. " + text])
  }

  @Test func lastTextSaysHowSpeechStartsAgain() {
    func end(_ start: Stage.SpeechStart, usesKeys: Bool = false) -> [String] {
      let panel = explored(Panel())
      panel.stage.speechStart = start
      if usesKeys { _ = panel.window.press(.tab, at: panel.window.now) }
      _ = speech.take()
      panel.stage.setSpeech(isOn: false)
      return speech.take()
    }
    let (key, corner) = (
      "Speech is off. Press an arrow key to start it again",
      "Speech is off. Hold the bottom left corner of the screen for three seconds to start it again"
    )
    #expect(end(.init()) == ["Speech is off"] && end(.init(hasKeys: true)) == [key])
    #expect(end(.init(corner: .bottomLeft)) == [corner] && end(.init(corner: .bottomLeft), usesKeys: true) == [corner])
    let both = Stage.SpeechStart(hasKeys: true, corner: .bottomLeft)
    #expect(end(both) == [corner] && end(both, usesKeys: true) == [key])
  }

  @Test func cornerCanBeHeldWhileSpeechIsOn() {
    let panel = Panel(reducesMotion: true)
    var holds = 0
    panel.stage.cornerHolds[.topLeft] = { holds += 1 }
    panel.stage.setSpeech(isOn: true)
    func hold(_ place: Point, moving step: Point = .zero, seconds: Double = 3.1) -> Int {
      panel.send(.began, place)
      panel.advance(seconds: 1)
      panel.send(.moved, place + step)
      panel.advance(seconds: seconds - 1)
      panel.send(.ended, place + step)
      panel.advance(seconds: 4)
      defer { holds = 0 }
      return holds
    }
    let corner = Point(5, 5)
    #expect(hold(corner) == 1 && hold(corner, moving: Point(3, 3)) == 1)
    #expect(hold(corner, moving: Point(20, 0)) == 0 && hold(corner, seconds: 2.8) == 0 && hold(Point(300, 5)) == 0)
    // Not behind a sheet.
    panel.stage.showsPicker = true
    panel.advance(seconds: 1)
    #expect(hold(corner) == 0)
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
    panel.advance(seconds: 3)
    let scrubber = try #require(panel.stage.tree.first { $0.name == "scrubber" })
    panel.window.moveAccessibilityFocus(to: scrubber)
    let total = try #require(scrubber.accessibilityValue)
    _ = speech.take()
    #expect(swipe(down, panel) != [total] && swipe(up, panel) == [total], "\(total)")
  }

  // MARK: Buttons

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
    #expect(doubleTap(panel) == ["pressed"] && presses == 1)
    // Each press needs its own confirmation, within ten seconds.
    #expect(doubleTap(panel) == ["Double tap again to confirm"] && presses == 1)
    panel.advance(seconds: 10)
    #expect(doubleTap(panel) == ["Double tap again to confirm"] && presses == 1)
    // Going to another element cancels the confirmation.
    let back = swipe(right, panel) + swipe(right * -1, panel)
    #expect(back == ["Door", "Open, button"])
    #expect(doubleTap(panel) == ["Double tap again to confirm"] && presses == 1)
    let keys = [Key.right, .left, .return, .return].map { panel.window.press($0, at: panel.window.now) }
    #expect(!keys.contains(false) && presses == 2)
    #expect(speech.take().suffix(2) == ["Press again to confirm", "pressed"])
    // The button's result is spoken, even if another element is the current one. That it runs is spoken after a second.
    scene.buttons[0].phase = .running
    #expect(speech.take() == [] && doubleTap(panel) == ["Running…"])
    scene.buttons[0].phase = .succeeded
    #expect(speech.take() == ["Done"])
    scene.buttons[0].phase = .running
    panel.advance(seconds: 0.9)
    #expect(speech.take() == [])
    panel.advance(seconds: 0.2)
    #expect(speech.take() == ["Running…"])
    scene.buttons[0].phase = .failed(3)
    #expect(speech.take() == ["Failed (3)"])
    _ = swipe(right, panel)
    scene.buttons[0].phase = .succeeded
    #expect(speech.take() == ["Open, Done"])
    // When the button shows its title again, nothing is spoken.
    scene.buttons[0].phase = .idle
    #expect(speech.take() == [])
  }

  // MARK: Values

  private var heat: Values {
    var heat = ValueDefinition(.set("21.5"))
    heat.unit = "°C"
    heat.colors = [.init(.init(atLeast: 24), color: .white, label: "too warm")]
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
      let (kindText, hint) = control.setsValue ? (", adjustable", ". Swipe up or down to change") : ("", "")
      #expect(swipe(right, panel) == ["Heat, 21.5 °C" + kindText + hint], "\(kind)")
      values.set("heat", "24", at: 2)
      #expect(
        touch(panel.window.rootView.bounds.center * (1 / 8), panel) == ["Heat, 24 °C, too warm" + kindText], "\(kind)")
      if control.setsValue { #expect(swipe(down, panel) == ["23.5 °C"] && values.reading("heat")?.raw == "23.5") }
    }
  }

  @Test func buttonThatTogglesAValueSpeaksTheValue() {
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

  @Test func disabledControlIsReadWithItsReason() {
    var (room, heat) = (ValueDefinition(.set("1")), ValueDefinition(.set("20")))
    (room.map, heat.map) = (["0": "Free", "1": "Taken"], [:])
    let values = Values(["room": room, "heat": heat])
    for owner in [nil, "Opens at nine"] {
      var button = ButtonDescription(name: "take", title: "Take it")
      button.enabledCondition = ValueCondition("room", is: ["0"])
      var control = SceneDescription.ControlDescription(.slider)
      (control.valueName, control.accessibilityLabel, control.maximum) = ("heat", "Heat", 40)
      control.enabledCondition = button.enabledCondition
      values.set("room", "1", at: 1)
      let scenes = [
        fileScene({ ($0.button, $0.accessibilityHint) = (button, owner) }, values),
        fileScene({ ($0.control, $0.accessibilityHint) = (control, owner) }, values),
      ]
      let reason = owner ?? "Currently: Taken"
      let panels = scenes.map { explored(Panel($0, showsBar: false)) }
      #expect(swipe(right, panels[0]) == ["Take it, dimmed, button. " + reason])
      #expect(doubleTap(panels[0]) == ["Can't be pressed. " + reason])
      #expect(swipe(right, panels[1]) == ["Heat, 20, dimmed, adjustable. " + reason])
      values.set("room", "0", at: 2)
      for panel in panels { panel.window.touchExplorer?.repeatSpeech() }
      let hints = [owner, owner ?? "Swipe up or down to change"].map { $0.map { ". " + $0 } ?? "" }
      #expect(speech.take() == ["Take it, button" + hints[0], "Heat, 20, adjustable" + hints[1]])
    }
  }

  private func textScene(
    _ template: String, _ values: Values, _ change: (inout SceneDescription.Node) -> Void
  ) throws -> FileScene {
    let text = try LiveText(template: template)
    return fileScene(
      {
        $0.text = .init()
        $0.text?.string = text
        change(&$0)
      }, values)
  }

  @Test(arguments: [nil, "Temperature"]) func textsAreSpokenWithLabelAndThreshold(_ label: String?) throws {
    let values = heat
    let scene = try textScene("{heat}", values) { $0.accessibilityLabel = label }
    let panel = explored(Panel(scene, showsBar: false))
    let prefix = label.map { $0 + ", " } ?? ""
    #expect(swipe(right, panel) == [prefix + "21.5 °C"])
    values.set("heat", "30", at: 1)
    #expect(swipe(right * -1, panel) == [prefix + "30 °C, too warm. Beginning"])
  }

  @Test(arguments: [false, true]) func changeOfATextIsSpokenIfItAnnouncesChanges(_ announces: Bool) throws {
    let values = heat
    let scene = try textScene("Hall: {heat}", values) { $0.text?.announcesChanges = announces }
    let panel = explored(Panel(scene, showsBar: false))
    values.set("heat", "30", at: 1)
    values.set("heat", "30", at: 2)
    #expect(speech.take() == (announces ? ["Hall: 30 °C, too warm"] : []))
    panel.stage.setSpeech(isOn: false)
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
}
