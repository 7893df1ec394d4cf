import PanelGeometry
import PanelRaster

extension Homography {
  /// Returns the part of a rectangle that is mapped into `clip`, in the rectangle's coordinates; an empty polygon if nothing
  /// is.
  func visiblePart(of rect: Rect, in clip: PixelRect) -> ConvexPolygon {
    var part = ConvexPolygon(rect)
    var greatestW = 0.0
    for index in 0..<part.count { greatestW = max(greatestW, homogeneous(part[index]).z) }
    // Points nearer to the eye are so far apart that nearly all of them lie outside of any clip.
    keep(m13, m23, m33 - greatestW * 1e-5)
    // A point in front of the eye is right of the left side if X/W ≥ left, that is if X - left · W ≥ 0.
    let (left, right, top, bottom) = (Double(clip.minX), Double(clip.maxX), Double(clip.minY), Double(clip.maxY))
    keep(m11 - left * m13, m21 - left * m23, m31 - left * m33)
    keep(right * m13 - m11, right * m23 - m21, right * m33 - m31)
    keep(m12 - top * m13, m22 - top * m23, m32 - top * m33)
    keep(bottom * m13 - m12, bottom * m23 - m22, bottom * m33 - m32)
    return part

    func keep(_ a: Double, _ b: Double, _ c: Double) {
      // A rectangle that is cut five times has at most nine corners, so there is room for them.
      if part.count > 0 { part = part.split(a, b, c)?.positive ?? part }
    }
  }

  /// Returns the bounding box of `visiblePart`; `nil` if nothing of the rectangle is visible.
  func visibleRect(of rect: Rect, in clip: PixelRect) -> Rect? {
    if let box = boundingBox(of: rect) {
      if box.minX >= Double(clip.minX), box.maxX <= Double(clip.maxX), box.minY >= Double(clip.minY),
        box.maxY <= Double(clip.maxY)
      {
        return rect
      }
      guard
        box.minX < Double(clip.maxX), box.maxX > Double(clip.minX), box.minY < Double(clip.maxY),
        box.maxY > Double(clip.minY)
      else { return nil }
    }
    let part = visiblePart(of: rect, in: clip)
    guard part.count > 0 else { return nil }
    return part.withCorners { Rect(bounding: $0) }
  }
}

extension Rect {
  /// Returns the part that a bitmap covers whose pixels are those of a bitmap of the whole rectangle: a visible part,
  /// enlarged to blocks, so that a small movement doesn't need another bitmap.
  ///
  /// - Parameters:
  ///   - visible: a part of the rectangle.
  ///   - pixelsPerPoint: the bitmap's scale.
  ///   - picture: the picture's size, in pixels. A rectangle that has no more pixels is returned whole.
  func bitmapPart(around visible: Rect, pixelsPerPoint: Double, picture: PixelRect) -> Rect {
    guard width * pixelsPerPoint * height * pixelsPerPoint > Double(max(picture.area, 1)) else { return self }
    let block = Double(max(max(picture.width, picture.height) / 8, 16)) / pixelsPerPoint
    func range(_ low: Double, _ high: Double, _ start: Double, _ length: Double) -> (Double, Double) {
      let first = ((low - start) / block).rounded(.down) * block
      let last = ((high - start) / block).rounded(.up) * block
      return (max(first, 0), min(last, length))
    }
    let (left, right) = range(visible.minX, visible.maxX, minX, width)
    let (top, bottom) = range(visible.minY, visible.maxY, minY, height)
    return Rect(minX + left, minY + top, right - left, bottom - top)
  }

  /// Returns the rectangle enlarged to whole pixels of a bitmap in which `origin` lies between pixels, so that a layer with
  /// this origin has the same edges as without the bitmap.
  func aligned(with origin: Point, pixelsPerPoint: Double) -> Rect {
    func pixels(_ length: Double) -> Double { (length * pixelsPerPoint - 1e-6).rounded(.up) / pixelsPerPoint }
    let (left, top) = (origin.x - pixels(origin.x - minX), origin.y - pixels(origin.y - minY))
    return Rect(left, top, pixels(maxX - left), pixels(maxY - top))
  }
}
