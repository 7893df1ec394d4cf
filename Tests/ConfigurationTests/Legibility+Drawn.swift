import PanelGeometry
import PanelText
import PanelViews

@testable import Chrome
@testable import Configuration
@testable import Scenes

extension Legibility {
  /// The areas of texts that scenes and the bar draw themselves.
  static func drawn(by view: View) -> [TextArea] {
    let (box, shape) = (view.bounds, Color.shapeContrast)
    switch view {
    case is FoldSide: return [TextArea(view, FoldSide.corner.insetBy(1, 1), "corner")]
    case let card as Card:
      if card.isQuartered {
        return (0..<4).map {
          TextArea(
            card,
            Rect(Double($0 % 2) * box.width / 2, Double($0 / 2) * box.height / 2, box.width / 2, box.height / 2)
              .insetBy(25, 25), goal: shape, "letter \($0)")
        }
      }
      var areas: [TextArea] = []
      if !card.letter.isEmpty {
        areas.append(TextArea(card, box.insetBy(box.width / 4, box.height / 5), goal: shape, "letter"))
      }
      if !card.caption.isEmpty {
        areas.append(TextArea(card, Rect(10, box.height * 0.77, box.width - 20, box.height * 0.14), "caption"))
      }
      return areas
    case let status as StatusLabel: return textAreas(of: status)
    case is Segment: return [TextArea(view, box.insetBy(14 * view.unit, box.height / 4), "title")]
    case let button as BarButton:
      return [TextArea(button.subviews[0], box.insetBy(12 * view.unit, box.height / 4), "face")]
    case is SliderItem:
      // The first letters of the heading and the digits of the value, on the line above the control.
      let u = view.unit
      return [
        TextArea(view, Rect(box.minX + 4 * u, box.minY + 3 * u, 18 * u, 17 * u), "heading"),
        TextArea(view, Rect(box.maxX - 20 * u, box.minY + 3 * u, 18 * u, 17 * u), "figures"),
      ]
    default: return []
    }
  }

  /// The emphasized part, which has its own color, and the beginning of the rest.
  private static func textAreas(of status: StatusLabel) -> [TextArea] {
    func width(_ text: String, _ weight: Int) -> Double {
      TextLayout(text, font: Font(size: 15 * status.unit, weight: weight), color: .white).size.width
    }
    guard let phrase = status.text?.phrase else { return [] }
    let (subject, rest) = (width(phrase.emphasis, 600), width(phrase.after, 400))
    let box = status.bounds.insetBy(0, status.bounds.height * 0.2)
    let start = box.minX + (status.alignment == .center ? max(0, (box.width - subject - rest) / 2) : 0)
    return [
      TextArea(status, Rect(start, box.minY, subject, box.height), "subject"),
      TextArea(status, Rect(start + subject, box.minY, min(rest, 80), box.height), "rest"),
    ]
  }
}
