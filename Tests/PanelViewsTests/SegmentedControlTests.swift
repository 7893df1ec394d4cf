import PanelViews
import TestRendering
import Testing

/// The segment under the finger is chosen, as in UIKit: the control tracks the touch, not the segment.
@Suite struct SegmentedControlTests {
  private let control = SegmentedControl(["100 %", "150 %", "200 %"], name: "size", frame: Rect(100, 100, 308, 48))
  private let journal = Journal()
  private let window: Window
  private let touches: TouchPlayer

  init() {
    control.selectedSegmentIndex = 0
    control.addAction(for: .valueChanged) { [journal, unowned control] _ in
      journal.note("\(control.selectedSegmentIndex)")
    }
    window = Window(
      View(name: "root", background: .defaultBackground, subviews: [control]), size: Size(600, 400), scale: 1,
      threads: 1)
    window.layoutIfNeeded()
    touches = TouchPlayer(window)
  }

  // Each segment is 100 points wide, from 104 on.
  @Test(arguments: [
    ("down 250,120 up", "1"),
    ("down 110,120 up", ""),
    // It follows the finger from segment to segment.
    ("down 250,120 move 330,120 up", "2"),
    ("down 330,120 move 150,120 up", ""),
    ("down 330,120 move 150,120 move 250,150 up", "1"),
    // At the control's edge, beyond it, and farther away than UIKit tracks.
    ("down 102,120 up", ""),
    ("down 250,120 move 470,120 up", "2"),
    ("down 250,120 move 250,210 up", "1"),
    ("down 250,120 move 250,230 up", ""),
    ("down 250,120 cancel", ""),
  ])
  func segmentUnderTheFingerIsChosen(_ line: String, _ changes: String) {
    touches.play(line)
    #expect(journal.line == changes && control.segments.allSatisfy { !$0.isHighlighted })
  }

  @Test func onlyTheSegmentUnderTheFingerIsHighlighted() {
    func highlighted() -> [Int] { control.segments.indices.filter { control.segments[$0].isHighlighted } }
    let before = window.image()
    touches.play("down 250,120")
    #expect(highlighted() == [1] && window.image()[210, 110] != before[210, 110])
    touches.play("move 330,120")
    #expect(highlighted() == [2] && window.image()[210, 110] == before[210, 110])
    touches.play("move 330,300")
    #expect(highlighted() == [])
    control.isEnabled = false
    touches.play("move 330,120 up")
    #expect(highlighted() == [] && journal.line == "")
  }

  @Test func controlReceivesTheTouchAndSegmentsTheKeys() {
    var receiver: View?
    window.onTouch = { receiver = $1 }
    touches.play("down 250,120 up")
    #expect(receiver === control && control.isTracking == false)
    _ = window.press(.tab, at: window.now)
    #expect(control.segments[0].isFocused && window.press(.right, at: window.now) && journal.line == "1")
    #expect(window.press(.right, at: window.now) && journal.line == "1 2")
    _ = window.press(.backTab, at: window.now)
    _ = window.press(.space, at: window.now)
    window.release(.space, at: window.now)
    #expect(control.segments[1].isFocused && journal.line == "1 2 1")
    #expect(control.segments[0].accessibilityActivate() && journal.line == "1 2 1 0")
  }
}
