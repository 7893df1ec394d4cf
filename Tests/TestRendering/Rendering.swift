import PanelViews

extension Window {
  /// Draws the whole window into a new bitmap.
  public func image() -> Bitmap {
    let bitmap = Bitmap(width: pixelSize.width, height: pixelSize.height)
    _ = updateDamage()
    draw(into: bitmap, clip: Region(bitmap.bounds))
    return bitmap
  }

  /// Draws what changed into a bitmap that holds the previous frame.
  public func update(_ bitmap: Bitmap) { draw(into: bitmap, clip: updateDamage()) }
}

extension Bitmap {
  /// All pixels, row by row.
  public var pixelArray: [UInt32] { Array(UnsafeBufferPointer(start: pixels, count: pixelCount)) }

  public subscript(x: Int, y: Int) -> UInt32 { pixels[y * stride + x] }

  /// The pixel that contains a point.
  public subscript(point: Point) -> UInt32 { self[Int(clamping: point.x), Int(clamping: point.y)] }

  /// Returns whether all four channels differ by at most `levels`.
  public static func isClose(_ a: UInt32, _ b: UInt32, levels: Int) -> Bool {
    a == b
      || ([0, 8, 16, 24] as [UInt32]).allSatisfy { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) <= levels }
  }
}
