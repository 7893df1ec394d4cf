#if canImport(Glibc)
  import Glibc
#endif

extension Painter {
  /// Paints pixels of a quad that is only moved by whole pixels.
  func paintMoved(_ quad: PreparedQuad, _ y: Int, _ columns: Range<Int>, _ offsetX: Int, _ offsetY: Int) {
    let source = quad.levels[0]
    guard y >= offsetY, y - offsetY < source.height else { return }
    let columns = columns.clamped(to: offsetX..<offsetX + source.width)
    guard !columns.isEmpty else { return }
    let input = source.base + (y - offsetY) * source.stride + (columns.lowerBound - offsetX)
    let output = target.base + y * target.stride + columns.lowerBound
    let count = columns.count
    if quad.isOpaque && !quad.isModulated {
      memcpy(output, input, count * 4)
      return
    }
    let scale = Ink(quad).scale
    var x = 0
    while x + 2 <= count {
      let pair = PixelPair(UnsafeRawPointer(input + x).loadUnaligned(as: UInt64.self)).scaled(by: scale)
      let place = UnsafeMutableRawPointer(output + x)
      let beneath = PixelPair(place.loadUnaligned(as: UInt64.self))
      place.storeBytes(of: pair.over(beneath).pixels, as: UInt64.self)
      x += 2
    }
    if x < count {
      let pair = PixelPair(UInt64(input[x])).scaled(by: scale)
      output[x] = UInt32(truncatingIfNeeded: pair.over(PixelPair(UInt64(output[x]))).pixels)
    }
  }
}
