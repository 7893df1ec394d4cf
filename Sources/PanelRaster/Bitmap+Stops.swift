import PanelGeometry

extension Bitmap {
  /// Fills with a gradient along a line, in sRGB between the stops. It isn't dithered. Doesn't call `didChange`.
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
    let area = PixelRect(x: x, y: y, width: width, height: height)
    fill(GradientRamp(from: start, to: end, stops: stops, area: area), x, y)
  }

  /// Fills with a gradient. Doesn't call `didChange`.
  ///
  /// - Parameters:
  ///   - ramp: its area contains the bitmap.
  ///   - x: the column of the picture at which the bitmap begins.
  ///   - y: the row of the picture at which the bitmap begins.
  public func fill(_ ramp: GradientRamp, _ x: Int, _ y: Int) {
    ramp.colors.withUnsafeBufferPointer { colors in
      guard !colors.isEmpty else { return }
      for row in 0..<height {
        let output = pixels + row * stride
        var position = ramp.position(x, y + row)
        if ramp.dx == 0 {
          let index = min(max((position >> 32) - ramp.first, 0), colors.count - 1)
          output.update(repeating: colors[index], count: width)
        } else if ramp.dy == 0, row > 0 {
          output.update(from: pixels, count: width)
        } else {
          let first = ramp.first
          let end = position &+ ramp.dx &* (width - 1)
          if colors.indices.contains((position >> 32) - first), colors.indices.contains((end >> 32) - first) {
            for column in 0..<width {
              output[column] = colors[(position >> 32) &- first]
              position &+= ramp.dx
            }
          } else {
            for column in 0..<width {
              output[column] = colors[min(max((position >> 32) - first, 0), colors.count - 1)]
              position &+= ramp.dx
            }
          }
        }
      }
    }
  }
}

/// The colors of a linear gradient in a part of a picture, a 16th of a pixel apart along the gradient's line. Looking them
/// up is several times faster than computing them for each pixel.
///
/// Pixman's gradients differ between architectures: its arm64 build fuses products and sums.
public struct GradientRamp {
  fileprivate private(set) var colors: [UInt32] = []
  /// The location of the first color, in steps.
  fileprivate private(set) var first = 0
  /// The location of the picture's first pixel and its change per pixel, in steps times 2³². Integers, so that the
  /// colors of a part are those of the whole.
  private var origin = 0
  fileprivate private(set) var dx = 0
  fileprivate private(set) var dy = 0

  private static let fraction = 4294967296.0
  /// In pixels. A shorter gradient is an edge.
  private static let minimumLength = 1.0 / 256

  /// - Parameters:
  ///   - start: the point of location 0, in pixels of the picture.
  ///   - end: the point of location 1. If both are equal, everything has the last color.
  ///   - stops: see `Bitmap.fillLinearGradient`.
  ///   - area: the part of the picture in which the gradient is needed.
  public init(from start: Point, to end: Point, stops: [(location: Double, color: Color)], area: PixelRect) {
    let segments = GradientSegment.all(of: stops)
    let line = end - start
    guard !segments.isEmpty, line.length.isFinite, start.x.isFinite, start.y.isFinite, !area.isEmpty else { return }
    guard line.length > 0 else {
      colors = [segments[segments.count - 1].pixel(at: 2)]
      return
    }
    let length = max(line.length, Self.minimumLength)
    // A power of two, so that the colors at common fractions are exact.
    var steps = 1.0
    while steps < 16 * length, steps < 262_144 { steps *= 2 }
    let slope = line * (steps / (line.length * length))
    func fixed(_ value: Double) -> Int { Int(clamping: min(max(value * Self.fraction, -1e18), 1e18)) }
    (dx, dy) = (fixed(slope.x), fixed(slope.y))
    // A half more, so that cutting off the fraction rounds.
    origin = fixed((0.5 - start.x) * slope.x + (0.5 - start.y) * slope.y + 0.5)
    let corners = [
      position(area.minX, area.minY), position(area.maxX, area.minY), position(area.minX, area.maxY),
      position(area.maxX, area.maxY),
    ]
    // One step beyond either end has that end's color.
    func step(_ position: Int) -> Int { min(max(position >> 32, -1), Int(clamping: steps) + 1) }
    first = corners.map(step).min() ?? 0
    let last = corners.map(step).max() ?? 0
    var current = 0
    colors = (first...last).map { step in
      let location = Double(step) / steps
      while current + 1 < segments.count, location >= segments[current + 1].start { current += 1 }
      return segments[current].pixel(at: location)
    }
  }

  fileprivate func position(_ x: Int, _ y: Int) -> Int { origin &+ x &* dx &+ y &* dy }
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
