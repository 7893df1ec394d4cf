import PanelRaster

extension Bitmap {
  /// Counts the pixels with a channel, alpha excluded, that differs by more than `levels`.
  ///
  /// - Parameters:
  ///   - other: A bitmap of the same size.
  ///   - row: Only the rows above it are compared.
  public func countPixels(differingFrom other: Bitmap, by levels: Int, above row: Int = .max) -> Int {
    precondition(width == other.width && height == other.height)
    var count = 0
    for y in 0..<min(row, height) {
      let (mine, its) = (pixels + y * stride, other.pixels + y * other.stride)
      for x in 0..<width where !Self.isNear(mine[x], its[x], by: levels) { count += 1 }
    }
    return count
  }

  /// Returns whether every channel, alpha excluded, differs by at most `levels`.
  public static func isNear(_ a: UInt32, _ b: UInt32, by levels: Int) -> Bool {
    if a == b { return true }
    func distance(_ shift: UInt32) -> Int { abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }
    return distance(0) <= levels && distance(8) <= levels && distance(16) <= levels
  }

  /// Averages blocks of `part` × `part` pixels.
  public func shrunk(by part: Int) -> Bitmap {
    let small = Bitmap(width: width / part, height: height / part)
    small.isOpaque = true
    for y in 0..<small.height {
      for x in 0..<small.width {
        var sum = SIMD4<Int>()
        for row in y * part..<(y + 1) * part {
          for column in x * part..<(x + 1) * part { sum &+= channels(pixels[row * stride + column]) }
        }
        let mean = sum / (part * part)
        small.pixels[y * small.stride + x] = UInt32(mean.w << 24 | mean.z << 16 | mean.y << 8 | mean.x)
      }
    }
    small.didChange()
    return small
  }
}

private func channels(_ pixel: UInt32) -> SIMD4<Int> {
  SIMD4(Int(pixel & 255), Int(pixel >> 8 & 255), Int(pixel >> 16 & 255), Int(pixel >> 24))
}
