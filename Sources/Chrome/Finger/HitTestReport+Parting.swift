import Geometry
import Views

extension HitTestReport {
  /// Returns the report for the sibling views among which the hit view differs from the visible view, at any depth of the
  /// scene. If the visible view was hit, returns the report for the scene's own subviews.
  ///
  /// - Parameters:
  ///   - point: in the content's coordinates, in points.
  ///   - content: a scene's content.
  static func parting(at point: Point, in content: View) -> HitTestReport {
    let outermost = HitTestReport(at: point, in: content)
    var report = outermost
    while report.matchesVisibleView, let hitIndex = report.hitIndex {
      let candidate = report.candidates[hitIndex].view
      guard !candidate.subviews.isEmpty, let inner = content.convert(point, to: candidate) else { break }
      report = HitTestReport(at: inner, in: candidate)
    }
    // Labels on a view receive no taps, and aren't meant to.
    return report.matchesVisibleView || report.hitIndex == nil ? outermost : report
  }
}
