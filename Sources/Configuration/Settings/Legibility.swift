import Chrome
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews
import Scenes

/// Renders a stage and measures the contrast of its texts in the picture.
final class Legibility {
  let stage: Stage
  let window: Window
  private let picture: Bitmap
  private let customTextAreas: (View) -> [TextArea]

  /// - Parameters:
  ///   - size: The panel's size, in points.
  ///   - scale: Pixels per point.
  ///   - textSize: The factor for the size of texts.
  ///   - reach: The part of the panel's height, from the top, without touch targets, from 0 to 1.
  ///   - customTextAreas: Returns the areas of texts that a view draws itself.
  init(
    _ scene: Scene, theme: Theme = .dark, size: Size = Size(1280, 800), scale: Double = 1.5, showsBar: Bool = true,
    textSize: Double = 1, reach: Double = 0,
    customTextAreas: @escaping (View) -> [TextArea] = { _ in [] }
  ) {
    self.customTextAreas = customTextAreas
    stage = Stage(scene, showsBar: showsBar, theme: theme)
    (stage.textSize, stage.unreachableShare) = (textSize, reach)
    window = Window(stage, size: size, scale: scale, threads: 2)
    window.reducesMotion = true
    window.layoutIfNeeded()
    let pixels = window.pixelSize
    picture = Bitmap(width: pixels.width, height: pixels.height)
    picture.isOpaque = true
    draw()
  }

  /// Redraws the changed parts of the picture.
  func draw() { window.draw(into: picture, clip: window.updateDamage()) }

  /// The area of a text whose contrast is measured.
  struct TextArea {
    let view: View
    /// In the view's coordinates.
    let frame: Rect
    /// The minimum contrast ratio.
    let requiredContrast: Double
    let name: String

    init(_ view: View, _ frame: Rect? = nil, requiredContrast: Double = Color.textContrast, _ name: String = "") {
      (self.view, self.frame, self.requiredContrast) = (view, frame ?? view.bounds, requiredContrast)
      self.name = "\(view.path) \(name)"
    }
  }

  /// The areas of all visible texts.
  var textAreas: [TextArea] {
    var areas: [TextArea] = []
    func visit(_ view: View) {
      guard !view.isHidden, !view.isTransparent else { return }
      areas += Self.textAreas(of: view) + customTextAreas(view)
      view.subviews.forEach(visit)
    }
    visit(stage)
    return areas
  }

  private static func textAreas(of view: View) -> [TextArea] {
    switch view {
    case let label as Label:
      guard !label.text.isEmpty || label.icon != nil else { return [] }
      let contrast = label.text.isEmpty ? Color.shapeContrast : requiredContrast(of: label.font)
      return [TextArea(label, label.textFrame, requiredContrast: contrast, "text")]
    case is RowButton: return []
    case let button as ActionButton: return [TextArea(button, button.titleFrame, "title")]
    default: return []
    }
  }

  /// Returns the contrast that WCAG 2.2 (1.4.3) requires of a text. Large text needs less: 24 CSS pixels, or bold at
  /// 18.66.
  private static func requiredContrast(of font: Font) -> Double {
    font.size >= (font.weight >= 700 ? 18.66 : 24) ? Color.shapeContrast : Color.textContrast
  }

  /// Returns the contrast between a text's color and its background in the picture; `nil` unless more than half of the
  /// area is visible.
  func contrast(of area: TextArea) -> Double? {
    // The colors at a grid of points. Visibility takes longer to test, so it is tested once per cell.
    var colors: [(color: Color, brightness: Double)] = []
    colors.reserveCapacity(4000)
    let toRoot = area.view.layer.homographyToRoot
    let (rows, columns, subdivisions) = (8, 12, 5)
    for row in 0..<rows {
      for column in 0..<columns {
        func point(_ x: Double, _ y: Double) -> Point {
          Point(
            area.frame.minX + area.frame.width * (Double(column) + x) / Double(columns),
            area.frame.minY + area.frame.height * (Double(row) + y) / Double(rows))
        }
        guard isVisible(area.view, at: point(0.5, 0.5)) else { continue }
        for index in 0..<subdivisions * subdivisions {
          let (x, y) = (Double(index % subdivisions) + 0.5, Double(index / subdivisions) + 0.5)
          if let color = color(point(x / Double(subdivisions), y / Double(subdivisions)), through: toRoot) {
            colors.append((color, Self.brightness(color)))
          }
        }
      }
    }
    // The visible part of a clipped text, such as the last row of a list, may have no letters.
    guard colors.count * 2 > rows * columns * subdivisions * subdivisions else { return nil }
    // Letters cover less than half of the area, so the median is the background.
    let sorted = colors.sorted { $0.brightness < $1.brightness }.map(\.color)
    let background = sorted[sorted.count / 2]
    // The text's color is found at the centers of strokes: the medians of the darkest and of the brightest percent.
    let percent = sorted.count / 100
    let (dark, bright) = (sorted[percent / 2], sorted[sorted.count - 1 - percent / 2])
    return max(dark.contrast(with: background), bright.contrast(with: background))
  }

  /// An approximation of luminance that is fast to compute, for sorting only.
  private static func brightness(_ color: Color) -> Double {
    0.2126 * color.red * color.red + 0.7152 * color.green * color.green + 0.0722 * color.blue * color.blue
  }

  /// Returns the color of the picture at a point of a view.
  func color(_ point: Point, of view: View) -> Color? { color(point, through: view.layer.homographyToRoot) }

  private func color(_ point: Point, through toRoot: Homography) -> Color? {
    guard let rootPoint = toRoot.apply(to: point) else { return nil }
    let (x, y) = (Int(clamping: rootPoint.x * window.scale), Int(clamping: rootPoint.y * window.scale))
    guard x >= 0, y >= 0, x < picture.width, y < picture.height else { return nil }
    return Color(hex: picture.pixels[y * picture.stride + x] & 0xFF_FFFF)
  }

  private func isVisible(_ view: View, at point: Point) -> Bool {
    guard let rootPoint = view.layer.homographyToRoot.apply(to: point), stage.bounds.containsWithTolerance(rootPoint)
    else {
      return false
    }
    // Nothing covers the bar.
    if stage.subviews.contains(where: { $0.name == "bar" && view.isDescendant(of: $0) }) { return true }
    guard let visible = stage.visibleView(at: rootPoint) else { return false }
    return visible.isDescendant(of: view) || (view is Label && visible === view.superview)
  }
}
