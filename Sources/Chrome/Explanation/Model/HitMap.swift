import PanelViews
import Scenes

/// The view that receives a touch, for every point of a view.
public struct HitMap {
  /// The views that receive touches, in order of appearance from the top left.
  public let views: [View]
  public let width: Int
  public let height: Int
  /// The index into `views` for each cell, row by row; -1 if no view receives the touch.
  public let cells: [Int]

  /// The edge length of a block, in cells. If the same view receives touches at all corners of a block, the block's
  /// other cells aren't tested.
  private static let blockSize = 4
  /// The index of a cell before its test.
  private static let untested = -2

  /// - Parameter cellSize: the edge length of a cell, in points. Each cell is tested at its center.
  public init(of root: View, cellSize: Double) {
    let width = max(1, Int(clamping: (root.bounds.width / cellSize).rounded(.up)))
    let height = max(1, Int(clamping: (root.bounds.height / cellSize).rounded(.up)))
    var cells = Array(repeating: Self.untested, count: width * height)
    var views: [View] = []
    var indices: [ObjectIdentifier: Int] = [:]
    func test(_ x: Int, _ y: Int) -> Int {
      let index = y * width + x
      if cells[index] != Self.untested { return cells[index] }
      let point = Point((Double(x) + 0.5) * cellSize, (Double(y) + 0.5) * cellSize)
      var result = -1
      if let view = root.hitTest(point) {
        result = indices[ObjectIdentifier(view)] ?? views.count
        if result == views.count {
          views.append(view)
          indices[ObjectIdentifier(view)] = result
        }
      }
      cells[index] = result
      return result
    }
    for top in stride(from: 0, to: height, by: Self.blockSize) {
      for left in stride(from: 0, to: width, by: Self.blockSize) {
        let (right, bottom) = (min(left + Self.blockSize, width - 1), min(top + Self.blockSize, height - 1))
        let first = test(left, top)
        let cornersHaveSameView =
          test(right, top) == first && test(left, bottom) == first && test(right, bottom) == first
        for y in top..<min(top + Self.blockSize, height) {
          for x in left..<min(left + Self.blockSize, width) where cells[y * width + x] == Self.untested {
            if cornersHaveSameView { cells[y * width + x] = first } else { _ = test(x, y) }
          }
        }
      }
    }
    (self.width, self.height, self.cells, self.views) = (width, height, cells, views)
  }

  /// A color for each view: its identifying color, otherwise a generated hue.
  public var colors: [Color] {
    views.enumerated().map { index, view in
      if let view = view as? any Numbered, let color = view.identifyingColor { return color }
      // Multiples of the golden angle, so that neighbors in the list have different hues.
      let hue = Double(index) * 0.381966
      return Color(hue: hue - hue.rounded(.down), saturation: view.subviews.isEmpty ? 0.55 : 0.18, brightness: 0.92)
    }
  }

  /// Returns a bitmap with a pixel for each cell.
  ///
  /// - Parameter alpha: the opacity of the colors, 0…1.
  public func bitmap(alpha: Double = 1) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    let pixels = colors.map { $0.withAlphaComponent(alpha).premultipliedPixel }
    for (cell, index) in cells.enumerated() where index >= 0 { bitmap.pixels[cell] = pixels[index] }
    bitmap.isOpaque = false
    bitmap.didChange()
    return bitmap
  }

  /// Returns the map with a legend that names each view and its share of the panel.
  public func bitmapWithLegend() -> Bitmap {
    let counts = views.indices.map { index in cells.lazy.filter { $0 == index }.count }
    let order = views.indices.sorted { counts[$0] > counts[$1] }
    let scale = max(1, Double(min(width, height)) / 600)
    let (rowHeight, columnWidth) = (30 * scale, 330 * scale)
    let columns = max(1, Int(clamping: Double(width) / columnWidth))
    let rows = (order.count + columns - 1) / columns
    let legendHeight = Int(clamping: (Double(rows) * rowHeight + 24 * scale).rounded(.up))
    let picture = Bitmap(width: width, height: height + legendHeight)
    picture.fill(picture.bounds, with: Color(hex: 0x12151D).premultipliedPixel)
    let canvas = Canvas(picture, fitting: Rect(0, 0, Double(width), Double(height + legendHeight)))
    canvas.draw(bitmap(), in: Rect(0, 0, Double(width), Double(height)))
    for (position, index) in order.enumerated() {
      let x = Double(position % columns) * Double(width) / Double(columns) + 16 * scale
      let y = Double(height) + 12 * scale + Double(position / columns) * rowHeight
      canvas.fill(
        Rect(x, y + 7 * scale, 16 * scale, 16 * scale), radius: 4 * scale, color: colors[index])
      let share = (Double(counts[index]) * 1000 / Double(cells.count)).rounded() / 10
      let text = TextLayout(
        [
          TextSpan(views[index].path, font: Font(size: 14 * scale, weight: 500), color: Color(hex: 0xD5DAE6)),
          TextSpan("  \(share) %", font: Font(size: 14 * scale), color: Color(hex: 0xAAB2C4)),
        ], maxWidth: Double(width) / Double(columns) - 48 * scale)
      canvas.draw(text, centeredVerticallyIn: Rect(x + 26 * scale, y, 10, rowHeight))
    }
    picture.isOpaque = true
    return picture
  }
}

extension Color {
  fileprivate init(hue: Double, saturation: Double, brightness: Double) {
    func channel(_ n: Double) -> Double {
      let k = (n + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(k, 4 - k, 1))
    }
    self.init(channel(5), channel(3), channel(1))
  }
}
