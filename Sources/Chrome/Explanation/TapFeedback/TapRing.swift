import PanelViews

/// The mark of a tap: a dot, a ring around it, and an expanding echo.
final class TapRing: Layer {
  private let ring = DrawingLayer(name: "ring")
  private let echo = DrawingLayer(name: "echo")

  private static let (dotRadius, ringRadius, echoRadius) = (9.0, 29.0, 44.0)

  /// - Parameter free: the area above the bar. The ring is smaller on a small panel, so that it doesn't cover too much.
  init(at point: Point, color: Color, in free: Rect) {
    let scale = min(1, max(0.5, min(free.width, free.height) / 480))
    func frame(radius: Double) -> Rect { Rect(bounding: [point]).insetBy(-(radius + 4) * scale, -(radius + 4) * scale) }
    super.init()
    name = "tap-ring"
    for layer in [echo, ring] { addSublayer(layer) }
    ring.draw(in: frame(radius: Self.ringRadius)) { canvas in
      // The dark edge keeps the ring visible on any color.
      canvas.strokeCircle(point, (Self.ringRadius + 1.5) * scale, width: 6 * scale, color: Color(0, 0, 0, 0.34))
      canvas.strokeCircle(point, Self.ringRadius * scale, width: 3 * scale, color: color)
      canvas.fillCircle(point, Self.dotRadius * scale, color: color)
      canvas.strokeCircle(point, Self.dotRadius * scale, width: 1.6 * scale, color: Color(0.08, 0.09, 0.12, 0.9))
    }
    echo.draw(in: frame(radius: Self.echoRadius)) { canvas in
      canvas.strokeCircle(point, Self.echoRadius * scale, width: 2 * scale, color: color.withAlphaComponent(0.5))
    }
  }

  /// Animates the mark, which must be in a window's layer tree.
  func appear() {
    ring.add(Animation(.curve(.easeOut, seconds: 0.2)) { [ring] in ring.scale(to: 0.6 + 0.4 * $0) }, forKey: Self.key)
    let expansion = Animation(
      .curve(.easeOut, seconds: 0.45),
      update: { [echo] progress in
        echo.scale(to: 1 + 0.5 * progress)
        echo.opacity = 1 - progress
      }, completion: { [echo] in echo.isHidden = true })
    echo.add(expansion, forKey: Self.key)
  }

  func remove() {
    for layer in [echo, ring] { layer.removeAnimation(forKey: Self.key) }
    removeFromSuperlayer()
  }

  private static let key = "appear"
}

extension Layer {
  fileprivate func scale(to scale: Double) { transform = Transform3D(scaleX: scale, y: scale, z: 1) }
}
