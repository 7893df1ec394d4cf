import Foundation
import SeededRandom
import Testing

/// Runs a property for sequences of random use, each with its own seed.
enum Sequences {
  /// The number of sequences in `make test`.
  private static let count = 200
  private static let fixedSeed: UInt64 = 20_261_126
  /// A property with this many failures stops: more would repeat the same faults.
  private static let maximumFailures = 5

  private static func number(_ name: String) -> Double? {
    ProcessInfo.processInfo.environment[name].flatMap(Double.init)
  }

  /// Runs `body` with seeds for all panels in turn, and records each failure with the seed that repeats it.
  ///
  /// CUBE_KIOSK_SEED runs one sequence only, CUBE_KIOSK_SEQUENCES another number of them, and CUBE_KIOSK_SOAK as many as
  /// fit into that many seconds.
  ///
  /// - Parameters:
  ///   - share: the divisor of the number of sequences in `make test`, for a property whose sequences take long.
  ///   - body: returns a description of the violation; `nil` if the property holds.
  static func run(_ property: String, share: Int = 1, _ body: (UInt64) throws -> String?) throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["CUBE_KIOSK_SEED"].flatMap(UInt64.init)
    let soak = number("CUBE_KIOSK_SOAK") ?? 0
    let given = number("CUBE_KIOSK_SEQUENCES").map { Int(clamping: $0) }
    let count = seed != nil ? 1 : soak > 0 ? .max : given ?? count / share
    let (start, panels) = (Date(), UInt64(PanelVariant.all.count))
    // `make test` has the same sequences each time, so that its result depends on the change alone.
    let isVaried = soak > 0 || number("CUBE_KIOSK_SEQUENCES") != nil
    var random = SeededRandom(seed: isVaried ? .random(in: 1..<1 << 40) : Self.fixedSeed)
    // Each run continues at another panel, so that soak tests are as even as short ones.
    let first = UInt64.random(in: 0..<1_000_000, using: &random)
    var (sequences, failures) = (0, 0)
    while sequences < count, failures < maximumFailures, soak == 0 || Date().timeIntervalSince(start) < soak {
      let next = seed ?? UInt64.random(in: 1..<1 << 40, using: &random) * panels + (first + UInt64(sequences)) % panels
      sequences += 1
      guard let violation = try body(next) else { continue }
      failures += 1
      Issue.record("CUBE_KIOSK_SEED=\(next) repeats it, on \(PanelVariant(seed: next)): \(violation)")
    }
    guard isVaried else { return }
    let seconds = Int(clamping: Date().timeIntervalSince(start))
    print("soak: \(property): \(sequences) sequences in \(seconds) s, \(failures) failures")
  }
}
