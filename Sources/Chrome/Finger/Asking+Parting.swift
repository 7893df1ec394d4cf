import Geometry
import Views

extension Asking {
  /// The asking among the views of which one took the tap and another is seen there, however deep in the scene they
  /// stand side by side; that among the scene's own where the tap went to what one sees.
  ///
  /// - Parameters:
  ///   - point: in the content's own coordinates, in points.
  ///   - content: a scene's.
  static func parting(at point: Point, in content: View) -> Asking {
    let outermost = Asking(at: point, in: content)
    var asking = outermost
    while asking.isAsSeen, let taking = asking.takingPane {
      let pane = asking.panes[taking].view
      guard !pane.subviews.isEmpty, let inner = content.convert(point, to: pane) else { break }
      asking = Asking(at: inner, in: pane)
    }
    // Words on a view take no taps, and nobody would mean them.
    return asking.isAsSeen || asking.takingPane == nil ? outermost : asking
  }
}
