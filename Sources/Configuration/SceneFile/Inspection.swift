import Geometry
import Glibc
import Layers
import Raster
import Scenes
import Views

/// A scene's tree as numbers: what `cube-kiosk inspect` prints.
package struct Inspection {
  private let scene: JSONValue
  /// The paths of those that are from files.
  typealias Pictures = [ObjectIdentifier: String]

  /// - Parameter size: in points.
  package init(name: String, size: Size, root: View) {
    scene = [
      "name": .string(name), "root": Self.node(root.layer, root, [:]), "size": .numbers([size.width, size.height]),
    ]
  }

  /// A scene file's, which reads back to the same scene.
  package init(of file: SceneDescription, root: View) {
    var pictures: Pictures = [:]
    var set: Set<String> = []
    func collect(_ node: SceneDescription.Node) {
      if let contents = node.contents, let path = node.contentsPath {
        pictures[ObjectIdentifier(contents)] = Self.absolute(path)
      }
      if case .set(let changes)? = node.button?.action { set.formUnion(changes.keys) }
      node.children.forEach(collect)
    }
    collect(file.root)
    var members: [JSONMembers.Member] = [
      ("fit", file.fit == .none ? false : .string(file.fit.rawValue)), ("name", .string(file.name)),
      ("root", Self.node(root.layer, root, pictures)), ("size", .numbers([file.size.width, file.size.height])),
    ]
    // Texts are printed as they read now, but what a button sets has to be there.
    if !set.isEmpty { members.append(("values", .object(JSONMembers(set.sorted().map { ($0, ["set": true]) })))) }
    scene = .object(JSONMembers(members))
  }

  /// Wherever what is printed is put, it finds the file.
  private static func absolute(_ path: String) -> String {
    guard let whole = realpath(path, nil) else { return path }
    defer { free(whole) }
    return String(cString: whole)
  }

  /// The JSON, with a line break at its end.
  package var json: String { scene.lines }

  /// One layer, its model values and what follows from them. A missing value is written as null: a reader then finds every
  /// key in every node.
  ///
  /// - Parameter view: the layer's; a layer without one takes no touch.
  private static func node(_ layer: Layer, _ view: View?, _ pictures: Pictures) -> JSONValue {
    let homography = layer.homographyToRoot
    let corners = layer.bounds.corners.map {
      homography.apply(to: $0).map { JSONValue.numbers([$0.x, $0.y]) } ?? .null
    }
    let children = layer.sublayers.map { sublayer in
      node(sublayer, view?.subviews.first { $0.layer === sublayer }, pictures)
    }
    let members: [JSONMembers.Member] = [
      ("name", layer.name.map(JSONValue.string) ?? .null),
      ("accessibilityLabel", (view?.accessibilityLabel).map(JSONValue.string) ?? .null),
      ("class", layer is TransformLayer ? "transform" : "layer"),
      ("bounds", .numbers(layer.bounds)),
      ("position", .numbers([layer.position.x, layer.position.y])),
      ("anchorPoint", .numbers([layer.anchorPoint.x, layer.anchorPoint.y])),
      ("anchorPointZ", .shortest(layer.anchorPointZ)),
      ("zPosition", .shortest(layer.zPosition)),
      ("transform", .numbers(layer.transform.elements)),
      ("sublayerTransform", .numbers(layer.sublayerTransform.elements)),
      ("opacity", .shortest(layer.opacity)),
      ("hidden", .bool(layer.isHidden)),
      ("userInteractionEnabled", .bool(view?.isUserInteractionEnabled ?? false)),
      ("doubleSided", .bool(layer.isDoubleSided)),
      ("backgroundColor", layer.backgroundColor.map(JSONValue.numbers) ?? .null),
      ("children", .array(children)),
      ("corners", .array(corners)),
      ("frame", layer.frame.map(JSONValue.numbers) ?? .null),
      ("facing", .string(layer.facing.rawValue)),
    ]
    return .object(JSONMembers((members + look(layer, view, pictures)).sorted { $0.name < $1.name }))
  }
}

extension JSONValue {
  package static func numbers(_ values: [Double]) -> JSONValue { .array(values.map(shortest)) }

  package static func numbers(_ rect: Rect) -> JSONValue { numbers([rect.minX, rect.minY, rect.width, rect.height]) }

  package static func numbers(_ color: Color) -> JSONValue {
    numbers([color.red, color.green, color.blue, color.alpha])
  }

  /// Without a point where there is no fraction.
  package static func shortest(_ value: Double) -> JSONValue {
    Int(exactly: value).map(JSONValue.integer) ?? .number(value)
  }
}
