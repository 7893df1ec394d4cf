import PanelViews
import Testing

@Suite struct StepperTests {
  private let stepper = Stepper(frame: Rect(0, 0, 112, 44))
  private let window: Window
  private let touches: TouchPlayer
  private let journal = Journal()

  init() {
    window = Window(View(background: .black, subviews: [stepper]), size: Size(200, 100), scale: 1, threads: 1)
    touches = TouchPlayer(window)
    stepper.maximumValue = 3
    stepper.addAction(for: .valueChanged) { [journal, unowned stepper] _ in
      journal.note("\(Int(clamping: stepper.value))")
    }
  }

  @Test(arguments: [(true, "1 2 3"), (false, "1")]) func heldButtonRepeats(_ autorepeat: Bool, _ values: String) {
    stepper.autorepeat = autorepeat
    touches.play("down 90,20 +500ms +100ms +100ms +100ms up")
    #expect(journal.line == values)
  }

  @Test func buttonsEndAtTheRangeUnlessTheyWrap() {
    touches.play("down 20,20 up")
    #expect(journal.line == "" && stepper.accessibilityTraits.contains(.minimum))
    stepper.wraps = true
    touches.play("down 20,20 up down 90,20 up")
    #expect(journal.line == "3 0" && !stepper.accessibilityTraits.contains(.minimum))
  }
}
