import PanelGeometry
import PanelText
import PanelViews

@testable import Chrome
@testable import Configuration
@testable import Scenes

extension Legibility {
  /// The areas of texts that scenes and the bar draw themselves.
  static func customTextAreas(of view: View) -> [TextArea] {
    let (box, shapeContrast) = (view.bounds, Color.shapeContrast)
    switch view {
    case is FoldSide: return [TextArea(view, FoldSide.smallNumberFrame.insetBy(1, 1), "corner")]
    case let card as Card:
      if card.isQuartered {
        return (0..<4).map {
          TextArea(
            card,
            Rect(Double($0 % 2) * box.width / 2, Double($0 / 2) * box.height / 2, box.width / 2, box.height / 2)
              .insetBy(25, 25), requiredContrast: shapeContrast, "letter \($0)")
        }
      }
      var areas: [TextArea] = []
      if !card.letter.isEmpty {
        areas.append(
          TextArea(card, box.insetBy(box.width / 4, box.height / 5), requiredContrast: shapeContrast, "letter"))
      }
      if !card.caption.isEmpty {
        areas.append(TextArea(card, Rect(10, box.height * 0.77, box.width - 20, box.height * 0.14), "caption"))
      }
      return areas
    case is Segment: return [TextArea(view, box.insetBy(14, box.height / 4), "title")]
    case is Button where view.superview is BarItemView:
      return [TextArea(view, box.insetBy(12, box.height / 4), "face")]
    default: return []
    }
  }
}
