import PanelLayers

/// The size of the keyboard and its keys.
extension KeyboardView {
  /// The number of columns from which the proportions of a key are computed, whatever the layout.
  private static let columns = 10.0
  /// The height of a row in widths of a key, if there is room: about that of an iPad that is held upright.
  private static let preferredAspect = 1.1
  /// The lowest row, as of an iPad that is held sideways. On a wider panel the keys are centered.
  private static let minimumAspect = 2.0 / 3
  /// The height of a row on a panel with enough room, at least, in points.
  private static let minimumRowHeight = 56.0
  /// The widest pad, in points and in rows.
  private static let (padWidth, padRows) = (420.0, 6.0)
  /// The largest parts of the window's height.
  private static let (uprightPart, landscapePart, smallPart) = (0.5, 0.48, 0.6)
  /// On a window of less height, a keyboard along its longer side may take more of it.
  private static let smallHeight = 400.0

  /// The rows of the layout with the most.
  private var maximumRows: Double { Double(layouts.map { $0.rows.count + 1 }.max() ?? 4) }

  /// Returns the width, and the height of the layout with the most rows. The keys have the proportions of a tablet's; the
  /// keyboard has at most half of the window's height, or 60 % of a small window that isn't upright.
  func fittingSize(_ size: Size) -> Size {
    let width = size.width > 0 ? size.width : bounds.width
    let target = window.flatMap { window in
      window.pointsPerMillimeter.map { $0 / window.magnification * Window.minimumTarget.millimeters }
    }
    let aspect = width / Self.columns * Self.preferredAspect
    let wanted = max(Self.minimumRowHeight, target ?? 0, aspect) * (1 + (textScale - 1) / 4)
    let height = window?.size.height ?? 800
    let isUpright = width <= height
    let part = isUpright ? Self.uprightPart : height < Self.smallHeight ? Self.smallPart : Self.landscapePart
    let available = min(height * part, height - (window?.safeAreaInsets.top ?? 0))
    return roundedUpToPixels(Size(width, min(wanted, (available / maximumRows).rounded(.down)) * maximumRows))
  }

  /// The width of the keys on a panel that is wide enough, in points.
  var maximumKeysWidth: Double {
    let rowHeight = bounds.height / maximumRows
    return if case .pad = page {
      max(Self.padWidth, rowHeight * Self.padRows)
    } else {
      rowHeight / Self.minimumAspect * Self.columns
    }
  }
}
