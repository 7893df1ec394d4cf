import PanelGeometry

/// The ways to produce a quad's pixels, the cheapest first.
enum Source {
  /// One color, modulated.
  case solid(UInt32)
  /// Each pixel shows one texel.
  case copy(IntegerMap)
  /// Sampled by `TextureSampler`.
  case texture

  init(_ bitmap: Bitmap, _ map: Homography, _ modulation: Modulation) {
    if bitmap.width == 1, bitmap.height == 1 {
      let pixel = modulation.apply(to: bitmap.pixels[0])
      self = .solid(bitmap.isOpaque && modulation.keepsAlpha ? pixel | 0xFF00_0000 : pixel)
    } else if let integerMap = map.integerMap(width: bitmap.width, height: bitmap.height) {
      self = .copy(integerMap)
    } else {
      self = .texture
    }
  }
}

/// A map from target pixels to texels that only moves by whole pixels, rotates by right angles or mirrors:
/// `u = ux·x + uy·y + u0`, and v alike.
struct IntegerMap: Equatable {
  var ux, uy, u0: Int
  var vx, vy, v0: Int

  /// Copies the texels of columns of a row. Columns outside of the bitmap get its outermost texels.
  func copy(_ texels: Texels, _ columns: Range<Int>, y: Int, to output: UnsafeMutablePointer<UInt32>) {
    let (u, v) = (uy &* y &+ u0, vy &* y &+ v0)
    func texel(_ x: Int) -> UnsafeMutablePointer<UInt32> {
      let row = min(max(vx &* x &+ v, 0), texels.height &- 1)
      return texels.base + (row &* texels.stride &+ min(max(ux &* x &+ u, 0), texels.width &- 1))
    }
    // Along a row either u or v changes.
    let (step, first, length) = ux != 0 ? (ux, u, texels.width) : (vx, v, texels.height)
    let inside = (step > 0 ? -first..<length - first : first - length + 1..<first + 1).clamped(to: columns)
    let (input, stride) = (texel(inside.lowerBound), ux &+ vx &* texels.stride)
    let start = output + (inside.lowerBound &- columns.lowerBound)
    if stride == 1 {
      start.update(from: input, count: inside.count)
    } else {
      for index in 0..<inside.count { start[index] = input[index &* stride] }
    }
    for x in columns.lowerBound..<inside.lowerBound { output[x &- columns.lowerBound] = texel(x).pointee }
    for x in inside.upperBound..<columns.upperBound { output[x &- columns.lowerBound] = texel(x).pointee }
  }
}
