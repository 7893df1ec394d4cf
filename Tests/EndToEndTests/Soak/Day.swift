import Foundation
import SeededRandom
import TestCompositor
import Testing

/// A panel's day: everything that people, their engineers and their machines do to it, in any order, as fast as it takes it.
final class Day {
  let compositor: SocketCompositor
  let kiosk: RunningKiosk
  private(set) var random: SeededRandom
  /// How often each thing was done.
  private(set) var done: [String: Int] = [:]
  private(set) var restarts = 0
  private let control: SocketClient
  private let scenes: [String]
  private var configurations = 0

  static let size = (width: 640, height: 400)

  /// A panel has one or two: cairo and Pango keep glyphs of each size that they have drawn, up to bounds of their own.
  private static let sizes = [(640, 400), (400, 640), (641, 399)]
  /// In 120ths.
  private static let scales: [UInt32] = [120, 180]

  init(_ random: SeededRandom) throws {
    self.random = random
    compositor = try SocketCompositor()
    let directory = compositor.directory.path
    try Self.configuration(0).write(toFile: directory + "/kiosk.json", atomically: true, encoding: .utf8)
    kiosk = try RunningKiosk(
      ["--config", directory + "/kiosk.json", "--wait", "1000000"], environment: compositor.environment,
      errors: try FileHandle(forWritingTo: Self.made(directory + "/log")))
    try kiosk.wait("ready")
    control = try SocketClient(directory + "/control")
    scenes = try Program.run(["scenes"]).output.split(separator: "\n").map(String.init)
  }

  private static func made(_ path: String) throws -> URL {
    let url = URL(fileURLWithPath: path)
    try Data().write(to: url)
    return url
  }

  var log: String { (try? String(contentsOfFile: compositor.directory.path + "/log", encoding: .utf8)) ?? "" }

  private static func configuration(_ number: Int) -> String {
    """
    {"touchFix": "\(number % 2 == 0 ? "depth" : "reorder")", "theme": "\(number % 3 == 0 ? "light" : "dark")",
     "allowScenes": true, "allowInspector": true, "values": {"v": {"set": "0"}, "clock": {"time": "%H:%M"},
     "load": {"command": ["cat", "/proc/loadavg"], "interval": \(1 + number % 4)}},
     "faces": {"1": {"label": "{clock}", "buttons": [{"name": "go", "title": "{v}", "action": {"command": ["true"]}}]},
       "2": {"label": "{load}", "buttons": [{"name": "light", "action": "light"}]},
       "3": {"count": true, "buttons": [{"name": "fold", "title": "Fold", "action": "fold"}]}}}
    """
  }

  // MARK: What is done

  /// Does one thing, and sees that the panel answers.
  func step() throws {
    let deeds: [(weight: Int, name: String, deed: () throws -> Void)] = [
      (200, "tap", tap), (120, "drag", drag), (40, "pinch", pinch), (20, "torn touch", tear), (40, "press", press),
      (30, "value", set), (30, "scene", scene), (10, "reload", reload), (15, "sleep", sleepAndWake),
      (5, "picture", picture), (15, "watcher", watch), (20, "size", resize), (15, "turn", turn),
      (15, "screen", replug), (10, "seat", reseat),
      // It takes a second: after one that came to nothing soon the next compositor is tried less often.
      (1, "restart", restart),
    ]
    var number = chance(deeds.reduce(0) { $0 + $1.weight })
    let (_, name, deed) = deeds.first {
      number -= $0.weight
      return number < 0
    }!
    done[name, default: 0] += 1
    try deed()
    try ask("status")
    compositor.forget()
    _ = try kiosk.takeEvents()
  }

  /// Sees each scene once on each screen, and is touched in it: what is made once is made.
  func begin() throws {
    for size in Self.sizes {
      for scale in Self.scales {
        show(size, scale)
        for name in scenes {
          try ask("scene", "\"scene\":\"\(name)\"")
          drag()
        }
      }
    }
  }

  /// The state that all samples are taken in.
  func comeHome() throws {
    compositor.with {
      $0.seat?.cancel()
      ($0.outputScale, $0.outputTransform) = (1, .normal)
    }
    show(Self.size, 120)
    for command in ["sleep", "wake"] { try ask(command) }
    for scene in ["fold", "cube"] { try ask("scene", "\"scene\":\"\(scene)\"") }
    try eventually("the home size") {
      compositor.with { ($0.surface?.current).map { ($0.width, $0.height) == Self.size } ?? false } ?? false
    }
    // What is on its way out is drawn until it is out.
    try eventually("a picture that stands") {
      let before = try frames()
      usleep(100_000)
      return try frames() == before
    }
  }

  private func frames() throws -> Substring {
    try #require(try ask("status").firstMatch(of: /"frames":([0-9]+)/)).1
  }

  /// Asks by the control socket, and waits for the answer.
  ///
  /// - Parameter members: of the request, besides the command.
  @discardableResult private func ask(_ command: String, _ members: String = "") throws -> String {
    control.send("{\"command\":\"\(command)\"\(members.isEmpty ? "" : ",")\(members)}\n")
    let answer = try #require(try control.line(), "the panel hung up; its log: \(log)")
    // A button that is at work refuses.
    try #require(answer.hasPrefix("{\"ok\":true") || command == "press", "\(command) \(members): \(answer)")
    return answer
  }

  private func chance(_ count: Int) -> Int { .random(in: 0..<count, using: &random) }

  private func place() -> (x: Double, y: Double) {
    (.random(in: -10...1034, using: &random), .random(in: -10...650, using: &random))
  }

  // MARK: Fingers

  private func fingers(_ body: (TestSeat, TestSurface) -> Void) {
    compositor.with { if let seat = $0.seat, let surface = $0.surface { body(seat, surface) } }
  }

  private func tap() {
    let (x, y) = place()
    fingers { seat, surface in
      seat.down(0, x, y, on: surface)
      seat.frame()
      seat.up(0)
      seat.frame()
    }
  }

  private func drag() {
    let (a, b, steps) = (place(), place(), 2 + chance(12))
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      fingers { seat, surface in
        let (x, y) = (a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)
        step == 0 ? seat.down(1, x, y, on: surface) : seat.motion(1, x, y)
        if step == steps { seat.up(1) }
        seat.frame()
      }
    }
  }

  private func pinch() {
    let (x, y) = place()
    for step in 0...6 {
      fingers { seat, surface in
        for (id, way) in [(Int32(3), -1.0), (4, 1.0)] {
          let place = x + way * Double(20 + step * 9)
          step == 0 ? seat.down(id, place, y, on: surface) : seat.motion(id, place, y)
          if step == 6 { seat.up(id) }
        }
        seat.frame()
      }
    }
  }

  /// A finger that never lifts: cancelled, or its device is gone.
  private func tear() {
    let ((x, y), isCancelled) = (place(), chance(2) == 0)
    fingers { seat, surface in
      seat.down(7, x, y, on: surface)
      seat.frame()
      if isCancelled {
        seat.cancel()
      } else {
        seat.send([])
        seat.send([.touch])
      }
    }
  }

  // MARK: Programs

  private func press() throws {
    let (face, button) = [(1, "go"), (2, "light"), (3, "fold")][chance(3)]
    try ask("press", "\"face\":\(face),\"button\":\"\(button)\"")
  }

  private func set() throws { try ask("set", "\"values\":{\"v\":\(chance(1000))}") }

  private func scene() throws { try ask("scene", "\"scene\":\"\(scenes[chance(scenes.count)])\"") }

  private func reload() throws {
    configurations += 1
    let file = compositor.directory.path + "/kiosk.json"
    try Self.configuration(configurations).write(toFile: file, atomically: chance(2) == 0, encoding: .utf8)
    try ask("reload")
  }

  private func sleepAndWake() throws {
    try ask("sleep")
    if chance(2) == 0 { tap() } else { try ask("wake") }
  }

  private func picture() throws {
    let client = try SocketClient(compositor.directory.path + "/control")
    client.send("{\"command\":\"screenshot\"}\n")
    client.finish()
    _ = client.rest()
  }

  private func watch() throws {
    let client = try SocketClient(compositor.directory.path + "/control")
    client.send("{\"command\":\"watch\"}\n")
    if chance(2) == 0 { _ = try client.line() }
  }

  // MARK: Screens

  private func show(_ size: (Int, Int), _ scale: UInt32) {
    compositor.with {
      $0.size = size
      $0.sendOutput()
      $0.surface?.fractional?.sendPreferredScale(scale: scale)
      $0.surface?.configure(width: size.0, height: size.1)
    }
  }

  private func resize() { show(Self.sizes[chance(Self.sizes.count)], Self.scales[chance(Self.scales.count)]) }

  private func turn() {
    let (scale, turn) = (chance(2), chance(8))
    compositor.with {
      ($0.outputScale, $0.outputTransform) = (Int32(1 + scale), .init(rawValue: UInt32(turn)))
      $0.sendOutput()
    }
  }

  private func replug() {
    compositor.with {
      if $0.outputs.count > 1, let last = $0.outputs.last { $0.removeOutput(last.name) } else { $0.addOutput("TEST-2") }
    }
  }

  private func reseat() {
    compositor.with {
      $0.removeSeat()
      $0.addSeat()
    }
  }

  private func restart() throws {
    restarts += 1
    compositor.with { $0.disconnect() }
    try eventually("the next connection") { compositor.connections == 1 + restarts }
    try compositor.waitForPicture()
  }
}
