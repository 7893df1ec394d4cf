import Chrome
import Glibc
import PanelEvents
import PanelSystem
import PanelViews
import Scenes
import TestCompositor

/// `touch [--program PATH] [N]`: times N taps, 1,000 by default, on a control of the bar, from sending the touch to the
/// commit whose picture shows it. The panel is idle at first; then another finger rotates the cube.
///
/// `touch keys [--program PATH] [N]`: times N presses of a button, and of a key of the keyboard on the screen.
enum TouchBenchmark {
  static func run(_ operands: [String]) throws -> Table {
    if operands.first == "keys" { return try runKeys(Array(operands.dropFirst())) }
    let options = try PanelProcess.Options(operands, count: 1000)
    guard let location = controlLocation() else {
      throw SystemError("the bar", ENOENT, "no control changes under a finger")
    }
    let table = makeTable("panel")
    let panel = try PanelProcess(options.program, ["--no-tap-feedback"])
    try panel.settle()
    for (name, isTurning) in [("still", false), ("turning", true)] {
      let times = try (0..<options.count).map { index in
        try tap(at: location, of: panel, isTurning: isTurning, pause: pause(index))
      }
      add(times, name, to: table)
    }
    return table
  }

  /// A button above a text field, each of half the page, so that their places are known.
  private static let page = """
    {"values": {"text": {"initial": ""}}, "root": {"stack": {"distribution": "fillEqually"}, "children": [
      {"button": {"title": "Press", "action": "none"}}, {"field": {"value": "text", "placeholder": "Text"}}]}}
    """

  private static func runKeys(_ operands: [String]) throws -> Table {
    let options = try PanelProcess.Options(operands, count: 1000)
    let folder = try TemporaryFolder()
    let file = folder.path + "/page.json"
    try File.replace(file, with: Array(page.utf8))
    let panel = try PanelProcess(options.program, ["--scene", file, "--no-tap-feedback", "--no-bar"])
    try panel.settle()
    let (width, height) = PanelProcess.size
    // Next to the button's title, and next to the letter of the key in the middle of the row above the space bar.
    let (button, key) = ((x: width / 4, y: height / 8), (x: width / 2 + 25, y: height - 95))
    let table = makeTable("pressed")
    var times: [UInt64] = []
    for index in 0..<options.count {
      times.append(try tap(at: button, of: panel, isTurning: false, pause: pause(index)))
    }
    add(times, "button", to: table)
    if let seat = panel.compositor.seat, let surface = panel.compositor.surface {
      seat.down(1, Double(width / 2), Double(height * 3 / 4), on: surface)
      seat.frame()
      seat.up(1)
      seat.frame()
    }
    try panel.settle()
    times = []
    for index in 0..<options.count {
      times.append(try tap(at: key, of: panel, isTurning: false, pause: pause(index)))
    }
    add(times, "key", to: table)
    return table
  }

  /// In milliseconds. The pauses put taps at different phases of a refresh. 7919 is a prime.
  private static func pause(_ index: Int) -> UInt64 { 100 + UInt64(index) * 7919 % 41 }

  private static func makeTable(_ name: String) -> Table {
    Table([name, "taps", "median", "99 in 100", "longest", "memset of a picture", "memcpy of a picture"])
  }

  private static func add(_ times: [UInt64], _ name: String, to table: Table) {
    let memoryTimes = PanelProcess.measureMemory()
    table.add(
      .text(name), .count(times.count), .time(times.median), .time(times.quantile(0.99)), .time(times.quantile(1)),
      .time(memoryTimes.fill), .time(memoryTimes.copy))
  }

  /// - Parameters:
  ///   - location: in pixels.
  ///   - panel: the running program.
  ///   - isTurning: true if another finger rotates the cube meanwhile.
  ///   - pause: the time before the tap, in milliseconds; long enough for a still panel to be idle.
  /// - Returns: the time until the touch was shown, in nanoseconds.
  private static func tap(
    at location: (x: Int, y: Int), of panel: PanelProcess, isTurning: Bool, pause: UInt64
  ) throws(SystemError) -> UInt64 {
    guard let surface = panel.compositor.surface, let seat = panel.compositor.seat, let buffer = surface.shownBuffer
    else {
      throw SystemError("the program", ENODEV, "shows nothing, or listens to no finger")
    }
    var seenCommitCount = surface.commits.count
    /// Returns the time of the first commit since the last call in which the control's pixel satisfies the predicate.
    func timeShown(_ predicate: (UInt32) -> Bool) -> UInt64? {
      defer { seenCommitCount = surface.commits.count }
      return surface.commits[seenCommitCount...].first {
        $0.buffer.map { predicate($0.pixel(x: location.x, y: location.y)) } ?? false
      }?
      .time
    }
    let restingPixel = buffer.pixel(x: location.x, y: location.y)
    let finger = Finger(seat, surface)
    if isTurning { finger.begin() }
    let end = EventLoop.now + pause * 1_000_000
    try panel.run {
      finger.move()
      return EventLoop.now >= end
    }
    seenCommitCount = surface.commits.count
    let sent = EventLoop.now
    seat.down(1, Double(location.x) + 0.5, Double(location.y) + 0.5, on: surface)
    seat.frame()
    var time: UInt64?
    try panel.run {
      finger.move()
      time = timeShown { $0 != restingPixel }
      return time != nil
    }
    // Canceling triggers no action, and also lifts the other finger.
    seat.cancel()
    try panel.run { timeShown { $0 == restingPixel } != nil }
    return (time ?? sent) - sent
  }

  /// A finger that rotates the cube back and forth, with 125 positions per second.
  private final class Finger {
    private let seat: TestSeat
    private let surface: TestSurface
    private var nextTime: UInt64?
    private var step = 0

    init(_ seat: TestSeat, _ surface: TestSurface) { (self.seat, self.surface) = (seat, surface) }

    /// The finger moves 420 pixels to the left and back, once in 120 steps.
    private var location: (x: Double, y: Double) {
      let (width, height) = (Double(PanelProcess.size.width), Double(PanelProcess.size.height))
      return (width / 4 + Double(abs((step + 60) % 120 - 60)) * 7, height * 0.28)
    }

    func begin() {
      seat.down(0, location.x, location.y, on: surface)
      seat.frame()
      nextTime = EventLoop.now + 8_000_000
    }

    /// Sends the next position when it is due, if the finger is down.
    func move() {
      guard let time = nextTime, EventLoop.now >= time else { return }
      step += 1
      seat.motion(0, location.x, location.y)
      seat.frame()
      nextTime = time + 8_000_000
    }
  }

  /// Returns a location in the bar, in pixels, whose pixel changes while a finger touches it.
  private static func controlLocation() -> (x: Int, y: Int)? {
    let (width, height) = PanelProcess.size
    let frame = Bitmap(width: width, height: height)
    frame.isOpaque = true
    let rig = SceneRig(CubeScene(), frame, threads: 1)
    func pixel(_ x: Int, _ y: Int, after phase: TouchEvent.Phase) -> UInt32 {
      rig.window.send(
        [TouchEvent(phase, id: 1, at: Point(Double(x) + 0.5, Double(y) + 0.5))], at: rig.advance(by: 10_000_000))
      rig.window.draw(into: frame, clip: rig.window.updateDamage())
      return frame.pixels[y * frame.stride + x]
    }
    for y in stride(from: height - 12, to: height * 9 / 10, by: -12) {
      for x in stride(from: 12, to: width, by: 24) {
        let before = frame.pixels[y * frame.stride + x]
        let during = pixel(x, y, after: .began)
        if pixel(x, y, after: .cancelled) == before, during != before { return (x, y) }
      }
    }
    return nil
  }
}
