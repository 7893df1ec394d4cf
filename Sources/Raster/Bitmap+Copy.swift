extension Bitmap {
  /// Takes over the pixels of another bitmap of the same size.
  ///
  /// - Parameter rect: within the bounds.
  public func copy(_ rect: PixelRect, from other: Bitmap) {
    precondition(width == other.width && height == other.height && rect.intersection(bounds) == rect)
    for row in rect.minY..<rect.maxY {
      (pixels + row * stride + rect.minX).update(
        from: other.pixels + row * other.stride + rect.minX, count: rect.width)
    }
  }
}
