import Geometry
import Raster
import Text
import Views

/// One line that says where the last touch went.
final class StatusLabel: View {
  var unit = 1.0 { didSet { if unit != oldValue { setNeedsDisplay() } } }
  var alignment = TextAlignment.leading { didSet { if alignment != oldValue { setNeedsDisplay() } } }
  private var subject = "" { didSet { if subject != oldValue { setNeedsDisplay() } } }
  private var rest = "" { didSet { if rest != oldValue { setNeedsDisplay() } } }

  init() {
    super.init(name: "status")
    isUserInteractionEnabled = false
    showHint()
  }

  /// What it says before the first touch.
  func showHint() {
    subject = "Tap"
    rest = " the button on face 3."
  }

  /// Says who took the touch, and whether the eye would have expected it.
  func show(_ view: View?, at location: Point, in scene: CubeScene) {
    guard let view else {
      subject = "Nobody"
      rest = " took the touch."
      return
    }
    if view === scene.buttonView {
      subject = "The button"
      rest = " on face 3 took the touch."
    } else if let face = scene.faces.first(where: { view.isDescendant(of: $0) }) {
      subject = "Face \(face.number)"
      let seen = scene.faceSeen(at: location)
      rest = seen == nil || seen === face ? " took the touch." : " took the touch. It is behind face \(seen!.number)."
    } else if view === scene.cube {
      subject = "The container"
      let seen = scene.faceSeen(at: location)
      rest = seen.map { " took the touch. Face \($0.number) takes none." } ?? " took the touch."
    }
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let font = Font(size: 15 * unit)
    var bold = font
    bold.weight = 600
    let layout = TextLayout(
      [TextSpan(subject, font: bold, color: Palette.accent), TextSpan(rest, font: font, color: Palette.text)],
      maxWidth: bounds.width, alignment: alignment)
    canvas.draw(layout, centeredVerticallyIn: bounds)
  }
}

extension CubeScene {
  /// The face that one sees at a point of the panel: the nearest one.
  func faceSeen(at location: Point) -> CubeFaceView? {
    faces.filter { face in
      // A closed cube shows the faces that turn their front to the viewer, and no other.
      let homography = face.layer.homographyToRoot
      return face.layer.facing == .front && homography.unapply(to: location).map(face.bounds.contains) == true
    }.first
  }
}
