import Layers
import Raster
import Views

extension Inspection {
  /// How a layer looks, as scene files have it; what has its default isn't written. A picture in memory has no path, and
  /// is left out.
  struct Look: Encodable {
    var cornerRadius, borderWidth: Double?
    var borderColor: [Double]?
    var masksToBounds: Bool?
    var gravity: String?
    var gradient: Gradient?
    var shadow: Shadow?
    var text: Text?

    struct Gradient: Encodable {
      let colors: [[Double]]
      let locations: [Double]?
      let startPoint, endPoint: [Double]
    }

    struct Shadow: Encodable {
      let color: [Double]
      let opacity, radius: Double
      let offset: [Double]
    }

    struct Text: Encodable {
      let string: String
      let size: Double
      let weight: Int
      let color: [Double]
      let alignment: String
    }

    init(_ layer: Layer, view: View?) {
      if layer.cornerRadius != 0 { cornerRadius = layer.cornerRadius }
      if layer.borderWidth != 0 { (borderWidth, borderColor) = (layer.borderWidth, numbers(layer.borderColor)) }
      if layer.masksToBounds { masksToBounds = true }
      if layer.contentsGravity != .resize { gravity = layer.contentsGravity.rawValue }
      if let layer = layer as? GradientLayer, layer.colors.count > 1 {
        gradient = Gradient(
          colors: layer.colors.map(numbers), locations: layer.locations,
          startPoint: [layer.startPoint.x, layer.startPoint.y], endPoint: [layer.endPoint.x, layer.endPoint.y])
      }
      if layer.shadowOpacity > 0 {
        shadow = Shadow(
          color: numbers(layer.shadowColor), opacity: layer.shadowOpacity, radius: layer.shadowRadius,
          offset: [layer.shadowOffset.x, layer.shadowOffset.y])
      }
      if let label = view as? Label, !label.text.isEmpty {
        text = Text(
          string: label.text, size: label.font.size, weight: label.font.weight, color: numbers(label.color),
          alignment: label.alignment.rawValue)
      }
    }
  }
}

private func numbers(_ color: Color) -> [Double] { [color.red, color.green, color.blue, color.alpha] }
