import FoundationEssentials
import Geometry
import Layers
import Raster
import Views

/// A scene's tree as numbers: what `cube-kiosk inspect` prints.
struct Inspection: Encodable {
  let name: String
  /// In points.
  let size: [Double]
  let root: Node

  init(name: String, size: Size, root: View) {
    self.name = name
    self.size = [size.width, size.height]
    self.root = Node(root.layer, view: root)
  }

  /// One layer, its model values first and then what follows from them.
  struct Node: Encodable {
    let name: String?
    let accessibilityLabel: String?
    let `class`: String
    let bounds: [Double]
    let position: [Double]
    let anchorPoint: [Double]
    let anchorPointZ: Double
    let zPosition: Double
    let transform: [Double]
    let sublayerTransform: [Double]
    let opacity: Double
    let hidden: Bool
    let userInteractionEnabled: Bool
    let doubleSided: Bool
    let backgroundColor: [Double]?
    let look: Look
    let children: [Node]
    let corners: [[Double]?]
    let frame: [Double]?
    let facing: String

    /// - Parameter view: the layer's; a layer without one takes no touch.
    init(_ layer: Layer, view: View?) {
      name = layer.name
      accessibilityLabel = view?.accessibilityLabel
      `class` = layer is TransformLayer ? "transform" : "layer"
      bounds = numbers(layer.bounds)
      position = [layer.position.x, layer.position.y]
      anchorPoint = [layer.anchorPoint.x, layer.anchorPoint.y]
      anchorPointZ = layer.anchorPointZ
      zPosition = layer.zPosition
      transform = layer.transform.elements
      sublayerTransform = layer.sublayerTransform.elements
      opacity = layer.opacity
      hidden = layer.isHidden
      userInteractionEnabled = view?.isUserInteractionEnabled ?? false
      doubleSided = layer.isDoubleSided
      backgroundColor = layer.backgroundColor.map { [$0.red, $0.green, $0.blue, $0.alpha] }
      look = Look(layer, view: view)
      children = layer.sublayers.map { sublayer in
        Node(sublayer, view: view?.subviews.first { $0.layer === sublayer })
      }
      let homography = layer.homographyToRoot
      corners = layer.bounds.corners.map { homography.apply(to: $0).map { [$0.x, $0.y] } }
      frame = layer.frame.map(numbers)
      facing = layer.facing.rawValue
    }

    /// A missing value is written as null: a reader then finds every key in every node.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(name, forKey: .name)
      try container.encode(accessibilityLabel, forKey: .accessibilityLabel)
      try container.encode(`class`, forKey: .class)
      try container.encode(bounds, forKey: .bounds)
      try container.encode(position, forKey: .position)
      try container.encode(anchorPoint, forKey: .anchorPoint)
      try container.encode(anchorPointZ, forKey: .anchorPointZ)
      try container.encode(zPosition, forKey: .zPosition)
      try container.encode(transform, forKey: .transform)
      try container.encode(sublayerTransform, forKey: .sublayerTransform)
      try container.encode(opacity, forKey: .opacity)
      try container.encode(hidden, forKey: .hidden)
      try container.encode(userInteractionEnabled, forKey: .userInteractionEnabled)
      try container.encode(doubleSided, forKey: .doubleSided)
      try container.encode(backgroundColor, forKey: .backgroundColor)
      try look.encode(to: encoder)
      try container.encode(children, forKey: .children)
      try container.encode(corners, forKey: .corners)
      try container.encode(frame, forKey: .frame)
      try container.encode(facing, forKey: .facing)
    }

    private enum Key: String, CodingKey {
      case name, accessibilityLabel, `class`, bounds, position, anchorPoint, anchorPointZ, zPosition, transform,
        sublayerTransform
      case opacity, hidden, userInteractionEnabled, doubleSided, backgroundColor, children, corners, frame, facing
    }
  }

  /// - Returns: the JSON, with a line break at its end.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

private func numbers(_ rect: Rect) -> [Double] { [rect.minX, rect.minY, rect.width, rect.height] }
