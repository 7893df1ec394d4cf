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
      ink.paint(output, columns.count, RowSource(next: input))
    }
  }
}

/// Pixels just as they are.
private struct RowSource: RunSource {
  var next: UnsafeMutablePointer<UInt32>

  @inline(__always) mutating func nextPair() -> PixelPair {
    let pair = PixelPair(UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
    next += 2
    return pair
  }

  @inline(__always) mutating func last() -> PixelPair { PixelPair(UInt64(next.pointee)) }
}
