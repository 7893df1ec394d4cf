import PanelGeometry
import PanelRaster

extension Homography {
  /// True if the plane is seen without perspective, and is rotated only by multiples of 90°.
  var isUpright: Bool { m13 == 0 && m23 == 0 && ((m12 == 0 && m21 == 0) || (m11 == 0 && m22 == 0)) }

  /// Returns the bounding box of the pixels that a rectangle of the bitmap may affect, including its antialiased edge
  /// and the neighbors that sampling reads.
  func pixelBounds(of rect: PixelRect, of bitmap: Bitmap, in size: PixelRect) -> PixelRect {
    guard let box = boundingBox(of: affectedRect(rect, of: bitmap)) else { return size }
    return PixelRect(around: box).intersection(size)
  }

  /// Returns the pixels of `pixelBounds` as three vertical bands, if these cover less than three quarters of the
  /// bounding box.
  func pixels(showing rect: PixelRect, of bitmap: Bitmap, in size: PixelRect) -> Region {
    let whole = pixelBounds(of: rect, of: bitmap, in: size)
    guard whole.area >= Self.smallArea, let corners = mappedCorners(of: affectedRect(rect, of: bitmap)) else {
      return Region(whole)
    }
    // More bands gain little for one part, and the region has to hold all other changes, too.
    let count = 3
    var bands = Region()
    var area = 0
    for index in 0..<count {
      let (left, right) = (whole.minX + whole.width * index / count, whole.minX + whole.width * (index + 1) / count)
      guard let range = Self.yRange(of: corners, from: left, to: right) else { continue }
      let length = range.upperBound - range.lowerBound
      let band = PixelRect(around: Rect(Double(left), range.lowerBound, 1, length)).intersection(whole)
      let rect = PixelRect(minX: left, minY: band.minY, maxX: right, maxY: band.maxY)
      bands.insert(rect)
      area += rect.area
    }
    return area * 4 < whole.area * 3 ? bands : Region(whole)
  }

  /// Adds the pixels that a rectangle may touch to the damage, split into horizontal bands.
  ///
  /// All rectangles of a picture use the same bands, so the faces of a solid merge into one rectangle per band, with
  /// little of the area around the solid.
  ///
  /// - Parameters:
  ///   - rect: in the coordinates that the homography maps.
  ///   - bounds: the bounding box of the affected pixels.
  ///   - size: the picture's size.
  ///   - region: receives the pixels.
  func insertPixels(of rect: Rect, within bounds: PixelRect, of size: PixelRect, into region: inout Region) {
    guard !isUpright, let corners = mappedCorners(of: rect) else { return region.insert(bounds) }
    let transposed = corners.mapped { Point($0.y, $0.x) }
    let height = Self.bandHeight(in: size)
    var top = bounds.minY - (bounds.minY - size.minY) % height
    while top < bounds.maxY {
      if let range = Self.yRange(of: transposed, from: top, to: top + height) {
        let length = range.upperBound - range.lowerBound
        let columns = PixelRect(around: Rect(range.lowerBound, Double(top), length, 1))
        region.insert(
          PixelRect(minX: columns.minX, minY: top, maxX: columns.maxX, maxY: top + height).intersection(bounds))
      }
      top += height
    }
  }

  /// A multiple of the rasterizer's band height, large enough that the bands use at most three quarters of a region's
  /// capacity.
  private static func bandHeight(in size: PixelRect) -> Int {
    let maximumCount = Region.capacity * 3 / 4
    return (size.height + maximumCount * Renderer.bandHeight - 1) / (maximumCount * Renderer.bandHeight)
      * Renderer.bandHeight
  }

  /// Returns the mapped corners of a rectangle; `nil` if one is at or behind the eye.
  private func mappedCorners(of rect: Rect) -> ConvexPolygon? {
    var corners = ConvexPolygon(rect)
    for index in 0..<corners.count {
      guard let point = apply(to: corners[index]) else { return nil }
      corners[index] = point
    }
    return corners
  }

  /// In pixels. Splitting a smaller area costs more than drawing it.
  private static let smallArea = 4096

  /// Returns the part of the bitmap's plane that a change of these pixels affects.
  private func affectedRect(_ rect: PixelRect, of bitmap: Bitmap) -> Rect {
    let changed = Rect(Double(rect.minX), Double(rect.minY), Double(rect.width), Double(rect.height))
    // Sampling spreads a change into adjacent pixels, unless the whole bitmap changed.
    let margin = rect == bitmap.bounds ? 0 : reach(of: changed)
    return changed.insetBy(-margin, -margin)
  }

  /// Returns the range of y that a polygon's edges cover between two x, including adjacent pixels; `nil` if no edge is
  /// there.
  private static func yRange(of corners: ConvexPolygon, from left: Int, to right: Int) -> ClosedRange<Double>? {
    let x = Double(left) - 1...Double(right) + 1
    var (low, high) = (Double.infinity, -Double.infinity)
    for index in 0..<corners.count {
      guard let range = yRange(corners[index], corners.following(index), within: x) else { continue }
      (low, high) = (min(low, range.lowerBound), max(high, range.upperBound))
    }
    return low <= high ? low...high : nil
  }

  /// Returns the range of y that a line segment covers between two x; `nil` if it doesn't reach them.
  private static func yRange(_ from: Point, _ to: Point, within x: ClosedRange<Double>) -> ClosedRange<Double>? {
    let (left, right) = from.x <= to.x ? (from, to) : (to, from)
    guard left.x <= x.upperBound, right.x >= x.lowerBound else { return nil }
    func y(at x: Double) -> Double {
      left.y + (right.y - left.y) * (x - left.x) / (right.x - left.x)
    }
    let first = left.x < x.lowerBound ? y(at: x.lowerBound) : left.y
    let last = right.x > x.upperBound ? y(at: x.upperBound) : right.y
    return min(first, last)...max(first, last)
  }

  /// Snaps a map to whole pixels if, up to rounding, it only translates, rotates by right angles or mirrors. A bitmap
  /// drawn at its own resolution is then copied instead of resampled. A single color ends at whole pixels, too: rectangles
  /// with a common side have no gap between them.
  func snappedToPixels(_ bitmap: Bitmap) -> Homography {
    guard isUpright, m33 == 1 else { return self }
    /// Returns the snapped factor and start along an axis; `nil` if the result is off by a pixel or more.
    func snapped(_ factor: Double, _ start: Double, _ count: Int) -> (Double, Double)? {
      guard bitmap.width == 1, bitmap.height == 1 else {
        // Along an axis without change, as many pixels as needed.
        let (length, texel) = (Double(count), count == 1 ? max((abs(factor) - 1e-6).rounded(.up), 1) : 1)
        return abs(length * (abs(factor) - texel)) < 1 ? (factor < 0 ? -texel : texel, start.rounded()) : nil
      }
      let (low, high) = Self.wholePixels(min(start, start + factor), max(start, start + factor))
      return factor < 0 ? (low - high, high) : (high - low, low)
    }
    if m12 == 0, m21 == 0 {
      guard let (x, left) = snapped(m11, m31, bitmap.width), let (y, top) = snapped(m22, m32, bitmap.height) else {
        return self
      }
      return Homography(scaleX: x, y: y, translation: Point(left, top))
    }
    // The picture is rotated by 90° or 270°.
    guard let (x, top) = snapped(m12, m32, bitmap.width), let (y, left) = snapped(m21, m31, bitmap.height) else {
      return self
    }
    return Homography(m11: 0, m12: x, m13: 0, m21: y, m22: 0, m23: 0, m31: left, m32: top, m33: 1)
  }

  /// Returns the pixels of an upright rectangle; `nil` if the map isn't upright.
  func wholePixels(of rect: Rect) -> PixelRect? {
    guard isUpright, let box = boundingBox(of: rect) else { return nil }
    let (left, right) = Self.wholePixels(box.minX, box.maxX)
    let (top, bottom) = Self.wholePixels(box.minY, box.maxY)
    return PixelRect(
      minX: Int(clamping: left), minY: Int(clamping: top), maxX: Int(clamping: right), maxY: Int(clamping: bottom))
  }

  /// Rounds the ends of a range. A thin line remains visible: it gets one pixel.
  private static func wholePixels(_ low: Double, _ high: Double) -> (Double, Double) {
    let limit = 1e9
    let start = min(max(low, -limit), limit).rounded()
    let end = min(max(high, -limit), limit).rounded()
    return (start, high > low && end == start ? start + 1 : end)
  }
}

extension PixelRect {
  /// Creates the bounding box of all pixels that a rectangle touches, with a margin of one pixel.
  init(around rect: Rect) {
    // Clamp first: a corner near the eye's plane may be beyond the range of Int.
    func pixel(_ value: Double) -> Int { Int(clamping: min(max(value, -1e6), 1e6)) }
    self.init(
      minX: pixel(rect.minX.rounded(.down)) - 1, minY: pixel(rect.minY.rounded(.down)) - 1,
      maxX: pixel(rect.maxX.rounded(.up)) + 1, maxY: pixel(rect.maxY.rounded(.up)) + 1)
  }
}
