/// The texels around four places in a bitmap: for each, two that lie side by side in memory, and two below them.
struct FourTexels {
  // Only eight bytes to be moved; but as a Double each half is loaded by one instruction, as a UInt64 by four.
  private let upper: (SIMD2<Double>, SIMD2<Double>)
  private let lower: (SIMD2<Double>, SIMD2<Double>)

  /// Reads them: the left ones are `offsets` texels beyond `above` and `below`.
  @inline(__always) init(
    _ above: UnsafePointer<UInt32>, _ below: UnsafePointer<UInt32>, _ offsets: (Int, Int, Int, Int)
  ) {
    @inline(__always) func two(_ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>) -> SIMD2<Double> {
      SIMD2(
        UnsafeRawPointer(a).loadUnaligned(as: Double.self), UnsafeRawPointer(b).loadUnaligned(as: Double.self))
    }
    upper = (two(above + offsets.0, above + offsets.1), two(above + offsets.2, above + offsets.3))
    lower = (two(below + offsets.0, below + offsets.1), two(below + offsets.2, below + offsets.3))
  }

  /// Four times the same.
  @inline(__always) init(_ upper: UInt64, _ lower: UInt64) {
    let (upper, lower) = (
      SIMD2(repeating: Double(bitPattern: upper)), SIMD2(repeating: Double(bitPattern: lower))
    )
    (self.upper, self.lower) = ((upper, upper), (lower, lower))
  }

  /// Mixed by how far each place is to the right and down, of 128: the lower seven bits count.
  @inline(__always) func mixed(_ right: SIMD4<UInt32>, _ down: SIMD4<UInt32>) -> FourPixels {
    let (x, y) = (Self.weights(right), Self.weights(down))
    let top = FourPixels.mix(Self.left(upper), Self.right(upper), x)
    let bottom = FourPixels.mix(Self.left(lower), Self.right(lower), x)
    return FourPixels(FourPixels.mix(top, bottom, y))
  }

  /// The lower seven bits in each lane.
  @inline(__always) private static func weights(_ places: SIMD4<UInt32>) -> SIMD16<Int16> {
    let low = places & 127
    let weights = unsafeBitCast(low | low &<< 16, to: SIMD8<Int16>.self)
    return SIMD16(lowHalf: weights, highHalf: weights)
  }

  @inline(__always) private static func left(_ texels: (SIMD2<Double>, SIMD2<Double>)) -> SIMD16<Int16> {
    let (a, b) = (unsafeBitCast(texels.0, to: SIMD4<UInt32>.self), unsafeBitCast(texels.1, to: SIMD4<UInt32>.self))
    return FourPixels(SIMD4(lowHalf: a.evenHalf, highHalf: b.evenHalf)).lanes
  }

  @inline(__always) private static func right(_ texels: (SIMD2<Double>, SIMD2<Double>)) -> SIMD16<Int16> {
    let (a, b) = (unsafeBitCast(texels.0, to: SIMD4<UInt32>.self), unsafeBitCast(texels.1, to: SIMD4<UInt32>.self))
    return FourPixels(SIMD4(lowHalf: a.oddHalf, highHalf: b.oddHalf)).lanes
  }
}
