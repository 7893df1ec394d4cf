import Glibc

/// Random numbers that differ in each run. The seed is printed and can be set.
public struct SeededRandom: RandomNumberGenerator {
  /// `CUBE_KIOSK_SEED` of the environment, if set.
  public let seed: UInt64
  private var state: UInt64

  public init(of test: String = #function) {
    let given = getenv("CUBE_KIOSK_SEED").flatMap { UInt64(String(cString: $0)) }
    seed = given ?? .random(in: 0 ... .max)
    state = seed
    // Printed at once, before a test may trap.
    print("\(test): CUBE_KIOSK_SEED=\(seed) gives the same again")
  }

  /// The same numbers in every run.
  public init(seed: UInt64) { (self.seed, state) = (seed, seed) }

  /// Steele's SplitMix64.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
