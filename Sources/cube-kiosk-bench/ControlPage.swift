import PanelViews

/// A page of controls that `scenes` measures besides the program's scenes.
final class ControlPage {
  static let names = ["list", "settings", "settings-scroll"]

  let root = View(name: "root", background: Color(hex: 0x10141D))
  private let content: View
  private let draggedView: View
  /// The start and the end of the finger's path, as fractions of the dragged view's size.
  private let (start, end): (Point, Point)

  /// Creates a page: `list` scrolls rows with a text and a switch, `settings` moves a slider's knob, `settings-scroll`
  /// scrolls controls. `nil` for another name.
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
      (content, draggedView, start, end) = (list, list, Point(0.3, 0.8), Point(0.3, 0.2))
    case "settings":
      let slider = Slider()
      content = Self.settings(slider)
      (draggedView, start, end) = (slider, Point(0.1, 0.5), Point(0.9, 0.5))
    case "settings-scroll":
      let pages = StackView(axis: .vertical) { for _ in 0..<4 { Self.settings(Slider()) } }
      let scrollView = ScrollView(content: pages)
      (content, draggedView, start, end) = (scrollView, scrollView, Point(0.3, 0.8), Point(0.3, 0.2))
    default: return nil
    }
    root.addSubview(content)
  }

  private static func settings(_ slider: Slider) -> View {
    StackView(axis: .vertical, spacing: 12, margins: Insets(horizontal: 24, vertical: 24)) {
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
  }

  /// Returns the start and the end of the finger's path.
  func dragPath(in window: Window) -> (start: Point, end: Point) {
    content.frame = root.bounds
    window.layoutIfNeeded()
    let frame = draggedView.convert(draggedView.bounds, to: root) ?? .zero
    func location(at fraction: Point) -> Point {
      Point(frame.minX + fraction.x * frame.width, frame.minY + fraction.y * frame.height)
    }
    return (location(at: start), location(at: end))
  }
}
