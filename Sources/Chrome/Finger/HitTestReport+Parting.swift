import Geometry
import Views

extension HitTestReport {
  /// The report among the views of which one took the tap and another is seen there, however deep in the scene they
  /// stand side by side; that among the scene's own where the tap went to what one sees.
  ///
  /// - Parameters:
  ///   - point: in the content's own coordinates, in points.
  ///   - content: a scene's.
  static func parting(at point: Point, in content: View) -> HitTestReport {
    let outermost = HitTestReport(at: point, in: content)
    var report = outermost
    while report.matchesVisibleView, let hitIndex = report.hitIndex {
      let candidate = report.candidates[hitIndex].view
      guard !candidate.subviews.isEmpty, let inner = content.convert(point, to: candidate) else { break }
      report = HitTestReport(at: inner, in: candidate)
    }
    // Words on a view take no taps, and nobody would mean them.
    return report.matchesVisibleView || report.hitIndex == nil ? outermost : report
  }
}
