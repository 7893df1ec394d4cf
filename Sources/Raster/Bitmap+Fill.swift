extension Bitmap {
  /// Sets every pixel of the part of `rect` that is inside. Doesn't call `didChange`.
  public func fill(_ rect: PixelRect, with pixel: UInt32) {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return }
    for y in rect.minY..<rect.maxY {
      (pixels + y * stride + rect.minX).fill(rect.width, with: pixel)
    }
  }

  /// Sets the alpha of every pixel of the part of `rect` that is inside to 0, and leaves its colour. Doesn't call
  /// `didChange`.
  public func clearAlpha(in rect: PixelRect) {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return }
    for y in rect.minY..<rect.maxY {
      let row = pixels + y * stride
      for x in rect.minX..<rect.maxX { row[x] &= 0x00FF_FFFF }
    }
  }

  /// Makes what is opaque in the part of `rect` that is inside transparent and the other way round, and leaves the
  /// colours. Doesn't call `didChange`.
  public func invertAlpha(in rect: PixelRect) {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return }
    for y in rect.minY..<rect.maxY {
      let row = pixels + y * stride
      for x in rect.minX..<rect.maxX { row[x] ^= 0xFF00_0000 }
    }
  }
}
