import Foundation
import SeededRandom
import TestCompositor
import TestSupport
import Testing

/// Crashes of the program and of compositors at random moments of presses: a thousand, or as many as Tests/soak's time
/// allows.
@Suite(.onlyInSoak) struct CrashTests {
  private static let maxCrashes = 1000

  private func savedCount(_ compositor: SocketCompositor) throws -> Int {
    guard compositor.directory.exists("state/state.json") else { return 0 }
    return try SavedState(json: compositor.directory.read("state/state.json")).count
  }

  private func lastCount(_ events: [Event]) -> Int? { events.last { $0.event == "press" }?.count }

  private func touch(_ place: Place, _ compositor: SocketCompositor, isLifted: Bool = true) {
    compositor.withTouchScreen { seat, surface in
      seat.down(0, place.x, place.y, on: surface)
      seat.frame()
      guard isLifted else { return }
      seat.up(0)
      seat.frame()
    }
  }

  /// The state file is always the previous or the new one, and a temporary file is removed by the next start.
  @Test func killDuringASaveKeepsAWholeFile() throws {
    var random = SeededRandom()
    let compositor = try SocketCompositor()
    defer { compositor.stop() }
    let button = try Places(size: (640, 400)).points("button")[0]
    let start = Date()
    var (kills, saves, count) = (0, 0, 0)
    while kills < Self.maxCrashes, SoakDuration.hasTimeLeft(since: start) {
      let kiosk = try RunningKiosk(["--touch-fix", "reorder"], directory: compositor.directory)
      try kiosk.wait("ready")
      let files = try? compositor.directory.contents(of: "state")
      #expect(files ?? [] == (count == 0 ? [] : ["state.json"]))
      try compositor.waitForPicture()
      touch(button, compositor)
      #expect(try kiosk.wait("press").count == count + 1)
      // A random moment of the last save: a write and its fsync take some milliseconds.
      kiosk.send(SIGTERM)
      usleep(.random(in: 0...12_000, using: &random))
      _ = kiosk.stop(SIGKILL)
      kills += 1
      let saved = try savedCount(compositor)
      #expect(saved == count || saved == count + 1, "\(kills) kills, seed \(random.seed): \(saved) after \(count)")
      saves += saved - count
      count = saved
    }
    print("soak: seed \(random.seed): \(kills) kills, \(saves) of them after the save")
  }

  /// Compositors crash during their start and during presses; the same program connects to the next one. Reported
  /// presses are kept, a touch that wasn't lifted presses nothing, and nothing leaks.
  @Test func compositorCrashesLoseNothing() throws {
    var random = SeededRandom()
    let compositor = try SocketCompositor()
    defer { compositor.stop() }
    let button = try Places(size: (640, 400)).points("button")[0]
    let kiosk = try RunningKiosk(
      ["--touch-fix", "reorder", "--wait", "1000000"], directory: compositor.directory)
    try kiosk.wait("ready")
    let start = Date()
    var (crashes, lifts, count) = (0, 0, 0)
    var samples: [MemoryUse] = []
    while crashes < Self.maxCrashes, SoakDuration.hasTimeLeft(since: start) {
      // A random moment of the start or of a press.
      var delay: UInt32 = 0
      if Int.random(in: 0..<4, using: &random) == 0 {
        delay = .random(in: 0...30_000, using: &random)
      } else {
        try compositor.waitForPicture()
        samples.append(try MemoryUse(of: kiosk.pid))
        let isLifted = Bool.random(using: &random)
        lifts += isLifted ? 1 : 0
        touch(button, compositor, isLifted: isLifted)
        if Bool.random(using: &random) { delay = .random(in: 0...20_000, using: &random) }
      }
      usleep(delay)
      compositor.with { $0.disconnect() }
      crashes += 1
      // The program delays its reconnection after a connection of less than five seconds.
      try waitUntil("the next connection") { compositor.connections == 1 + crashes }
      count = lastCount(try kiosk.takeEvents()) ?? count
      #expect(count <= lifts, "\(crashes) crashes, seed \(random.seed)")
    }
    try compositor.waitForPicture()
    #expect(kiosk.stop() == 0)
    count = lastCount(try kiosk.takeEvents()) ?? count
    #expect(try count > 0 && savedCount(compositor) == count)
    let settled = Array(samples.dropFirst((samples.count + 9) / 10))
    let (growth, picture) = (try settled.growth(of: \.heap), 640 * 400 * 4 / 1024)
    print(
      "soak: seed \(random.seed): \(crashes) crashes of compositors, \(count) of \(lifts) presses came before one;",
      "\(Int(growth)) kB more")
    // In kB: one for each crash, and the background's pixels, which exist after three whole pictures in a row.
    #expect(growth < Double(1024 + picture) || !MemoryUse.isMeasurable, "\(settled)")
    // At most three buffers, all of the current compositor.
    #expect(settled.allSatisfy { $0.memory - $0.heap <= 3 * picture }, "\(settled)")
    #expect(try settled.growth(of: \.descriptors) < 1, "\(settled)")
  }
}
