import Glibc
import PanelGeometry

extension Bitmap {
  /// Fills the bitmap with one color, whose alpha is the blurred alpha of another bitmap. Doesn't call `didChange`.
  ///
  /// - Parameters:
  ///   - color: the color of the blur where the other bitmap is opaque far around.
  ///   - source: the bitmap to blur. Outside of it, the alpha is 0.
  ///   - x: the column at which the source begins.
  ///   - y: the row at which the source begins.
  ///   - deviation: the standard deviations of the Gaussian along both axes, in pixels.
  public func fill(_ color: Color, blurring source: Bitmap, x: Int, y: Int, deviation: Size) {
    let across = GaussianKernel(deviation: deviation.width)
    let down = GaussianKernel(deviation: deviation.height)
    let shades = (0...255).map { color.withAlphaComponent(color.alpha * Double($0) / 255).premultipliedPixel }
    // The rows of the source that a row of the blur depends on, blurred along the rows.
    let rowCount = down.weights.count
    let rows = UnsafeMutablePointer<Float>.allocate(capacity: rowCount * width)
    let padded = UnsafeMutablePointer<Float>.allocate(capacity: width + 2 * across.radius)
    let sums = UnsafeMutablePointer<Float>.allocate(capacity: width)
    defer {
      rows.deallocate()
      padded.deallocate()
      sums.deallocate()
    }
    /// The columns of `padded` that the source covers.
    let covered = max(x + across.radius, 0)..<max(min(x + across.radius + source.width, width + 2 * across.radius), 0)
    padded.update(repeating: 0, count: width + 2 * across.radius)
    func prepare(_ row: Int) {
      let output = rows + (row + rowCount) % rowCount * width
      output.update(repeating: 0, count: width)
      guard (0..<source.height).contains(row - y), covered.lowerBound < covered.upperBound else { return }
      let input = source.pixels + (row - y) * source.stride - (x + across.radius)
      for column in covered { padded[column] = source.isOpaque ? 255 : Float(input[column] >> 24) }
      for (offset, weight) in across.weights.enumerated() { output.add(padded + offset, times: weight, count: width) }
    }
    for row in -down.radius..<down.radius { prepare(row) }
    for row in 0..<height {
      prepare(row + down.radius)
      sums.update(repeating: 0, count: width)
      for (offset, weight) in down.weights.enumerated() {
        sums.add(rows + (row + offset - down.radius + rowCount) % rowCount * width, times: weight, count: width)
      }
      let output = pixels + row * stride
      // Adding 2²³ rounds.
      for column in 0..<width { output[column] = shades[Int((sums[column] + 8_388_608).bitPattern & 0xFF)] }
    }
  }
}

extension UnsafeMutablePointer<Float> {
  fileprivate func add(_ numbers: UnsafePointer<Float>, times factor: Float, count: Int) {
    for index in 0..<count { self[index] += numbers[index] * factor }
  }
}

/// The part of a Gaussian on each pixel around a center. Three deviations away, less than a third of a code value is left.
struct GaussianKernel {
  /// Their sum is 1.
  let weights: [Float]

  init(deviation: Double) {
    let radius = Int(clamping: (3 * max(deviation, 0)).rounded(.up))
    /// The integral of the Gaussian up to a position.
    func integral(_ position: Double) -> Double { erf(position / (max(deviation, 1e-6) * 2.0.squareRoot())) / 2 }
    let parts = (-radius...radius).map { integral(Double($0) + 0.5) - integral(Double($0) - 0.5) }
    let sum = parts.reduce(0, +)
    weights = parts.map { Float($0 / sum) }
  }

  var radius: Int { weights.count / 2 }
}
