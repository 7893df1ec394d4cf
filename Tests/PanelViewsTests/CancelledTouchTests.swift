import PanelViews
import Testing

/// A cancelled touch leaves no trace: each control has the value from before it, and its listeners know that.
@Suite struct CancelledTouchTests {
  private let slider = Slider(name: "slider", frame: Rect(0, 0, 200, 44))
  private let stepper = Stepper(name: "stepper", frame: Rect(0, 100, 112, 44))
  private let toggle = Switch(name: "switch", frame: Rect(0, 200, 60, 44))
  private let segments = SegmentedControl(["A", "B", "C"], name: "segments", frame: Rect(0, 300, 300, 48))
  private let journal = Journal()
  private let window: Window
  private let touches: TouchPlayer

  init() {
    let root = View(name: "root")
    for control in [slider, stepper, toggle, segments] {
      root.addSubview(control)
      control.addAction(for: .valueChanged) { [journal, unowned control] _ in
        journal.note(Self.value(of: control))
      }
    }
    (slider.maximumValue, slider.value, stepper.value, segments.selectedSegmentIndex) = (100, 20, 5, 0)
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    window.layoutIfNeeded()
    touches = TouchPlayer(window)
  }

  private static func value(of control: Control) -> String {
    switch control {
    case let slider as Slider: "\(Int(clamping: slider.value.rounded()))"
    case let stepper as Stepper: "\(Int(clamping: stepper.value))"
    case let toggle as Switch: toggle.isOn ? "on" : "off"
    case let segments as SegmentedControl: "\(segments.selectedSegmentIndex)"
    default: ""
    }
  }

  private static let cases: [(name: String, line: String, changes: String, value: String)] = [
    ("slider", "down 150,22 move 180,22", "79 96 20", "20"),
    ("slider", "down 46,22", "", "20"),
    ("stepper", "down 90,120", "6 5", "5"),
    ("stepper", "down 90,120 +500ms +100ms", "6 7 8 5", "5"),
    ("switch", "down 10,222", "", "off"),
    ("switch", "down 10,222 move 50,222", "", "off"),
    ("segments", "down 150,324", "", "0"),
    ("segments", "down 150,324 move 280,324", "", "0"),
  ]

  private func control(_ name: String) throws -> Control {
    try #require([slider, stepper, toggle, segments].first { $0.name == name })
  }

  /// Also if the control was disabled or removed during the touch. Listeners of a removed control may be gone, so they
  /// aren't told.
  @Test(arguments: cases, ["cancel", "disable", "remove"])
  func valueIsRestored(_ example: (name: String, line: String, changes: String, value: String), _ end: String) throws {
    let control = try control(example.name)
    touches.play(example.line)
    switch end {
    case "cancel": touches.play("cancel")
    case "disable": control.isEnabled = false
    default: control.removeFromSuperview()
    }
    touches.play("up")
    let changes = example.changes.split(separator: " ").map(String.init)
    #expect(journal.words == (end == "remove" ? changes.dropLast() : changes[...]).map { $0 })
    #expect(Self.value(of: control) == example.value)
    #expect(!control.isTracking && !control.isHighlighted)
    // The next touch is an ordinary one.
    journal.clear()
    control.isEnabled = true
    window.rootView.addSubview(control)
    let center = control.center
    touches.play("down \(center.x + 20),\(center.y) up")
    #expect(journal.words.count == 1)
  }

  @Test func listenersOfADiscreteSliderHearNothing() {
    slider.isContinuous = false
    touches.play("down 150,22 move 180,22 cancel")
    #expect(journal.line == "" && slider.value == 20)
    touches.play("down 150,22 up")
    #expect(journal.line == "79")
  }

  /// A value that the program sets during the touch remains.
  @Test func valueThatTheProgramSetIsKept() {
    touches.play("down 150,22 move 180,22")
    slider.value = 50
    touches.play("cancel down 90,120")
    stepper.value = 30
    touches.play("cancel down 10,222 move 50,222")
    toggle.isOn = true
    touches.play("cancel")
    #expect(slider.value == 50 && stepper.value == 30 && toggle.isOn)
  }
}
