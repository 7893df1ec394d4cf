import Foundation
import SeededRandom
import TestCompositor
import TestSupport
import Testing

/// A running kiosk, and random touches, requests and changes of outputs, as fast as it responds.
final class RandomUse {
  let compositor: SocketCompositor
  let kiosk: RunningKiosk
  private(set) var random: SeededRandom
  /// The number of times that each action was performed.
  private(set) var counts: [String: Int] = [:]
  private(set) var restarts = 0
  private let control: SocketClient
  private var configurations = 0

  private static let homeSize = (width: 640, height: 400)

  /// Only a few, because cairo and Pango cache the glyphs of each size, up to a limit.
  private static let sizes = [(640, 400), (400, 640), (641, 399)]
  /// In 120ths.
  private static let scales: [UInt32] = [120, 180]

  init(_ random: SeededRandom) throws {
    self.random = random
    compositor = try SocketCompositor()
    let directory = compositor.directory
    let log = try directory.write("", to: "log")
    kiosk = try RunningKiosk(
      ["--config", directory.write(Self.configuration(0), to: "kiosk.json"), "--wait", "1000000"],
      directory: directory, errors: FileHandle(forWritingAtPath: log))
    try kiosk.wait("ready")
    control = try SocketClient(kiosk.socket)
  }

  var log: String { (try? compositor.directory.read("log")) ?? "" }

  private static func configuration(_ number: Int) -> String {
    """
    {"touchFix": "\(number % 2 == 0 ? "depth" : "reorder")", "theme": "\(number % 3 == 0 ? "light" : "dark")",
     "allowScenes": true, "allowExplain": true, "values": {"v": {"set": "0"}, "clock": {"time": "%H:%M"},
     "load": {"command": ["cat", "/proc/loadavg"], "interval": \(1 + number % 4)}},
     "faces": {"1": {"label": "{clock}", "buttons": [{"name": "go", "title": "{v}", "action": {"command": ["true"]}}]},
       "2": {"label": "{load}", "buttons": [{"name": "light", "action": "light"}]},
       "3": {"count": true, "buttons": [{"name": "fold", "title": "Fold", "action": "fold"}]}}}
    """
  }

  /// Performs a random action, and checks that the panel responds.
  func step() throws {
    let actions: [(weight: Int, name: String, perform: () throws -> Void)] = [
      (200, "tap", tap), (120, "drag", drag), (40, "pinch", pinch), (20, "lost touch", loseTouch),
      (40, "press", press), (30, "value", set), (30, "scene", scene), (10, "reload", reload),
      (15, "sleep", sleepAndWake), (5, "picture", picture), (15, "watcher", watch), (20, "size", resize),
      (15, "rotation", rotate), (15, "output", changeOutputs), (10, "seat", replaceSeat),
      // It takes a second: the program delays its reconnection.
      (1, "restart", restart),
    ]
    var number = randomNumber(below: actions.reduce(0) { $0 + $1.weight })
    let (_, name, perform) = actions.first {
      number -= $0.weight
      return number < 0
    }!
    counts[name, default: 0] += 1
    try perform()
    try request("status")
    compositor.forgetCommits()
    _ = try kiosk.takeEvents()
  }

  /// Shows and touches each scene at each size and scale, so that all caches are filled.
  func showEverything() throws {
    for size in Self.sizes {
      for scale in Self.scales {
        show(size, scale)
        for name in Program.scenes {
          try request("scene", "\"scene\":\"\(name)\"")
          drag()
        }
      }
    }
  }

  /// Restores the state in which samples are taken.
  func returnHome() throws {
    compositor.with {
      $0.seat?.cancel()
      ($0.outputScale, $0.outputTransform) = (1, .normal)
    }
    show(Self.homeSize, 120)
    for command in ["sleep", "wake"] { try request(command) }
    for scene in ["fold", "cube"] { try request("scene", "\"scene\":\"\(scene)\"") }
    try waitUntil("the home size") {
      compositor.with { ($0.surface?.shownBuffer).map { ($0.width, $0.height) == Self.homeSize } ?? false } ?? false
    }
    var last = -1
    try waitUntil("a still picture", every: 0.1) {
      let frames = try Status(json: request("status")).frames
      defer { last = frames }
      return frames == last
    }
  }

  /// Sends a request to the control socket, and returns the reply.
  ///
  /// - Parameter members: The request's members, except for the command.
  @discardableResult private func request(_ command: String, _ members: String = "") throws -> String {
    control.send("{\"command\":\"\(command)\"\(members.isEmpty ? "" : ",")\(members)}\n")
    let reply = try #require(try control.line(), "the panel closed the connection; its log: \(log)")
    // A press is refused while the button's command runs.
    try #require(reply.hasPrefix("{\"ok\":true") || command == "press", "\(command) \(members): \(reply)")
    return reply
  }

  private func randomNumber(below count: Int) -> Int { .random(in: 0..<count, using: &random) }

  private func location() -> (x: Double, y: Double) {
    (.random(in: -10...1034, using: &random), .random(in: -10...650, using: &random))
  }

  // MARK: Touches

  private func tap() {
    let (x, y) = location()
    compositor.withTouchScreen { seat, surface in
      seat.down(0, x, y, on: surface)
      seat.frame()
      seat.up(0)
      seat.frame()
    }
  }

  private func drag() {
    let (a, b, steps) = (location(), location(), 2 + randomNumber(below: 12))
    for step in 0...steps {
      let fraction = Double(step) / Double(steps)
      compositor.withTouchScreen { seat, surface in
        let (x, y) = (a.x + (b.x - a.x) * fraction, a.y + (b.y - a.y) * fraction)
        step == 0 ? seat.down(1, x, y, on: surface) : seat.motion(1, x, y)
        if step == steps { seat.up(1) }
        seat.frame()
      }
    }
  }

  private func pinch() {
    let (x, y) = location()
    for step in 0...6 {
      compositor.withTouchScreen { seat, surface in
        for (id, direction) in [(Int32(3), -1.0), (4, 1.0)] {
          let touchX = x + direction * Double(20 + step * 9)
          step == 0 ? seat.down(id, touchX, y, on: surface) : seat.motion(id, touchX, y)
          if step == 6 { seat.up(id) }
        }
        seat.frame()
      }
    }
  }

  /// A touch that is cancelled, or whose device is removed.
  private func loseTouch() {
    let ((x, y), isCancelled) = (location(), randomNumber(below: 2) == 0)
    compositor.withTouchScreen { seat, surface in
      seat.down(7, x, y, on: surface)
      seat.frame()
      if isCancelled {
        seat.cancel()
      } else {
        seat.sendCapabilities([])
        seat.sendCapabilities([.touch])
      }
    }
  }

  // MARK: Control socket

  private func press() throws {
    let (face, button) = [(1, "go"), (2, "light"), (3, "fold")][randomNumber(below: 3)]
    try request("press", "\"face\":\(face),\"button\":\"\(button)\"")
  }

  private func set() throws { try request("set", "\"values\":{\"v\":\(randomNumber(below: 1000))}") }

  private func scene() throws {
    try request("scene", "\"scene\":\"\(Program.scenes[randomNumber(below: Program.scenes.count)])\"")
  }

  private func reload() throws {
    configurations += 1
    try compositor.directory.write(
      Self.configuration(configurations), to: "kiosk.json", atomically: randomNumber(below: 2) == 0)
    try request("reload")
  }

  private func sleepAndWake() throws {
    try request("sleep")
    if randomNumber(below: 2) == 0 { tap() } else { try request("wake") }
  }

  private func picture() throws {
    let client = try SocketClient(kiosk.socket)
    client.send("{\"command\":\"screenshot\"}\n")
    client.finish()
    _ = client.rest()
  }

  private func watch() throws {
    let client = try SocketClient(kiosk.socket)
    client.send("{\"command\":\"watch\"}\n")
    if randomNumber(below: 2) == 0 { _ = try client.line() }
  }

  // MARK: Outputs

  private func show(_ size: (Int, Int), _ scale: UInt32) {
    compositor.with {
      $0.size = size
      $0.sendOutputProperties()
      $0.surface?.fractional?.sendPreferredScale(scale: scale)
      $0.surface?.configure(width: size.0, height: size.1)
    }
  }

  private func resize() {
    show(Self.sizes[randomNumber(below: Self.sizes.count)], Self.scales[randomNumber(below: Self.scales.count)])
  }

  private func rotate() {
    let (scale, transform) = (randomNumber(below: 2), randomNumber(below: 8))
    compositor.with {
      ($0.outputScale, $0.outputTransform) = (Int32(1 + scale), .init(rawValue: UInt32(transform)))
      $0.sendOutputProperties()
    }
  }

  private func changeOutputs() {
    compositor.with {
      if $0.outputs.count > 1, let last = $0.outputs.last { $0.removeOutput(last.name) } else { $0.addOutput("TEST-2") }
    }
  }

  private func replaceSeat() {
    compositor.with {
      $0.removeSeat()
      $0.addSeat()
    }
  }

  private func restart() throws {
    restarts += 1
    compositor.with { $0.disconnect() }
    try waitUntil("the next connection") { compositor.connections == 1 + restarts }
    try compositor.waitForPicture()
  }
}
