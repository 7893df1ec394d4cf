import Foundation
import SeededRandom
import TestSupport
import Testing

/// Years of use in an hour; see Tests/soak.
@Suite(.onlyInSoak) struct RandomUseTests {
  /// The panel responds to random actions without violating the protocol, and uses no more resources than after the
  /// first tenth of the time.
  @Test func randomActionsLeakNothing() throws {
    let random = SeededRandom()
    let use = try RandomUse(random)
    defer { use.compositor.stop() }
    var samples: [MemoryUse] = []
    // At most 300 samples, because the growth compares all pairs.
    let pause = max(0.5, SoakDuration.seconds / 300)
    do {
      try use.showEverything()
      let start = Date()
      while SoakDuration.hasTimeLeft(since: start) {
        try use.returnHome()
        samples.append(try MemoryUse(of: use.kiosk.pid))
        let end = Date().addingTimeInterval(pause)
        repeat { try use.step() } while Date() < end
      }
      try use.returnHome()
    } catch {
      throw TestFailure(
        "seed \(random.seed): \(error); protocol errors: \(use.compositor.errors); actions: \(use.counts); "
          + "the log: \(use.log)")
    }
    #expect(use.compositor.errors == [])
    #expect(
      use.compositor.connections == 1 + use.restarts,
      "the compositor closed the connection after a protocol error: \(use.log)")

    // In the first tenth, glyphs and the scenes' bitmaps are cached.
    let settled = Array(samples.dropFirst((samples.count + 9) / 10))
    let growth = (
      memory: try settled.growth(of: \.memory), descriptors: try settled.growth(of: \.descriptors),
      threads: try settled.growth(of: \.threads)
    )
    let last = try #require(samples.last)
    let actions = use.counts.values.reduce(0, +)
    print(
      "soak: seed \(random.seed): \(actions) actions in \(Int(SoakDuration.seconds)) s,",
      "\(use.restarts) restarts of the compositor;",
      "\(last.memory) kB (\(Int(growth.memory)) more), \(last.descriptors) descriptors (\(Int(growth.descriptors)) more),",
      "\(last.threads) threads (\(Int(growth.threads)) more)")
    print("soak:", use.counts.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    // The limit is 24 MiB, in kB: short runs grew by up to 15 MB while caches filled, and an hour with 261,400 actions by
    // 3 MB. LeakSanitizer finds no leak of ours.
    #expect(growth.memory < 24_576 || !MemoryUse.isMeasurable, "\(settled.map(\.memory))")
    #expect(growth.descriptors < 1, "\(settled.map(\.descriptors))")
    #expect(growth.threads < 1, "\(settled.map(\.threads))")
    #expect(use.kiosk.stop() == 0, "\(use.log)")
  }
}
