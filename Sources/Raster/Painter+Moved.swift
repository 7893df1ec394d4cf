#if canImport(Glibc)
  import Glibc
#endif

extension Painter {
  /// Paints pixels of a quad that is only moved by whole pixels.
  func paintMoved(
    _ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>, _ offsetX: Int, _ offsetY: Int
  ) {
    let source = quad.levels[0]
    guard y >= offsetY, y - offsetY < source.height else { return }
    let columns = columns.clamped(to: offsetX..<offsetX + source.width)
    guard !columns.isEmpty else { return }
    let input = source.base + (y - offsetY) * source.stride + (columns.lowerBound - offsetX)
    let output = target.base + y * target.stride + columns.lowerBound
    if quad.isOpaque && !quad.isModulated {
      memcpy(output, input, columns.count * 4)
    } else {
      var start = 0
      while start < columns.count {
        let count = min(columns.count - start, Run.limit)
        for index in 0..<count / 2 {
          let place = UnsafeRawPointer(input + start + 2 * index)
          pairs[index] = PixelPair(place.loadUnaligned(as: UInt64.self))
        }
        if count % 2 == 1 { pairs[count / 2] = PixelPair(UInt64(input[start + count - 1])) }
        ink.paint(output + start, count, pairs)
        start += count
      }
    }
  }
}
