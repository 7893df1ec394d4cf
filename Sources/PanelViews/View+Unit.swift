import PanelGeometry

extension Window {
  /// The size of a panel on which one unit is one point.
  public static let designSize = Size(1280, 800)

  /// The minimum side of a touch target, in units, and in millimeters if the panel's physical size is known.
  public static let minimumTarget = (units: 48.0, millimeters: 9.0)
  /// The minimum number of units along the shorter side of a panel whose targets are enlarged to their minimum in
  /// millimeters.
  private static let minimumEnlargedSide = 200.0
  /// The minimum number of units along the shorter side of a zoomed panel.
  public static let minimumZoomedSide = 240.0

  /// The number of points per unit: multiplied by the zoom, as far as the shorter side keeps `minimumZoomedSide`.
  var unit: Double {
    let unit = unzoomedUnit
    return max(unit, min(unit * zoom, min(size.width, size.height) / Self.minimumZoomedSide))
  }

  /// The number of points per unit without the zoom: depends on the panel's size in points, and is increased if targets
  /// would otherwise be smaller than `minimumTarget` in millimeters.
  public var unzoomedUnit: Double {
    let physicalUnit = (pointsPerMillimeter ?? 0) * Self.minimumTarget.millimeters / Self.minimumTarget.units
    let maximumUnit = min(size.width, size.height) / Self.minimumEnlargedSide
    return Self.unit(of: size, atLeast: max(1, min(physicalUnit, maximumUnit)))
  }

  /// Returns the number of points per unit for a panel size: its ratio to `designSize`, but at least `minimum`.
  public static func unit(of size: Size, atLeast minimum: Double = 1) -> Double {
    max(minimum, min(size.width / designSize.width, size.height / designSize.height))
  }
}

extension View {
  /// The number of points per unit. Use units for sizes that eyes and fingers depend on: they grow with the panel.
  ///
  /// It is the `overrideUnit` of the view or its nearest ancestor with one, otherwise the window's, or 1 without a
  /// window. A view that reads it is laid out and redrawn when it changes.
  public final var unit: Double {
    dependsOnUnit = true
    return inheritedUnit
  }

  private var inheritedUnit: Double {
    var view = self
    while view.overrideUnit == nil, let superview = view.superview { view = superview }
    return view.overrideUnit ?? view.ownWindow?.unit ?? 1
  }

  /// Lays out the view and its subviews, if needed.
  public final func layoutIfNeeded() { layOut(unit: inheritedUnit) }

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
