import CPixels
import PanelGeometry

/// A dithered gradient along a line, in a bitmap's pixels, in sRGB between its stops.
public struct LinearGradient: Equatable, Sendable {
  /// A part of the line on which the premultiplied color changes evenly. It ends where the next one starts.
  private struct Segment: Equatable {
    /// In lengths of the line.
    let start: Double
    /// The length over which the color changes; infinite for a single color.
    let length: Double
    let colors: DitheredColors
  }

  private let segments: [Segment]
  /// The location of the bitmap's origin on the line, 0…1, and its change per pixel.
  private let origin, dx, dy: Double

  /// - Parameters:
  ///   - start: the point of location 0, in pixels.
  ///   - end: the point of location 1. If both are equal, or aren't finite, everything has the last color.
  ///   - stops: the colors at locations 0…1. A location that is smaller than the one before it counts as equal, and two
  ///     equal ones are an edge. Without stops, nothing is drawn.
  public init(from start: Point, to end: Point, stops: [(location: Double, color: Color)]) {
    let line = end - start
    let square = line.x * line.x + line.y * line.y
    let isLine = square > 0 && square.isFinite
    (dx, dy) = isLine ? (line.x / square, line.y / square) : (0, 0)
    origin = isLine ? -(start.x * dx + start.y * dy) : 2
    segments = Self.segments(stops)
  }

  /// Returns the segments of the line and of what lies beyond its ends; none if there are no stops.
  private static func segments(_ stops: [(location: Double, color: Color)]) -> [Segment] {
    var segments = stops.prefix(1).map { stop in
      Segment(start: 0, length: .infinity, colors: DitheredColors(stop.color, stop.color))
    }
    var start = 0.0
    for (stop, next) in zip(stops, stops.dropFirst() + stops.suffix(1)) {
      start = max(start, Color.clamped(stop.location))
      let length = max(start, Color.clamped(next.location)) - start
      guard length > 1e-6 else {
        segments.append(Segment(start: start, length: .infinity, colors: DitheredColors(stop.color, stop.color)))
        continue
      }
      let count = evenPartCount(from: stop.color, to: next.color)
      for index in stride(from: 0, to: count, by: 1) {
        let first = stop.color.mixed(with: next.color, index / count)
        let last = stop.color.mixed(with: next.color, (index + 1) / count)
        segments.append(
          Segment(
            start: start + length * index / count, length: length / count, colors: DitheredColors(first, last)))
      }
    }
    return segments
  }

  /// Returns the number of parts between two stops in which the premultiplied color changes evenly enough. If both color
  /// and alpha change, it is a parabola, and the middle of each of n parts is off by change · change / 4n².
  private static func evenPartCount(from first: Color, to last: Color) -> Double {
    func change(_ channel: KeyPath<Color, Double>) -> Double {
      abs(Color.clamped(last[keyPath: channel]) - Color.clamped(first[keyPath: channel]))
    }
    let bend = max(change(\.red), change(\.green), change(\.blue)) * change(\.alpha) * 255
    // A quarter of a code value.
    return max(bend.squareRoot().rounded(.up), 1)
  }

  /// Fills columns of a row; `row` points to the first of them.
  func fill(_ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, y: Int) {
    let location = origin + (Double(y) + 0.5) * dy
    /// Returns the first column of a segment, or the one behind its last if locations decrease along the row.
    func boundary(_ start: Double) -> Int {
      guard dx != 0 else { return start <= location ? columns.lowerBound : columns.upperBound }
      let column = (start - location) / dx - 0.5
      return Int(clamping: dx > 0 ? column.rounded(.up) : column.rounded(.down) + 1)
    }
    var near = boundary(-.infinity)
    for (index, segment) in segments.enumerated() {
      let far = boundary(index + 1 < segments.count ? segments[index + 1].start : .infinity)
      let part = (min(near, far)..<max(near, far)).clamped(to: columns)
      near = far
      guard !part.isEmpty else { continue }
      let position = cpixels_position(
        x: Float((location - segment.start) / segment.length), step_x: Float(dx / segment.length), y: 0, step_y: 0,
        scale: 1, offset: 0, is_radial: 0)
      segment.colors.fill(row + (part.lowerBound - columns.lowerBound), part, y: y, position)
    }
  }

  /// In code values per texel. Beyond the centers of its outermost texels, a bitmap keeps their colors, but a plane's
  /// colors continue to change.
  private static let maxSteepness = 0.5

  /// Returns the colors in a rectangle as a plane; `nil` if they are translucent, a segment begins or ends there, they
  /// are steep, or a channel comes so near to 0 or 255 that dithering it, and extending it a little, would overflow.
  func plane(in rect: PixelRect) -> ColorPlane? {
    let corners = [rect.minY, rect.maxY].flatMap { y in [rect.minX, rect.maxX].map { (Double($0), Double(y)) } }
    let locations = corners.map { origin + $0.0 * dx + $0.1 * dy }
    guard let segment = segments.last(where: { segment in locations.allSatisfy { $0 >= segment.start - 1e-3 } }),
      segment.colors.isOpaque,
      locations.allSatisfy({ $0 <= segment.start + segment.length + 1e-3 }),
      (dx * dx + dy * dy).squareRoot() * Double(segment.colors.range) / 256 <= Self.maxSteepness * segment.length
    else { return nil }
    let (first, delta) = (segment.colors.first / 256, segment.colors.delta / 256)
    func change(_ locations: Double) -> SIMD4<Float> { delta * Float(locations / segment.length) }
    let plane = ColorPlane(
      origin: first + change((dx + dy) / 2 + origin - segment.start), across: change(dx), down: change(dy))
    let isInside = corners.allSatisfy { x, y in
      let color = plane.numerator(Float(x), Float(y), 1)
      return (0..<3).allSatisfy { (1...254).contains(color[$0]) }
    }
    return isInside ? plane : nil
  }
}

/// The colors of a linear gradient without its dither: each channel is a plane over the texels.
struct ColorPlane: Equatable {
  /// Blue, green, red and alpha of the first texel in code values, and their change per texel.
  let origin, across, down: SIMD4<Float>

  /// Returns q times the color at (u / q, v / q). It is linear in its arguments, so steps can be passed, too.
  @inline(__always) func numerator(_ u: Float, _ v: Float, _ q: Float) -> SIMD4<Float> {
    across * u + (down * v + origin * q)
  }
}

/// The two colors of a dithered gradient.
struct DitheredColors: Equatable {
  /// Blue, green, red and alpha of the first color, premultiplied, and the difference to the last one, in 256ths of a
  /// code value.
  let first, delta: SIMD4<Float>

  init(_ first: Color, _ last: Color) {
    func channels(_ color: Color) -> SIMD4<Float> {
      let alpha = Color.clamped(color.alpha) * 255 * 256
      func channel(_ value: Double) -> Float { Float(Color.clamped(value) * alpha) }
      return SIMD4(channel(color.blue), channel(color.green), channel(color.red), Float(alpha))
    }
    self.first = channels(first)
    delta = channels(last) - self.first
  }

  var isOpaque: Bool { first.w == 255 * 256 && delta.w == 0 }

  /// The largest change of a channel, in 256ths of a code value.
  var range: Float { max(abs(delta.x), abs(delta.y), abs(delta.z), abs(delta.w)) }

  /// Fills columns of a row; `row` points to the first of them.
  func fill(_ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, y: Int, _ position: cpixels_position) {
    // The kernel draws short pieces as if the color changed evenly. At this limit, a piece's middle is off by a 16th of
    // a code value.
    var (gradient, position) = (
      cpixels_gradient_colors(first: first, delta: delta, max_bend: 32 / max(range, 1)), position
    )
    cpixels_gradient(
      row, columns.lowerBound, columns.upperBound, UInt32(truncatingIfNeeded: y), &gradient, &position)
  }
}
