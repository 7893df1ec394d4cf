import Geometry

/// The way from a colour to another, four pixels at a time.
struct DitheredGradient {
  private let start: SIMD4<Float>
  private let way: SIMD4<Float>

  init(_ first: Color, _ last: Color) {
    func channels(_ color: Color) -> SIMD4<Float> {
      func channel(_ value: Double) -> Float { value > 0 ? Float(min(value, 1) * 255) : 0 }
      return SIMD4(channel(color.red), channel(color.green), channel(color.blue), 255)
    }
    start = channels(first)
    way = channels(last) - start
  }

  /// True when in all of a rectangle no number comes to where it would have to be kept back: half of them needn't be
  /// looked at then.
  ///
  /// - Parameter position: nowhere is larger than in a corner; and nowhere smaller, or below zero. Rounded, that is so still.
  @inline(__always) func isInside(
    _ rect: PixelRect, _ position: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) -> Bool {
    let end = start + way
    guard (0..<3).allSatisfy({ (1...254).contains(start[$0]) && (1...254).contains(end[$0]) }) else { return false }
    let columns = SIMD4(lowHalf: SIMD2(repeating: Float(rect.minX)), highHalf: SIMD2(repeating: Float(rect.maxX - 1)))
    return [rect.minY, rect.maxY - 1].allSatisfy { y in
      let corners = position(columns + 0.5, SIMD4(repeating: Float(y) + 0.5))
      return (0..<4).allSatisfy { (0...1).contains(corners[$0]) }
    }
  }

  /// Fills pixels of a row.
  ///
  /// - Parameters:
  ///   - row: the place of the first of the columns.
  ///   - position: says of four places how far along the gradient they are.
  ///   - place: says of four columns' centres where they are in the gradient's plane.
  @inline(__always) func fill(
    _ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, _ isInside: Bool,
    _ position: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>,
    _ place: (SIMD4<Float>) -> (SIMD4<Float>, SIMD4<Float>)
  ) {
    if isInside {
      fill(row, columns, position, place) {
        $0
      } rounded: {
        unsafeBitCast($0 + Self.magic, to: SIMD4<UInt32>.self)
      }
    } else {
      // The comparison in this order makes 0 of what isn't a number.
      fill(row, columns, position, place) {
        $0.replacing(with: 0, where: .!($0 .> 0)).replacing(with: 1, where: $0 .> 1)
      } rounded: {
        let inside = $0.replacing(with: 0, where: $0 .< 0).replacing(with: 255, where: $0 .> 255)
        return unsafeBitCast(inside + Self.magic, to: SIMD4<UInt32>.self)
      }
    }
  }

  @inline(__always) private func fill(
    _ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>,
    _ position: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>,
    _ place: (SIMD4<Float>) -> (SIMD4<Float>, SIMD4<Float>), _ kept: (SIMD4<Float>) -> SIMD4<Float>,
    rounded: (SIMD4<Float>) -> SIMD4<UInt32>
  ) {
    var centers = SIMD4<Float>(0.5, 1.5, 2.5, 3.5) + Float(columns.lowerBound)
    var index = 0
    while index < columns.count {
      let (x, y) = place(centers)
      let four = pixels(at: kept(position(x, y)), x, y, rounded)
      if index &+ 4 <= columns.count {
        UnsafeMutableRawPointer(row + index).storeBytes(of: four, as: SIMD4<UInt32>.self)
      } else {
        for lane in 0..<columns.count - index { row[index + lane] = four[lane] }
      }
      index &+= 4
      // Whole numbers and a half: nothing is lost.
      centers += 4
    }
  }

  /// The pixels at `t` of the way, 0…1. Each channel gets up to half a step more or less, in a pattern that the
  /// eye doesn't see, before it is rounded: without it a dark gradient falls into bands.
  ///
  /// - Parameter rounded: to a whole number, in the lowest byte.
  @inline(__always) private func pixels(
    at t: SIMD4<Float>, _ x: SIMD4<Float>, _ y: SIMD4<Float>, _ rounded: (SIMD4<Float>) -> SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    // Interleaved gradient noise (Jimenez, "Next generation post processing in Call of Duty", SIGGRAPH 2014).
    let inner = (x * 0.06711056 + y * 0.00583715)
    let noise = Self.fraction(Self.fraction(inner) * 52.9829189) - 0.5
    // Above the byte are the magic number's bits: shifted out, or hidden by alpha's.
    let red = rounded(t * way.x + (start.x + noise)) &<< 16
    let green = rounded(t * way.y + (start.y + noise)) &<< 8
    let blue = rounded(t * way.z + (start.z + noise)) | 0xFF00_0000
    return red | green | blue
  }

  /// Of positive numbers below a few thousand, as an image's coordinates make them.
  @inline(__always) private static func fraction(_ value: SIMD4<Float>) -> SIMD4<Float> {
    let down = (value - 0.5 + magic) - magic
    return value - down
  }

  /// Added to a number, it leaves no bits for a fraction: 2²³.
  private static let magic: Float = 8_388_608
}
