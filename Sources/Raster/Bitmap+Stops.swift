import Geometry

extension Bitmap {
  /// Fills with colours along a line: those of the stops at their places, 0…1 of the way, in sRGB between them, and the
  /// first and last one beyond.
  ///
  /// `start` and `end` are in pixels. A stop that lies before the one ahead of it counts as there, and two in one place
  /// are an edge. Where both points are the same all of it is the last colour. Nothing is dithered. Doesn't call
  /// `didChange`.
  ///
  /// Pixman would do it too, but how that rounds is up to the compiler that built it: for arm64 it joins products and sums.
  ///
  /// - Parameters:
  ///   - x: the column that the bitmap's first one is, of a picture of which the bitmap is a part.
  ///   - y: the row that its first one is.
  public func fillLinearGradient(
    from start: Point, to end: Point, stops: [(location: Double, color: Color)], x: Int = 0, y: Int = 0
  ) {
    let pieces = GradientPiece.all(of: stops)
    guard !pieces.isEmpty else { return }
    let way = end - start
    let square = way.x * way.x + way.y * way.y
    let k = square > 0 ? 1 / square : 0
    let (dx, dy) = (way.x * k, way.y * k)
    let origin = square > 0 ? -(start.x * dx + start.y * dy) : 2
    pieces.withUnsafeBufferPointer { pieces in
      var piece = 0
      for row in 0..<height {
        let line = pixels + row * stride
        let there = (Double(y + row) + 0.5) * dy + origin
        if dx == 0 {
          line.update(repeating: pieces.pixel(at: there, near: &piece), count: width)
        } else if dy == 0, row > 0 {
          line.update(from: pixels, count: width)
        } else {
          for column in 0..<width {
            line[column] = pieces.pixel(at: (Double(x + column) + 0.5) * dx + there, near: &piece)
          }
        }
      }
    }
  }
}

/// A part of a gradient's line, on which the colour changes evenly.
private struct GradientPiece {
  /// 0…1 of the line. The piece goes to where the next one starts.
  let start: Double
  /// Blue, green and red, 0…1 and not premultiplied, and alpha, 0…255.
  private let color: SIMD4<Float>
  /// For the whole line.
  private let change: SIMD4<Float>

  /// The pieces of the whole line, and of what lies beyond its ends, in their order; none without a stop.
  static func all(of stops: [(location: Double, color: Color)]) -> [GradientPiece] {
    guard let first = stops.first else { return [] }
    var pieces = [GradientPiece(start: -.infinity, color: channels(first.color), change: .zero)]
    var place = 0.0
    for (stop, next) in zip(stops, stops.dropFirst() + stops.suffix(1)) {
      place = max(place, clamped(stop.location))
      let length = Float(max(place, clamped(next.location)) - place)
      let (color, other) = (channels(stop.color), channels(next.color))
      // What is shorter than any pixel is an edge.
      pieces.append(
        GradientPiece(start: place, color: color, change: length > 1e-6 ? (other - color) / length : .zero))
    }
    return pieces
  }

  @inline(__always) func pixel(at place: Double) -> UInt32 {
    let way = Float(place - start)
    // The comparison makes 0 of the way to a piece that has no start.
    let color = color + change * (way < 2 ? way : 0)
    var bytes = color * color.w
    bytes.w = color.w
    let rounded = unsafeBitCast(bytes + Self.magic, to: SIMD4<UInt32>.self) & 0xFF
    return rounded.w << 24 | rounded.z << 16 | rounded.y << 8 | rounded.x
  }

  private static func channels(_ color: Color) -> SIMD4<Float> {
    SIMD4(
      Float(clamped(color.blue)), Float(clamped(color.green)), Float(clamped(color.red)),
      Float(clamped(color.alpha) * 255))
  }

  /// No number counts as 0.
  private static func clamped(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }

  /// Added to a number, it leaves no bits for a fraction: 2²³.
  private static let magic: Float = 8_388_608
}

extension UnsafeBufferPointer<GradientPiece> {
  /// The colour of a place, 0…1 of the line.
  ///
  /// - Parameter piece: where the last one was, and then where this one is.
  @inline(__always) fileprivate func pixel(at place: Double, near piece: inout Int) -> UInt32 {
    while piece + 1 < count, place >= self[piece + 1].start { piece += 1 }
    while piece > 0, !(place >= self[piece].start) { piece -= 1 }
    return self[piece].pixel(at: place)
  }
}
