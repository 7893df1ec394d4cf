import Glibc

/// Random numbers that differ in each run. The seed is printed and can be set.
public struct SeededRandom: RandomNumberGenerator {
  /// `CUBE_KIOSK_SEED` of the environment, if set.
  public let seed: UInt64
  private var state: UInt64

  public init(of test: String = #function) {
    let given = getenv("CUBE_KIOSK_SEED").flatMap { UInt64(String(cString: $0)) }
    seed = given ?? .random(in: 1 ... .max)
    state = seed
    // Printed at once, before a test may trap.
    print("\(test): CUBE_KIOSK_SEED=\(seed) gives the same again")
  }

  /// The same numbers in every run.
  ///
  /// - Parameter seed: not 0.
  public init(seed: UInt64) { (self.seed, state) = (seed, seed) }

  /// Marsaglia's xorshift64*.
  public mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 2_685_821_657_736_338_717
  }
}
