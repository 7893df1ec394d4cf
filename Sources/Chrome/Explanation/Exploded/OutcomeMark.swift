import PanelLayers

/// The symbol for an outcome, on a pane and on the scrubber.
enum OutcomeMark {
  case missed, ignoresTouches, hit
  /// The visible view was hit.
  case expectedHit
  case notTested, ring

  init(_ outcome: HitTestReport.Outcome, isExpected: Bool) {
    switch outcome {
    case .missed: self = .missed
    case .ignoresTouches: self = .ignoresTouches
    case .hit: self = isExpected ? .expectedHit : .hit
    case .notTested: self = .notTested
    }
  }

  /// - Parameters:
  ///   - radius: the semi-axes of the symbol, in points: an ellipse on a slanted pane.
  ///   - symbolColor: the color of all symbols but hits.
  ///   - hitColor: the color of hits.
  ///   - background: the fill of a ring.
  func draw(
    _ canvas: Canvas, at center: Point, radius: Size, width: Double, symbolColor: Color, hitColor: Color,
    background: Color
  ) {
    func ring(_ scale: Double) -> [Point] {
      (0..<32).map { index in
        let round = Transform2D(rotationAngle: Double(index) * .pi / 16).apply(to: Point(scale, 0))
        return center + Point(radius.width * round.x, radius.height * round.y)
      }
    }
    switch self {
    case .missed:
      canvas.fill(ring(1.1), color: background)
      for side in [-1.0, 1] {
        let reach = Point(side * radius.width * 0.8, radius.height * 0.8)
        canvas.stroke([center - reach, center + reach], width: width * 1.2, color: symbolColor)
      }
    case .ring, .ignoresTouches:
      canvas.fill(ring(1), color: background)
      canvas.stroke(ring(1), width: width, color: symbolColor, isClosed: true)
      guard self == .ignoresTouches else { return }
      let reach = Point(radius.width * 1.25, -radius.height * 1.25)
      canvas.stroke([center - reach, center + reach], width: width * 2.6, color: background)
      canvas.stroke([center - reach, center + reach], width: width, color: symbolColor)
    case .hit, .expectedHit:
      canvas.fill(ring(1), color: hitColor)
      guard self == .expectedHit else { return }
      let r = min(radius.width, radius.height)
      canvas.stroke(
        [
          center + Point(-0.45 * r, 0.02 * r), center + Point(-0.12 * r, 0.36 * r), center + Point(0.46 * r, -0.34 * r),
        ],
        width: 0.2 * r, color: Color(hex: 0x10141D))
    case .notTested:
      canvas.fill(ring(0.55), color: symbolColor)
    }
  }
}
