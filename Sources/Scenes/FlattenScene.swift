import Localization
import PanelViews

/// An outer view and its subview, rotated by opposite angles. About z, the inner view is upright. About y, it isn't
/// face-on, because the outer layer flattens its sublayers into its own plane; a transform layer doesn't.
final class FlattenScene: ListingScene {
  enum Axis { case z, y }

  private let axis: Axis
  private let angle = BarItem.angle(45)
  private let inner = Card(
    name: "inner", accessibilityLabel: LocalizedText.innerCard.text, edgeLength: 100, colorIndex: 3)
  /// Draws the outer card if a transform layer is the outer layer, because transform layers have no content.
  private let transformLayerCard = Card(
    name: "outer-picture", accessibilityLabel: LocalizedText.outerCard.text, colorIndex: 4, letter: "")
  private let space = View(name: "space", frame: Rect(0, 0, 200, 200), transformsOnly: true)
  private let layerChoice = BarItem(
    name: "layer", heading: .outerLayer,
    options: [("flat", (.flatLayer, .flatLayerDetail)), ("transform", (.transformLayer, .transformLayerDetail))])

  init(axis: Axis) {
    self.axis = axis
    super.init(
      axis == .z ? "flatten-z" : "flatten-y", axis == .z ? .sceneFlattenZ : .sceneFlattenY,
      Card(name: "outer", accessibilityLabel: LocalizedText.outerCard.text, colorIndex: 4, letter: ""), [angle],
      choice: axis == .y ? layerChoice : nil, isOutlined: false)
    content.addSubview(space)
    space.addSubview(transformLayerCard)
  }

  override func layout(scale: Double) {
    super.layout(scale: scale)
    space.center = center
  }

  override func apply() {
    let usesTransformLayer = layerChoice.selectedIndex == 1
    let outer = usesTransformLayer ? space : view
    view.isHidden = usesTransformLayer
    space.isHidden = !usesTransformLayer
    if inner.superview !== outer {
      outer.addSubview(inner)
      inner.center = Point(100, 100)
    }
    let perspective = axis == .y ? Transform3D(perspectiveDistance: 500) : .identity
    let (y, z) = axis == .y ? (1.0, 0.0) : (0, 1)
    let rotation = perspective.rotated(by: angle.value.radians, x: 0, y: y, z: z)
    (view.layer.transform, space.layer.transform) = (rotation, rotation)
    // Without flattening, the inner view floats in front of the outer one and shares its perspective.
    inner.layer.transform = (usesTransformLayer ? .identity : perspective).rotated(
      by: -angle.value.radians, x: 0, y: y, z: z)
    inner.layer.zPosition = usesTransformLayer ? 50 : 0
  }
}
