#if canImport(Glibc)
  import Glibc
#endif

/// The map from a target pixel to the one texel that it shows: the quad is moved by whole pixels, turned by right
/// angles or mirrored, and nothing else. `u = ux·x + uy·y + u0`, and v alike.
struct WholeSteps: Equatable {
  var ux: Int
  var uy: Int
  var u0: Int
  var vx: Int
  var vy: Int
  var v0: Int
}

extension Painter {
  /// Paints pixels of a quad whose texels are copied, not sampled.
  func paintCopied(_ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>, _ steps: WholeSteps) {
    let source = quad.texels
    // Along a row of the target one of the two changes.
    let (step, first, length) =
      steps.ux != 0
      ? (steps.ux, steps.uy * y + steps.u0, source.width) : (steps.vx, steps.vy * y + steps.v0, source.height)
    let (across, breadth) =
      steps.ux != 0 ? (steps.vy * y + steps.v0, source.height) : (steps.uy * y + steps.u0, source.width)
    guard (0..<breadth).contains(across) else { return }
    let columns = columns.clamped(to: step > 0 ? -first..<length - first : first - length + 1..<first + 1)
    guard !columns.isEmpty else { return }
    let along = step * columns.lowerBound + first
    let (u, v) = steps.ux != 0 ? (along, across) : (across, along)
    let input = UnsafePointer(source.base + v * source.stride + u)
    let stride = steps.ux + steps.vx * source.stride
    let output = target.base + y * target.stride + columns.lowerBound
    if quad.isOpaque && !quad.isModulated && quad.shade == nil {
      if stride == 1 {
        memcpy(output, input, columns.count * 4)
      } else {
        for index in 0..<columns.count { output[index] = input[index &* stride] }
      }
      return
    }
    paint(ink, input, stride, output, columns.count)
  }

  /// Paints texels that lie that far from each other.
  func paint(
    _ ink: Ink, _ texels: UnsafePointer<UInt32>, _ stride: Int, _ output: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    var start = 0
    while start < count {
      let part = min(count - start, RowSampler.limit)
      if stride == 1 {
        memcpy(run, texels + start, part * 4)
      } else {
        for index in 0..<part { run[index] = texels[(start + index) &* stride] }
      }
      ink.paint(output + start, run, part)
      start += part
    }
  }
}
