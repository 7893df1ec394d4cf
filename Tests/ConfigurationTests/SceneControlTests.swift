import PanelViews
import ReferencePicture
import TestRendering
import Testing

@testable import Chrome
@testable import Configuration
@testable import Scenes

/// Controls and lists in scene files.
@Suite struct SceneControlTests {
  private typealias Kind = SceneDescription.ControlDescription.Kind

  private final class Panel {
    let values: Values
    let scene: FileScene
    let window: Window
    private(set) var changes: [String] = []
    private var time: UInt64 = 0

    init(_ control: String, definition: String = #"{"set": true}"#) throws {
      let text =
        "{\"values\": {\"v\": \(definition)}, \"root\": {\"margins\": 0, \"stack\": {}, \"children\": [{\(control)}]}}"
      let file = try SceneReader.scene(text)
      values = Values(file.values)
      scene = FileScene(file, values: values)
      window = Window(Stage(scene, showsBar: false), size: Size(400, 500), scale: 1, threads: 1)
      window.reducesMotion = true
      window.layoutIfNeeded()
      for control in scene.valueControls {
        control.onChange = { [unowned self] in
          changes.append($0)
          values.set("v", $0, at: 1)
        }
      }
    }

    var view: View { scene.content.subviews[0].subviews[0] }

    func tap(_ x: Double, _ y: Double) {
      for phase in [TouchEvent.Phase.began, .ended] {
        time += 10_000_000
        window.send([TouchEvent(phase, id: 1, at: Point(x, y))], at: time)
      }
      window.layoutIfNeeded()
    }
  }

  @Test func switchSetsAndFollowsValue() throws {
    let panel = try Panel(#""switch": {"value": "v", "off": "0", "on": "1"}"#)
    let control = try #require(panel.view as? Switch)
    #expect(!control.isOn && control.alpha == 0.5 && control.name == "switch")
    panel.tap(200, 250)
    #expect(panel.changes == ["1"] && control.isOn && control.alpha == 1)
    panel.values.set("v", "0", at: 2)
    #expect(!control.isOn && panel.changes == ["1"])
  }

  @Test func refusedChangeIsReverted() throws {
    let panel = try Panel(#""switch": {"value": "v"}"#)
    panel.scene.valueControls[0].onChange = { _ in }
    panel.tap(200, 250)
    #expect((panel.view as? Switch)?.isOn == false)
  }

  @Test func sliderSetsNumberOfItsStep() throws {
    let panel = try Panel(#""slider": {"value": "v", "minimum": 15, "maximum": 25, "step": 0.5}"#)
    panel.values.set("v", "20", at: 1)
    let slider = try #require(panel.view as? Slider)
    #expect(slider.value == 20)
    panel.tap(380, 250)
    panel.tap(20, 250)
    panel.tap(218, 250)
    #expect(panel.changes.prefix(2) == ["25", "15"] && panel.changes.last == "20.5")
  }

  @Test func stepperSetsNextNumber() throws {
    let panel = try Panel(#""stepper": {"value": "v", "minimum": 0, "maximum": 1, "step": 0.1}"#)
    for _ in 0..<3 { panel.tap(300, 250) }
    #expect(panel.changes == ["0.1", "0.2", "0.3"])
  }

  /// A control at its minimum that isn't faint would look like a real zero.
  @Test(arguments: numberKinds) private func controlIsFaintWithoutANumber(_ kind: Kind) throws {
    let panel = try Panel(#""\#(kind.rawValue)": {"value": "v"}"#, definition: #"{"set": true, "range": [0, 9]}"#)
    #expect(panel.view.alpha == 0.5)
    for (text, alpha) in [("3", 1.0), ("unavailable", 0.5), ("0x5", 0.5), ("4", 1)] {
      panel.values.set("v", text, at: 1)
      #expect(panel.view.alpha == alpha, "\(text)")
    }
    // It stays at the last number, as a value that became stale.
    panel.values.set("v", "unknown", at: 2)
    let shown = (panel.view as? any NumberControl)?.value ?? (panel.view as? Gauge)?.value
    let progress = (panel.view as? ProgressView)?.progress
    #expect(panel.view.alpha == 0.5 && (shown ?? progress.map { $0 * 9 }) == 4)
  }

  private static let numberKinds = Kind.allCases.filter { $0.traits.shows == .number }

  @Test func gaugeShowsNumberInRangeOfValue() throws {
    let definition = ##"{"set": "30", "unit": "%", "range": [20, 40], "colors": [{"from": 25, "color": "#FF0000"}]}"##
    let panel = try Panel(#""gauge": {"value": "v", "caption": "Load"}"#, definition: definition)
    let gauge = try #require(panel.view as? Gauge)
    #expect(gauge.minimumValue == 20 && gauge.maximumValue == 40 && gauge.value == 30)
    #expect(gauge.text == "30 %" && gauge.caption == "Load" && gauge.tintColor == Color(1, 0, 0))
    let bar = try #require(Panel(#""progress": {"value": "v"}"#, definition: definition).view as? ProgressView)
    #expect(bar.progress == 0.5 && bar.controlLook?.tint == Color(1, 0, 0))
  }

  @Test func controlsMatchReference() throws {
    let file = try SceneReader.scene(Self.everyControl)
    let window = Window(
      Stage(FileScene(file, values: Values(file.values)), showsBar: false), size: Size(800, 480), scale: 1, threads: 1)
    window.layoutIfNeeded()
    let mismatch = try ReferencePicture.mismatch("controls", in: window.image())
    #expect(mismatch == nil)
  }

  private static let everyControl = ##"""
      { "values": { "light": {"set": "on"}, "target": {"set": "20.5", "unit": "°C", "format": 1}, "load": {"set":"2.5","range":[0,4],"colors":[{"from":2,"color":"#F2B33D"}]}, "code": {"set": true}, "plan": {"set": "07:00 Warm\n09:00 Cool\n17:00 Warm\n22:00 Night", "lines": 9} },
        "root": { "backgroundColor": "#10141D", "stack": { "axis": "automatic", "spacing": 24, "distribution": "fillEqually" }, "children": [
          { "stack": { "spacing": 12 }, "children": [
            { "stack": { "axis": "horizontal", "alignment": "center" }, "children": [
                { "grow": true, "text": { "string": "Light", "align": "leading" } }, { "switch": { "value": "light" } } ] },
            { "text": { "string": "Heating to {target}", "align": "leading" } },
            { "slider": { "value": "target", "minimum": 15, "maximum": 25, "step": 0.5 } },
            { "stack": {"axis":"horizontal","alignment":"center"}, "children": [{"grow":true,"text":{"string":"{target}","align":"leading"}},{ "stepper": { "value": "target", "minimum": 15, "maximum": 25, "step": 0.5 } }] },
            { "progress": { "value": "load" } },
            { "grow": true, "list": { "value": "plan", "row": { "text": { "string": "{line}", "align": "leading" } } } } ] },
          { "stack": { "spacing": 12, "alignment": "center" }, "children": [ { "gauge": { "value": "load", "caption": "Load" } }, { "width": 220, "grow": false, "keypad": { "value": "code", "digits": 4 } } ] } ] } }
    """##

  @Test func keypadSetsValueAfterItsLastDigit() throws {
    let panel = try Panel(#""keypad": {"value": "v", "digits": 2}"#)
    let keypad = try #require(panel.view.subviews.last as? Keypad)
    #expect(panel.view.alpha == 1)
    keypad.onPress?(.digit(4))
    keypad.onPress?(.delete)
    keypad.onPress?(.digit(1))
    #expect(panel.changes.isEmpty)
    keypad.onPress?(.digit(2))
    #expect(panel.changes == ["12"])
  }

  @Test func okEntersFewerDigits() throws {
    let panel = try Panel(#""keypad": {"value": "v", "digits": 4}"#)
    let keypad = try #require(panel.view.subviews.last as? Keypad)
    let entry = try #require(panel.view.subviews.first as? Label)
    let color = entry.color
    keypad.onPress?(.enter)
    // A refused press shows.
    #expect(panel.changes == [] && entry.color != color && entry.text == "○ ○ ○ ○")
    panel.window.advance(to: 2_000_000_000)
    #expect(entry.color == color && entry.layer.transform == .identity)
    for key in [.digit(1), .digit(2), .enter, .enter] as [Keypad.Key] { keypad.onPress?(key) }
    #expect(panel.changes == ["12"] && entry.color == color)
    panel.scene.valueControls[0].announceResult(.failed(1))
    #expect(entry.color != color)
  }

  /// The next person would continue the digits.
  @Test func digitsAreClearedWithThePage() throws {
    let panel = try Panel(#""keypad": {"value": "v", "digits": 4}"#)
    let keypad = try #require(panel.view.subviews.last as? Keypad)
    let entry = try #require(panel.view.subviews.first as? Label)
    keypad.onPress?(.digit(1))
    #expect(panel.scene.hasEntry && entry.text == "● ○ ○ ○")
    (panel.window.rootView as? Stage)?.show(try #require(SceneCatalog.make(FoldScene.name)))
    #expect(!panel.scene.hasEntry && entry.text == "○ ○ ○ ○" && panel.changes == [])
  }

  @Test func lowKeypadDoesNotCutOffEnteredDigits() throws {
    let view = try Panel(#""keypad": {"value": "v", "digits": 2}"#).view
    view.frame = Rect(0, 0, 264, 200)
    view.layoutIfNeeded()
    let digits = try #require(view.subviews.first as? Label)
    #expect(digits.bounds.height >= digits.sizeThatFits(.zero).height)
  }

  @Test func controlsPerformTheirAction() throws {
    let plain = try Panel(#""switch": {"value": "v"}"#).scene.valueControls[0]
    #expect(plain.button(setting: "on").action == .set(["v": ["on"]]))
    let control = try Panel(#""name": "a", "switch": {"value": "v", "action": "light"}"#).scene.valueControls[0]
    #expect(control.button(setting: "on").action == .light && control.button(setting: "on").name == "a")
  }

  @Test(arguments: settingKinds) private func controlIsEnabledByValue(_ kind: Kind) throws {
    let panel = try Panel(#""\#(kind.rawValue)": {"value": "v", "enabled": {"when": "v", "is": ["1", "on"]}}"#)
    let keypad = panel.view.subviews.last as? Keypad
    let control = panel.view as? Control ?? panel.view.subviews.first as? TextField
    var isEnabled: Bool? { keypad?.isEnabled ?? control?.isEnabled }
    #expect(isEnabled == false)
    panel.tap(300, 250)
    #expect(panel.changes.isEmpty)
    panel.values.set("v", "on", at: 1)
    #expect(isEnabled == true)
    panel.values.set("v", "off", at: 2)
    #expect(isEnabled == false)
  }

  private static let settingKinds = Kind.allCases.filter(\.traits.setsValue)

  @Test func rowOffersItsLine() throws {
    let row = #"""
      "stack": {}, "children": [
        {"name": "go", "button": {"title": "Go {line}", "enabled": {"when": "v", "is": "{line}"},
          "style": [{"when": "v", "is": ["{line}"], "color": "#FF0000"}, {"color": "#0000FF"}],
          "action": {"set": {"v": ["{line}", "no {line}"]}}}},
        {"switch": {"value": "v", "on": "{line}", "off": "-{line}", "action": {"command": ["logger", "a {line}{line}"]}}},
        {"name": "mark", "visible": {"when": "v", "is": "{line}"}, "text": {"string": "{line}"}}]
      """#
    let panel = try Panel(
      #""grow": true, "list": {"value": "v", "row": {\#(row)}}"#, definition: #"{"set": true, "lines": 9}"#)
    let list = try #require(panel.scene.lists.first)
    var rows: [LineRow] = []
    list.onNewRow = { rows.append($0) }
    panel.values.set("v", "b", at: 1)
    panel.window.layoutIfNeeded()
    let (button, control) = (try #require(rows.first?.buttons.first), try #require(rows.first?.controls.first))
    #expect(rows.count == 1 && list.rows.count == 1 && list.rows[0] === rows[0])
    #expect(button.line?.text == "b" && button.accessibilityLabel == "Go b")
    #expect(button.action == .set(["v": ["{line}", "no {line}"]]) && button.line?.text == "b" && button.isAllowed)
    #expect(button.conditions == [ValueCondition("v", is: ["b"]), ValueCondition("v", is: ["b"])])
    #expect(control.description.on == "b" && control.description.off == "-b" && (control.view as? Switch)?.isOn == true)
    let command = control.button(setting: "b")
    #expect(command.action == .command(.init(arguments: ["logger", "a {line}{line}"])) && command.line?.text == "b")
    #expect(control.view.superview?.subviews.last?.isHidden == false)
    panel.values.set("v", "b\nc", at: 2)
    panel.window.layoutIfNeeded()
    #expect(rows.dropFirst().map { $0.buttons[0].accessibilityLabel } == ["Go c"] && list.rows[0] === rows[0])
    #expect(
      !list.rows[1].buttons[0].isAllowed && list.rows[1].controls[0].view.superview?.subviews.last?.isHidden == true)
  }

  @Test func listHasRowPerLine() throws {
    let panel = try Panel(
      #""grow": true, "list": {"value": "v", "row": {"text": {"string": "- {line}"}}}"#,
      definition: #"{"set": true, "lines": 9}"#)
    let list = try #require(panel.view as? ListView)
    #expect(list.numberOfRows == 0)
    panel.values.set("v", "a\nb\nc", at: 1)
    panel.window.layoutIfNeeded()
    let texts = list.indexesForVisibleRows.compactMap { (list.view(forRowAt: $0)?.subviews[0] as? Label)?.text }
    #expect(texts == ["- a", "- b", "- c"])
    panel.values.set("v", "", at: 2)
    #expect(list.numberOfRows == 0)
  }

  @Test(arguments: [
    (#""switch": {}"#, ".switch.value: found nothing; expected this key"),
    (#""switch": {"value": "w"}"#, ".switch.value: found 'w', which isn't defined in \"values\"; expected time or v"),
    (
      #""slider": {"value": "time"}"#,
      ".slider.value: found 'time', which can't be set; expected a value whose source is \"initial\""
    ),
    (
      #""slider": {"value": "v", "minimum": 5, "maximum": 5}"#,
      ".slider.maximum: found 5; expected a number above the minimum, 5"
    ),
    (#""keypad": {"value": "v", "digits": 0}"#, ".keypad.digits: found 0; expected a whole number from 1 to 12"),
    (#""gauge": {"value": "v"}, "progress": {"value": "v"}"#, ": found gauge and progress; expected one of text"),
    (#""gauge": {"value": "v"}, "children": [{}]"#, ": found gauge and children; expected a stack with both"),
    (
      #""list": {"value": "v", "row": {"slider": {"value": "v"}}}"#,
      ".list.row: found slider in the row of a list; expected texts, icons, charts, pictures, buttons and switches only"
    ),
    (
      #""list": {"value": "v", "row": {"switch": {"value": "line"}}}"#,
      ".list.row.switch.value: found 'line', which isn't defined in \"values\"; expected time or v"
    ),
    (
      #""stepper": {"value": "v", "enabled": {"when": "w", "is": "on"}}"#,
      ".stepper.enabled.when: found 'w', which isn't defined in \"values\"; expected time or v"
    ),
    (#""text": {"string": "{line}"}"#, ".text.string: found 'line', which isn't defined in \"values\""),
    (
      #""slider": {"value": "v", "action": {"command": ["true", "{v}", "to {tine}"]}}"#,
      ".slider.action.command[2]: found '{tine}', which isn't defined in \"values\"; did you mean {time}?"
    ),
    (
      #""list": {"value": "v", "row": {"button": {"title": "", "action": {"command": ["true", "{line}", "{lien}"]}}}}"#,
      ".list.row.button.action.command[2]: found '{lien}', which isn't defined in \"values\"; did you mean {line}?"
    ),
  ])
  func invalidControlIsReported(_ members: String, _ message: String) {
    let values = #""values": {"v": {"set": true}, "time": {"time": "%H"}}"#
    let errors = SceneReader.errors("{\(values), \"root\": {\(members)}}")
    #expect(errors.count == 1 && errors.first?.hasPrefix(": $.root" + message) == true, "\(errors)")
  }

  @Test(arguments: ["{print}", "{print $1}", "${tim}", "{{tim}}", "{}", #"{"tim": 1}"#, "a{3}", "{tim"])
  func otherBracesInArgumentsAreAllowed(_ argument: String) throws {
    let quoted = JSONValue.string(argument).singleLine
    let errors = SceneReader.errors(
      """
      {"values": {"time": {"set": true}}, "root": {"button": {"title": "", "action": {"command": ["true", \(quoted)]}}}}
      """)
    #expect(errors == [])
  }

  @Test func valuesOfPageAreKnown() throws {
    let names = ["text", "chart", "visible", "title", "enabled", "style", "gauge", "caption", "list", "row", "other"]
    let values = names.map { #""\#($0)": {"set": true}"# }.joined(separator: ", ")
    let scene = try SceneReader.scene(
      """
      {"size": [99, 99], "values": {\(values)}, "root": {"stack": {}, "children": [
        {"text": {"string": "{text}"}}, {"chart": {"value": "chart"}},
        {"visible": {"when": "visible", "is": 1}, "button": {"title": "{title}", "action": {"set": {"other": 1}},
          "enabled": {"when": "enabled", "is": 1}, "style": {"when": "style", "is": 1, "color": "#FFFFFF"}}},
        {"gauge": {"value": "gauge", "caption": "{caption}"}},
        {"list": {"value": "list", "row": {"text": {"string": "{row}"}}}}]}}
      """)
    #expect(scene.root.valueNames == Set(names.dropLast()))
  }
}
