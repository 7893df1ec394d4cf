import PanelGeometry

extension Bitmap {
  /// Fills with a gradient along a line, in sRGB between the stops. It isn't dithered. Doesn't call `didChange`.
  ///
  /// Pixman's gradients differ between architectures: its arm64 build fuses products and sums.
  ///
  /// - Parameters:
  ///   - start: the point of location 0, in pixels of the picture.
  ///   - end: the point of location 1. If both are equal, everything has the last color.
  ///   - stops: the colors at locations 0…1. A location that is smaller than the one before it counts as equal, and two
  ///     equal ones are an edge. Without stops, nothing is drawn.
  ///   - x: the column of the picture at which the bitmap begins.
  ///   - y: the row of the picture at which the bitmap begins.
  public func fillLinearGradient(
    from start: Point, to end: Point, stops: [(location: Double, color: Color)], x: Int = 0, y: Int = 0
  ) {
    let segments = GradientSegment.all(of: stops)
    guard !segments.isEmpty else { return }
    let line = end - start
    let square = line.x * line.x + line.y * line.y
    let k = square > 0 ? 1 / square : 0
    let (dx, dy) = (line.x * k, line.y * k)
    // The location of the picture's origin; 2 is beyond the end.
    let origin = square > 0 ? -(start.x * dx + start.y * dy) : 2
    var current = 0
    func pixel(at location: Double) -> UInt32 {
      while current + 1 < segments.count, location >= segments[current + 1].start { current += 1 }
      while current > 0, !(location >= segments[current].start) { current -= 1 }
      return segments[current].pixel(at: location)
    }
    for row in 0..<height {
      let output = pixels + row * stride
      let location = (Double(y + row) + 0.5) * dy + origin
      if dx == 0 {
        output.update(repeating: pixel(at: location), count: width)
      } else if dy == 0, row > 0 {
        output.update(from: pixels, count: width)
      } else {
        for column in 0..<width { output[column] = pixel(at: (Double(x + column) + 0.5) * dx + location) }
      }
    }
  }
}

/// A part of a gradient's line on which the color changes evenly. It ends where the next one starts.
private struct GradientSegment {
  let start: Double
  /// Blue, green and red, 0…1 and not premultiplied, and alpha, 0…255; and their change from location 0 to 1.
  private let color, change: SIMD4<Float>

  /// Returns the segments of the line and of what lies beyond its ends; none if there are no stops.
  static func all(of stops: [(location: Double, color: Color)]) -> [GradientSegment] {
    guard let first = stops.first else { return [] }
    var segments = [GradientSegment(start: -.infinity, color: channels(first.color), change: .zero)]
    var start = 0.0
    for (stop, next) in zip(stops, stops.dropFirst() + stops.suffix(1)) {
      start = max(start, Color.clamped(stop.location))
      let length = Float(max(start, Color.clamped(next.location)) - start)
      let (color, other) = (channels(stop.color), channels(next.color))
      // A segment shorter than a pixel is an edge.
      segments.append(
        GradientSegment(start: start, color: color, change: length > 1e-6 ? (other - color) / length : .zero))
    }
    return segments
  }

  private static func channels(_ color: Color) -> SIMD4<Float> {
    func float(_ value: Double) -> Float { Float(Color.clamped(value)) }
    return SIMD4(float(color.blue), float(color.green), float(color.red), Float(Color.clamped(color.alpha) * 255))
  }

  @inline(__always) func pixel(at location: Double) -> UInt32 {
    let distance = Float(location - start)
    // The first segment starts at -∞: its distance is infinite, and its color constant.
    let color = color + change * (distance < 2 ? distance : 0)
    var bytes = color * color.w
    bytes.w = color.w
    // Adding 2²³ rounds.
    let rounded = unsafeBitCast(bytes + 8_388_608, to: SIMD4<UInt32>.self) & 0xFF
    return rounded.w << 24 | rounded.z << 16 | rounded.y << 8 | rounded.x
  }
}
