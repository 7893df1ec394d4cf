import Geometry
import Raster
import Text
import Views

/// The bar at the bottom: which touch fix, which light.
final class CubeBar: View {
  let touchFix: SegmentedControl<TouchFix>
  let lighting: SegmentedControl<Lighting>

  /// How large a point of the bar is, in the panel's points.
  var unit = 1.0 {
    didSet {
      guard unit != oldValue else { return }
      touchFix.unit = unit
      lighting.unit = unit
      setNeedsLayout()
      setNeedsDisplay()
    }
  }

  init(touchFix selectedFix: TouchFix, lighting selectedLighting: Lighting) {
    touchFix = SegmentedControl(
      name: "touch-fix", segments: TouchFix.allCases.map { ($0, $0.rawValue, $0.title) }, selection: selectedFix)
    lighting = SegmentedControl(
      name: "lighting", segments: Lighting.allCases.map { ($0, $0.rawValue, $0.title) }, selection: selectedLighting)
    super.init(name: "bar")
    addSubview(touchFix)
    addSubview(lighting)
  }

  /// The widths that the two controls need, in the panel's points.
  func contentWidths(unit: Double) -> (touchFix: Double, lighting: Double) {
    (touchFix.contentWidth(unit: unit), lighting.contentWidth(unit: unit))
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fill(bounds, radius: 16 * unit, color: Color(1, 1, 1, 0.055))
    canvas.stroke(bounds, radius: 16 * unit, width: 1, color: Color(1, 1, 1, 0.10))
  }

  override func layoutSubviews() {
    let widths = contentWidths(unit: unit)
    let height = SegmentedControl<TouchFix>.height * unit
    let inset = 8 * unit
    if bounds.height >= 2 * height + 2 * inset {
      let width = bounds.width - 2 * inset
      touchFix.frame = Rect(inset, inset, width, height)
      lighting.frame = Rect(inset, bounds.height - inset - height, width, height)
    } else {
      let y = (bounds.height - height) / 2
      touchFix.frame = Rect(inset, y, widths.touchFix, height)
      lighting.frame = Rect(bounds.width - inset - widths.lighting, y, widths.lighting, height)
    }
  }
}

extension TouchFix {
  /// As the bar shows it.
  var title: String {
    switch self {
    case .none: "None"
    case .userInteraction: "User interaction"
    case .reorder: "Reorder"
    case .depth: "Depth"
    }
  }
}

extension Lighting {
  var title: String {
    switch self {
    case .book: "Book light"
    case .camera: "Camera"
    case .off: "Off"
    }
  }
}
