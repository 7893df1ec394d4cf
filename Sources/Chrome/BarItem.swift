import Geometry
import Raster
import Text
import Views

/// Something that stands in the bar.
class BarItem: View {
  /// In units: what a finger needs.
  static let height = 48.0
  static let font = Font(size: 15, weight: 500)

  /// True where the bar has little room.
  final var isCompact = false {
    didSet {
      guard isCompact != oldValue else { return }
      setNeedsLayout()
      setNeedsDisplay()
    }
  }

  final var theme = Theme.dark {
    didSet {
      guard theme != oldValue else { return }
      setNeedsLayout()
      setNeedsDisplay()
    }
  }

  /// The width that it needs, in units.
  func width(isCompact: Bool) -> Double { 0 }

  /// True for one that takes more room than it needs where there is more.
  var stretches: Bool { false }
}
