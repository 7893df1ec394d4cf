import Geometry
import Layers
import Raster
import Views

/// The mark of a tap: a dot, a ring around it, and an expanding echo.
final class TapRing {
  private let ring = DrawingLayer(name: "tap-ring")
  private let echo = DrawingLayer(name: "tap-echo")
  private var animations: [Animation] = []
  var layers: [Layer] { [echo.layer, ring.layer] }

  static let (dot, radius, echoRadius) = (9.0, 29.0, 44.0)

  /// - Parameters:
  ///   - point: the center.
  ///   - color: the color of the outcome.
  ///   - unit: points per unit.
  init(at point: Point, color: Color, unit: Double) {
    func circle(_ drawing: DrawingLayer, _ reach: Double, _ draw: @escaping (Canvas, (Double) -> Rect) -> Void) {
      let half = (reach + 4) * unit
      drawing.layer.bounds = Rect(0, 0, 2 * half, 2 * half)
      drawing.layer.position = point
      drawing.drawing = { canvas in
        draw(canvas) { radius in Rect(0, 0, 2 * half, 2 * half).insetBy(half - radius * unit, half - radius * unit) }
      }
    }
    circle(ring, Self.radius) { canvas, circle in
      // The dark edge keeps it visible on any color.
      canvas.stroke(
        circle(Self.radius + 1.5), radius: Self.radius * 2 * unit, width: 6 * unit, color: Color(0, 0, 0, 0.34))
      canvas.stroke(circle(Self.radius), radius: Self.radius * 2 * unit, width: 3 * unit, color: color)
      canvas.fill(circle(Self.dot), radius: Self.dot * unit, color: color)
      canvas.stroke(
        circle(Self.dot), radius: Self.dot * unit, width: 1.6 * unit, color: Color(0.08, 0.09, 0.12, 0.9))
    }
    circle(echo, Self.echoRadius) { canvas, circle in
      canvas.stroke(
        circle(Self.echoRadius), radius: Self.echoRadius * 2 * unit, width: 2 * unit, color: color.faded(0.5))
    }
  }

  /// Animates the ring and its echo.
  func appear(in window: Window) {
    animations = [
      window.animate(.curve(.easeOut, seconds: 0.2), update: { [ring] in ring.layer.scale(to: 0.6 + 0.4 * $0) }),
      window.animate(
        .curve(.easeOut, seconds: 0.45),
        update: { [echo] progress in
          echo.layer.scale(to: 1 + 0.5 * progress)
          echo.layer.opacity = 1 - progress
        }, completion: { [echo] in echo.layer.isHidden = true }),
    ]
  }

  func stop() {
    for animation in animations { animation.cancel() }
  }
}

extension Layer {
  fileprivate func scale(to scale: Double) { transform = Transform3D(scaleX: scale, y: scale, z: 1) }
}
