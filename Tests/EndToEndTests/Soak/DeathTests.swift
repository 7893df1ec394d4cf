import Foundation
import SeededRandom
import TestCompositor
import Testing

/// A thousand deaths, of compositors and of the program, in the middle of presses; fewer where Tests/soak gives less time.
@Suite struct DeathTests {
  private static let most = 1000

  /// What is on the disk, which is whole at any time. There is nothing before the first press is.
  private func kept(_ compositor: SocketCompositor) throws -> Int {
    let path = compositor.directory.path + "/state/state.json"
    guard FileManager.default.fileExists(atPath: path) else { return 0 }
    let text = try Data(contentsOf: URL(fileURLWithPath: path))
    let state = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    return try #require(state["count"] as? Int)
  }

  /// The last count that was told.
  private func told(_ events: [Event]) -> Int? { events.last { $0.name == "press" }?.count }

  /// The program is killed at any moment of a press: what it told of is kept, the file is whole, and what a write that was
  /// cut short left is gone with the next start.
  @Test func killedInTheMiddleOfAPress() throws {
    var random = SeededRandom()
    let compositor = try SocketCompositor()
    defer { compositor.stop() }
    let button = try Places(width: 640, height: 400).points("button")[0]
    let start = Date()
    var (kills, taps, count) = (0, 0, 0)
    while kills < Self.most, Soaking.lasts(since: start) || kills == 0 {
      let kiosk = try RunningKiosk(["--touch-fix", "reorder"], environment: compositor.environment)
      try kiosk.wait("ready")
      let files = try? FileManager.default.contentsOfDirectory(atPath: compositor.directory.path + "/state")
      #expect(files ?? [] == (count == 0 ? [] : ["state.json"]))
      try compositor.waitForPicture()
      let most = Int.random(in: 1...4, using: &random)
      for tap in 1...most {
        compositor.with {
          guard let seat = $0.seat, let surface = $0.surface else { return }
          seat.down(0, button.x, button.y, on: surface)
          seat.frame()
          seat.up(0)
          seat.frame()
        }
        taps += 1
        // The last one is in its way: a write and its fsync take some milliseconds.
        if tap < most { try kiosk.wait("press") }
      }
      usleep(.random(in: 0...12_000, using: &random))
      kill(kiosk.process.processIdentifier, SIGKILL)
      kiosk.process.waitUntilExit()
      // What it told before its end is in the pipe.
      while (try? kiosk.wait("press")) != nil {}
      kills += 1
      let last = told(kiosk.events) ?? count
      count = try kept(compositor)
      #expect(count >= last && count <= taps, "\(kills) kills, seed \(random.seed): told \(last), \(taps) taps")
    }
    print("soak: seed \(random.seed): \(kills) kills, \(taps) taps, \(count) counted, none of them lost")
  }

  /// The compositor dies at any moment, of its own start and of a press, and the same program finds the next one: each press
  /// that was told is kept, no finger presses that wasn't lifted, and nothing of the dead ones stays.
  @Test func compositorsDieInTheMiddleOfAPress() throws {
    var random = SeededRandom()
    let compositor = try SocketCompositor()
    defer { compositor.stop() }
    let button = try Places(width: 640, height: 400).points("button")[0]
    let kiosk = try RunningKiosk(
      ["--touch-fix", "reorder", "--wait", "1000000"], environment: compositor.environment)
    try kiosk.wait("ready")
    let start = Date()
    var (deaths, lifts, count) = (0, 0, 0)
    var samples: [Footprint] = []
    while deaths < Self.most, Soaking.lasts(since: start) || deaths == 0 {
      if Int.random(in: 0..<4, using: &random) == 0 {
        usleep(.random(in: 0...30_000, using: &random))
      } else {
        try compositor.waitForPicture()
        samples.append(try Footprint(of: kiosk.process.processIdentifier))
        let isLifted = Bool.random(using: &random)
        lifts += isLifted ? 1 : 0
        compositor.with {
          guard let seat = $0.seat, let surface = $0.surface else { return }
          seat.down(0, button.x, button.y, on: surface)
          seat.frame()
          guard isLifted else { return }
          seat.up(0)
          seat.frame()
        }
        if Bool.random(using: &random) { usleep(.random(in: 0...20_000, using: &random)) }
      }
      compositor.with { $0.disconnect() }
      deaths += 1
      // After a life of less than five seconds it waits for one.
      try eventually("the next connection") { compositor.connections == 1 + deaths }
      count = told(try kiosk.takeEvents()) ?? count
      #expect(count <= lifts, "\(deaths) deaths, seed \(random.seed)")
    }
    try compositor.waitForPicture()
    #expect(kiosk.stop() == 0)
    count = told(try kiosk.takeEvents()) ?? count
    #expect(try count == 0 || kept(compositor) == count)
    let settled = Array(samples.dropFirst((samples.count + 9) / 10))
    let growth = settled.growth(of: \.heap)
    let ground = 640 * 400 * 4 / 1024
    print(
      "soak: seed \(random.seed): \(deaths) deaths of compositors, \(count) of \(lifts) presses came before one;",
      "\(Int(growth)) kB more")
    // In kilobytes: one for each death, and the ground's pixels, which are there after three whole pictures in a row.
    #expect(growth < Double(1024 + ground) || !OwnMemory.isKnown, "\(settled)")
    // Where a compositor keeps one, the next picture takes another; but none of a dead one's.
    #expect(settled.allSatisfy { $0.memory - $0.heap <= 3 * ground }, "\(settled)")
    #expect(settled.growth(of: \.descriptors) < 1, "\(settled)")
  }
}
