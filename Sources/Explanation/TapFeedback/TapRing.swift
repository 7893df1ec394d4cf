import PanelGeometry
import PanelLayers
import PanelRaster
import PanelViews

/// The mark of a tap: a dot, a ring around it, and an expanding echo.
final class TapRing {
  private let ring = DrawingLayer(name: "tap-ring")
  private let echo = DrawingLayer(name: "tap-echo")
  var layers: [Layer] { [echo.layer, ring.layer] }

  /// In units.
  private static let (dotRadius, ringRadius, echoRadius) = (9.0, 29.0, 44.0)

  /// - Parameter free: the area above the bar. The ring is smaller on a small panel, so that it doesn't cover too much.
  init(at point: Point, color: Color, in free: Rect, unit panelUnit: Double) {
    let unit = panelUnit * min(1, max(0.5, min(free.width, free.height) / panelUnit / 480))
    func setUp(_ circle: DrawingLayer, radius: Double, _ draw: @escaping (Canvas, Point) -> Void) {
      let half = (radius + 4) * unit
      circle.layer.bounds = Rect(0, 0, 2 * half, 2 * half)
      circle.layer.position = point
      circle.drawing = { draw($0, Point(half, half)) }
    }
    setUp(ring, radius: Self.ringRadius) { canvas, center in
      // The dark edge keeps the ring visible on any color.
      canvas.strokeCircle(center, (Self.ringRadius + 1.5) * unit, width: 6 * unit, color: Color(0, 0, 0, 0.34))
      canvas.strokeCircle(center, Self.ringRadius * unit, width: 3 * unit, color: color)
      canvas.fillCircle(center, Self.dotRadius * unit, color: color)
      canvas.strokeCircle(center, Self.dotRadius * unit, width: 1.6 * unit, color: Color(0.08, 0.09, 0.12, 0.9))
    }
    setUp(echo, radius: Self.echoRadius) { canvas, center in
      canvas.strokeCircle(center, Self.echoRadius * unit, width: 2 * unit, color: color.withAlphaComponent(0.5))
    }
  }

  /// Animates the mark. Its layers must be in a window's layer tree.
  func appear() {
    let ring = ring.layer
    let echo = echo.layer
    ring.add(Animation(.curve(.easeOut, seconds: 0.2)) { ring.scale(to: 0.6 + 0.4 * $0) }, forKey: Self.key)
    let expansion = Animation(
      .curve(.easeOut, seconds: 0.45),
      update: { progress in
        echo.scale(to: 1 + 0.5 * progress)
        echo.opacity = 1 - progress
      }, completion: { echo.isHidden = true })
    echo.add(expansion, forKey: Self.key)
  }

  func stop() {
    for layer in layers { layer.removeAnimation(forKey: Self.key) }
  }

  private static let key = "appear"
}

extension Layer {
  fileprivate func scale(to scale: Double) { transform = Transform3D(scaleX: scale, y: scale, z: 1) }
}
