import Foundation
import SeededRandom
import TestSupport
import Testing

/// Years of use in an hour; see Tests/soak.
@Suite struct RandomDayTests {
  /// The panel responds to random actions without violating the protocol, and uses no more resources than after the
  /// first tenth of the time.
  @Test func randomActionsLeakNothing() throws {
    let random = SeededRandom()
    let day = try RandomDay(random)
    defer { day.compositor.stop() }
    let start = Date()
    var samples: [MemoryUse] = []
    // At most 300 samples, because the growth compares all pairs.
    let pause = max(0.5, SoakDuration.seconds / 300)
    do {
      try day.showEverything()
      while samples.isEmpty || SoakDuration.hasTimeLeft(since: start) {
        try day.returnHome()
        samples.append(try MemoryUse(of: day.kiosk.pid))
        let end = Date().addingTimeInterval(pause)
        repeat { try day.step() } while Date() < end
      }
      try day.returnHome()
    } catch {
      throw TestFailure(
        "seed \(random.seed): \(error); protocol errors: \(day.compositor.errors); actions: \(day.counts); "
          + "the log: \(day.log)")
    }
    #expect(day.compositor.errors == [])
    #expect(day.compositor.connections == 1 + day.restarts, "a compositor ended the connection: \(day.log)")

    // In the first tenth, glyphs and the scenes' bitmaps are cached.
    let settled = Array(samples.dropFirst((samples.count + 9) / 10))
    let growth = (
      memory: settled.growth(of: \.memory), descriptors: settled.growth(of: \.descriptors),
      threads: settled.growth(of: \.threads)
    )
    let last = try #require(samples.last)
    let actions = day.counts.values.reduce(0, +)
    print(
      "soak: seed \(random.seed): \(actions) actions in \(Int(SoakDuration.seconds)) s,",
      "\(day.restarts) restarts of the compositor;",
      "\(last.memory) kB (\(Int(growth.memory)) more), \(last.descriptors) descriptors (\(Int(growth.descriptors)) more),",
      "\(last.threads) threads (\(Int(growth.threads)) more)")
    print("soak:", day.counts.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    // In kB. An hour of 261,400 actions ended at 17 MB, 3 MB above its first tenth; shorter runs grew by up to 15 MB.
    // LeakSanitizer finds no leak of ours.
    #expect(growth.memory < 24_576 || !MemoryUse.isMeasurable, "\(settled.map(\.memory))")
    #expect(growth.descriptors < 1, "\(settled.map(\.descriptors))")
    #expect(growth.threads < 1, "\(settled.map(\.threads))")
    #expect(day.kiosk.stop() == 0, "\(day.log)")
  }
}
