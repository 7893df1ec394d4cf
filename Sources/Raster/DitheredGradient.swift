/// The way from a colour to another, along rows of pixels.
///
/// Rows are cut into pieces of up to 64 pixels, each of which begins at a multiple of its length. Where a colour changes evenly enough
/// over one it is worked out at its ends alone, and else pixel by pixel; so a pixel is the same wherever one begins.
struct DitheredGradient: Equatable {
  /// Blue, green and red, in 256ths of a level.
  private let start, way: SIMD4<Float>
  /// The greatest bend of a piece, in parts of the way: its middle is then a 16th of a level off.
  private let mostBend: Float

  init(_ first: Color, _ last: Color) {
    func channels(_ color: Color) -> SIMD4<Float> {
      func channel(_ value: Double) -> Float { value > 0 ? Float(min(value, 1) * 255 * 256) : 0 }
      return SIMD4(channel(color.blue), channel(color.green), channel(color.red), 0)
    }
    let (first, last) = (channels(first), channels(last))
    (start, way) = (first, last - first)
    mostBend = 32 / max(abs(way.x), abs(way.y), abs(way.z), 1)
  }

  /// The most that a channel changes by, in 256ths of a level.
  var range: Float { max(abs(way.x), abs(way.y), abs(way.z)) }

  /// - Parameters:
  ///   - place: of the first texel's center, in parts of the way.
  ///   - across, down: what it changes by from texel to texel.
  func plane(at place: Float, across: Float, down: Float) -> ColorPlane {
    func color(_ t: Float) -> SIMD4<Float> { way * (t / 256) }
    return ColorPlane(origin: start / 256 + color(place), across: color(across), down: color(down))
  }

  /// Fills pixels of a row.
  ///
  /// - Parameters:
  ///   - row: the place of the first of the columns.
  ///   - y: the row's number.
  ///   - position: says of four columns' centres how far along the gradient they are: 0…1, and what is beyond is as its end.
  ///     Between two places it is nowhere larger than at both.
  @inline(__always) func fill(
    _ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, y: Int, _ position: (SIMD4<Float>) -> SIMD4<Float>
  ) {
    withUnsafeTemporaryAllocation(of: SIMD4<UInt32>.self, capacity: Self.longest / 4) { room in
      // swift-format-ignore: NeverForceUnwrap
      let ownRoom = UnsafeMutableRawPointer(room.baseAddress!)
      // Pieces begin at multiples of four, and so does the dither.
      let dither = ColorRun.Dither(column: 0, row: y)
      var column = columns.lowerBound
      var length = Self.longest
      while column < columns.upperBound {
        var piece = column & -length
        var ends = ends(piece, length, position)
        while ends == nil, length > Self.shortest {
          length /= 2
          piece = column & -length
          ends = self.ends(piece, length, position)
        }
        let next = min(piece + length, columns.upperBound)
        let isWhole = piece >= columns.lowerBound && piece + length <= columns.upperBound
        let target = row + (column - columns.lowerBound)
        let fours = isWhole ? UnsafeMutableRawPointer(target) : ownRoom
        let wanted = (column - piece) / 4..<(next - piece + 3) / 4
        if let ends {
          var run = ColorRun(from: ends.first, step: ends.step, dither: dither)
          run.skip(wanted.lowerBound)
          for four in wanted { fours.storeBytes(of: run.next(), toByteOffset: four &* 16, as: SIMD4<UInt32>.self) }
        } else {
          for four in wanted {
            let t = position(SIMD4(0.5, 1.5, 2.5, 3.5) + Float(piece + four * 4))
            fours.storeBytes(of: pixels(at: t, dither), toByteOffset: four &* 16, as: SIMD4<UInt32>.self)
          }
        }
        if !isWhole {
          UnsafeMutableRawPointer(target).copyMemory(
            from: fours + (column - piece) * 4, byteCount: (next - column) * 4)
        }
        column = next
        // What doesn't begin here was tried before, and bends.
        length = 1 &<< min(column.trailingZeroBitCount, Self.longest.trailingZeroBitCount)
      }
    }
  }

  /// The colour of a piece's first pixel, and what it changes by from pixel to pixel; `nil` where that isn't the same all along.
  @inline(__always) private func ends(
    _ column: Int, _ length: Int, _ position: (SIMD4<Float>) -> SIMD4<Float>
  ) -> (first: SIMD4<Float>, step: SIMD4<Float>)? {
    let length = Float(length)
    let t = position(SIMD4(0, 0.5, 1, 1) * length + (Float(column) + 0.5))
    let bend = t.x + t.z - 2 * t.y
    // No number is less or more than another if one of them isn't any.
    guard abs(bend) <= mostBend, t.x >= 0, t.y >= 0, t.z >= 0, t.x <= 1, t.z <= 1 else { return nil }
    return (start + way * t.x, way * ((t.z - t.x) / length))
  }

  /// Four pixels, each worked out by itself.
  @inline(__always) private func pixels(at t: SIMD4<Float>, _ dither: ColorRun.Dither) -> SIMD4<UInt32> {
    // The comparison in this order makes 0 of what isn't a number.
    let t = t.replacing(with: 0, where: .!(t .> 0)).replacing(with: 1, where: t .> 1)
    return dither.pixels(blue: t * way.x + start.x, green: t * way.y + start.y, red: t * way.z + start.z)
  }

  /// Over so many pixels a run errs by 8 of 256ths: with the least and the most of the dither no channel passes the ends of its byte.
  private static let longest = 64
  private static let shortest = 16
}
