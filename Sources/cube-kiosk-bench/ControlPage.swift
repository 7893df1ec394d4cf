import PanelViews

/// A page of controls that `scenes` measures besides the program's scenes.
final class ControlPage {
  static let names = ["list", "settings"]

  let root = View(name: "root", background: Color(hex: 0x10141D))
  private let content: View
  /// The view that the finger drags, and the ends of its path, as parts of the view's size.
  private let dragged: View
  private let (start, end): (Point, Point)

  /// Creates a page: `list` scrolls rows with a text and a switch, `settings` moves a slider's knob. `nil` for another
  /// name.
  init?(_ name: String) {
    switch name {
    case "list":
      let list = ListView(numberOfRows: 1000) { row in
        StackView(spacing: 8, alignment: .center) {
          Label("Room \(row + 1)")
          Spacer()
          Switch()
        }
      }
      (content, dragged, start, end) = (list, list, Point(0.3, 0.8), Point(0.3, 0.2))
    case "settings":
      let slider = Slider()
      content = StackView(axis: .vertical, spacing: 12, margins: Insets(horizontal: 24, vertical: 24)) {
        for title in ["Light", "Heating", "Ventilation"] {
          StackView(alignment: .center) {
            Label(title)
            Spacer()
            Switch()
          }
        }
        slider
        SegmentedControl(["Day", "Night", "Away"])
        Stepper()
        ProgressView()
        Spacer()
        Button("Save")
      }
      (dragged, start, end) = (slider, Point(0.1, 0.5), Point(0.9, 0.5))
    default: return nil
    }
    root.addSubview(content)
  }

  /// Returns the ends of the finger's path.
  func drag(in window: Window) -> (Point, Point) {
    content.frame = root.bounds
    window.layoutIfNeeded()
    let frame = dragged.convert(dragged.bounds, to: root) ?? .zero
    func place(_ part: Point) -> Point {
      Point(frame.minX + part.x * frame.width, frame.minY + part.y * frame.height)
    }
    return (place(start), place(end))
  }
}
