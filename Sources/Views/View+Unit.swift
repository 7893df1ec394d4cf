import Geometry

extension Window {
  /// The panel on which a unit is a point, in points.
  public static let designSize = Size(1280, 800)

  /// The least side of what a finger meets, in units, and in millimetres where the glass is known: as wide as a fingertip.
  public static let minimumTarget = (units: 48.0, millimeters: 9.0)
  /// On the smallest panels that finger and words have to share, the shorter side's units are no fewer.
  private static let minimumSide = 200.0

  /// The number of points to a unit: as many as the panel's size in points asks for, and as make a target large enough
  /// for a finger where it is known how large they are.
  var unit: Double {
    let onGlass = (pointsPerMillimeter ?? 0) * Self.minimumTarget.millimeters / Self.minimumTarget.units
    let most = min(size.width, size.height) / Self.minimumSide
    return Self.unit(of: size, atLeast: max(1, min(onGlass, most)))
  }

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
  /// Where the panel's size in millimetres is known, `Window.minimumTarget` is what a finger needs.
  /// A view that reads it is laid out and drawn anew when it becomes another.
  public final var unit: Double {
    dependsOnUnit = true
    return inheritedUnit
  }

  private var inheritedUnit: Double {
    var view = self
    while view.overrideUnit == nil, let above = view.superview { view = above }
    return view.overrideUnit ?? view.ownWindow?.unit ?? 1
  }

  /// Lays out the view and all beneath it that needs it.
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
