import PanelGeometry

extension Window {
  /// The size of a panel on which a point is a point of the surface.
  public static let designSize = Size(1280, 800)

  /// The minimum side of a touch target, in points, and in millimeters if the panel's physical size is known.
  public static let minimumTarget = (points: 48.0, millimeters: 9.0)
  /// The minimum number of points along the shorter side of a panel whose targets are enlarged to their minimum in
  /// millimeters.
  private static let minimumEnlargedSide = 200.0
  /// The minimum number of points along the shorter side of a zoomed panel.
  public static let minimumZoomedSide = 240.0

  /// The magnification without the zoom: depends on the panel's size, and is increased if targets would otherwise be
  /// smaller than `minimumTarget` in millimeters.
  var unzoomedMagnification: Double {
    let physical = (pointsPerMillimeter ?? 0) * Self.minimumTarget.millimeters / Self.minimumTarget.points
    let maximum = min(panelSize.width, panelSize.height) / Self.minimumEnlargedSide
    return Self.magnification(of: panelSize, atLeast: max(1, min(physical, maximum)))
  }

  /// The part of the zoom that leaves `minimumZoomedSide` points.
  public var effectiveZoom: Double {
    let shorterSide = min(panelSize.width, panelSize.height) / unzoomedMagnification
    return max(1, min(zoom, shorterSide / Self.minimumZoomedSide))
  }

  /// Returns the ratio of a panel's size, in the surface's points, to `designSize`, but at least `minimum`. An upright panel has
  /// the same ratio as the same panel turned.
  public static func magnification(of size: Size, atLeast minimum: Double = 1) -> Double {
    let (long, short) = (max(size.width, size.height), min(size.width, size.height))
    return max(minimum, min(long / designSize.width, short / designSize.height))
  }

  /// Converts a point from the panel's points, which are the surface's after `rotation`, to the window's.
  public func convertFromPanel(_ point: Point) -> Point { point * (1 / magnification) }

  /// Converts a point to the panel's points, as an owner gives and reads them.
  public func convertToPanel(_ point: Point) -> Point { point * magnification }
}
