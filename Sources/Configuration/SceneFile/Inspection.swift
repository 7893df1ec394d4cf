import PanelGeometry
import PanelLayers
import PanelRaster
import PanelViews
import Scenes

/// A scene in scene file format, as `cube-kiosk inspect` prints it.
package struct Inspection {
  private let scene: JSONValue

  /// Creates the inspection of a built-in scene. A comment in the JSON names the layers whose contents the scene file
  /// format can't describe.
  ///
  /// - Parameter window: Shows the scene. Its size and the corners of all nodes are in the panel's points.
  package init(name: String, window: Window) {
    let (root, magnification) = (window.rootView, window.magnification)
    var scene = SceneDescription()
    (scene.name, scene.size) = (name, window.panelSize)
    var selfDrawnNames: [String] = []
    var node = SceneDescription.Node(root.layer, of: root, &selfDrawnNames)
    node.position = window.convertToPanel(root.layer.position)
    node.transform = node.transform.concatenating(
      Transform3D(scaleX: magnification, y: magnification, z: magnification))
    scene.root = node
    self.init(of: scene, root: root, magnification: magnification, selfDrawnNames: selfDrawnNames)
  }

  /// Creates the inspection of a scene file. Its output reads back to the same scene.
  ///
  /// - Parameter magnification: Of the window.
  package init(of file: SceneDescription, root: View, magnification: Double = 1) {
    self.init(of: file, root: root, magnification: magnification, selfDrawnNames: [])
  }

  private init(of file: SceneDescription, root: View, magnification: Double, selfDrawnNames: [String]) {
    var members = SceneDescription.fields.members(of: file).all
    if let index = members.firstIndex(where: { $0.name == "root" }) {
      members[index].value = Self.node(members[index].value, root.layer, root, magnification)
    }
    if !selfDrawnNames.isEmpty {
      let note = "Not in this file, since the views draw it themselves: the contents of "
      members.insert(("//", .string(note + selfDrawnNames.joined(separator: ", "))), at: 0)
    }
    scene = .object(JSONMembers(members))
  }

  /// The JSON, with a trailing newline.
  package var json: String { scene.multiline }

  /// Adds the computed members of a node and its descendants.
  ///
  /// - Parameter view: The layer's view; `nil` for a layer without a view, which receives no touches.
  private static func node(_ node: JSONValue, _ layer: Layer, _ view: View?, _ magnification: Double) -> JSONValue {
    guard case .object(var members) = node, case .array(let children)? = members["children"] else { return node }
    let homography = layer.homographyToRoot
    let corners = layer.bounds.corners.map {
      homography.apply(to: $0).map { JSONValue.numbers([$0.x * magnification, $0.y * magnification]) } ?? .null
    }
    let container = (view as? ScrollView)?.contentView ?? view
    let nodes = zip(children, container?.layer.sublayers ?? layer.sublayers).map { child, sublayer in
      Self.node(child, sublayer, container?.subviews.first { $0.layer === sublayer }, magnification)
    }
    let frame = members["bounds"] == nil ? [] : [("frame", layer.frame.map(JSONValue.numbers) ?? .null)]
    members = JSONMembers(
      members.all.filter { $0.name != "children" } + [
        ("accessibilityLabel", (view?.accessibilityLabel).map(JSONValue.string) ?? .null),
        ("children", .array(nodes)), ("corners", .array(corners)), ("facing", .string(layer.facing.rawValue)),
      ] + frame)
    return .object(JSONMembers(members.all.sorted { $0.name < $1.name }))
  }
}

extension SceneDescription.Node {
  /// Describes a layer, except for the contents that its view draws itself.
  ///
  /// - Parameters:
  ///   - view: The layer's view; `nil` for a layer without a view.
  ///   - selfDrawnNames: Collects the names of layers whose contents a scene file can't describe, each once.
  fileprivate init(_ layer: Layer, of view: View?, _ selfDrawnNames: inout [String]) {
    self.init()
    (name, isTransformLayer) = (layer.name, layer is TransformLayer)
    (bounds, position, transform) = (layer.bounds, layer.position, layer.transform)
    (anchorPoint, anchorPointZ, zPosition) = (layer.anchorPoint, layer.anchorPointZ, layer.zPosition)
    sublayerTransform = layer.sublayerTransform
    (opacity, isHidden, isDoubleSided) = (layer.opacity, layer.isHidden, layer.isDoubleSided)
    isUserInteractionEnabled = view?.isUserInteractionEnabled ?? false
    (backgroundColor, cornerRadii, gravity) = (layer.backgroundColor, layer.cornerRadii, layer.contentsGravity)
    (borderWidth, borderColor, masksToBounds) = (layer.borderWidth, layer.borderColor, layer.masksToBounds)
    if let layer = layer as? GradientLayer, layer.colors.count > 1 {
      var gradient = SceneDescription.Gradient()
      (gradient.colors, gradient.locations) = (layer.colors, layer.locations)
      (gradient.startPoint, gradient.endPoint) = (layer.startPoint, layer.endPoint)
      self.gradient = gradient
    }
    if layer.shadowOpacity > 0 {
      var shadow = SceneDescription.Shadow()
      (shadow.color, shadow.opacity) = (layer.shadowColor, layer.shadowOpacity)
      (shadow.radius, shadow.offset) = (layer.shadowRadius, layer.shadowOffset)
      self.shadow = shadow
    }
    let label = view as? Label
    if let label, let icon = label.icon, label.text.isEmpty {
      var description = SceneDescription.IconDescription()
      (description.name, description.size) = (LiveText(icon.name), label.font.size * Label.iconScale)
      (description.color, description.alignment) = (label.color, label.alignment)
      self.icon = description
    }
    if let label, !label.text.isEmpty {
      var text = SceneDescription.Text()
      (text.string, text.font, text.color) = (LiveText(label.text), label.font, label.color)
      (text.alignment, text.lines) = (label.alignment, label.numberOfLines)
      text.icon = label.icon.map { LiveText($0.name) }
      text.announcesChanges = (label as? LiveLabel)?.announcesChanges ?? false
      self.text = text
    }
    let drawsItself = label.map(\.centersInk) ?? (layer.delegate?.drawsContents == true)
    if drawsItself || layer.contents != nil || layer.backgroundGradient != nil, let name, !selfDrawnNames.contains(name)
    {
      selfDrawnNames.append(name)
    }
    for sublayer in layer.sublayers {
      let subview = view?.subviews.first { $0.layer === sublayer }
      children.append(Self(sublayer, of: subview, &selfDrawnNames))
    }
  }
}
