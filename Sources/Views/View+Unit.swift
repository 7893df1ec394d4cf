import Geometry

extension Window {
  /// The panel on which a unit is a point, in points.
  public static let designSize = Size(1280, 800)

  /// The number of points to a unit: as many times as a panel of that size is larger than `designSize`, and no less
  /// than `least`.
  public static func unit(of size: Size, atLeast least: Double = 1) -> Double {
    max(least, min(size.width / designSize.width, size.height / designSize.height))
  }
}

extension View {
  /// The number of points to a unit: the measure of things that an eye reads and a finger meets, larger on a larger
  /// panel.
  ///
  /// It is the `overrideUnit` of the view or of the nearest one above that has one, else the window's; 1 without a window.
  /// A view that reads it is laid out and drawn anew when it becomes another.
  public final var unit: Double {
    dependsOnUnit = true
    return foundUnit
  }

  private var foundUnit: Double {
    var view = self
    while view.overrideUnit == nil, let above = view.superview { view = above }
    return view.overrideUnit ?? view.ownWindow.map { Window.unit(of: $0.size) } ?? 1
  }

  /// Lays out the view and all beneath it that needs it.
  public final func layoutIfNeeded() { layOut(unit: foundUnit) }

  private func layOut(unit: Double) {
    if dependsOnUnit, unit != laidOutUnit {
      needsLayout = true
      if drawsContents { setNeedsDisplay() }
    }
    laidOutUnit = unit
    if needsLayout {
      needsLayout = false
      layoutSubviews()
    }
    for subview in subviews { subview.layOut(unit: subview.overrideUnit ?? unit) }
  }
}
