import Glibc

/// Random numbers that a seed determines.
public struct SeededRandom: RandomNumberGenerator {
  public let seed: UInt64
  private var state: UInt64

  /// Takes the seed from the environment's `CUBE_KIOSK_SEED`, or a random one if it isn't set, and prints it.
  public init(of test: String = #function) {
    let environmentSeed = getenv("CUBE_KIOSK_SEED").flatMap { UInt64(String(cString: $0)) }
    seed = environmentSeed ?? .random(in: 1 ... .max)
    state = seed
    // Printed now, because the test may trap.
    print("\(test): CUBE_KIOSK_SEED=\(seed) repeats this run")
  }

  /// Yields the same numbers in every run.
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
