import PanelGeometry
import PanelRaster

extension JSONValue {
  static func numbers(_ rect: Rect) -> JSONValue { numbers([rect.minX, rect.minY, rect.width, rect.height]) }

  static func numbers(_ color: Color) -> JSONValue { numbers([color.red, color.green, color.blue, color.alpha]) }
}
