import Foundation
import TestCompositor
import TestSupport
import Testing

/// The program is stopped while a finger presses a button that has to be held for a second.
@Suite struct FreezeTests {
  /// When the finger lifts, by the time of the event.
  enum Lift: String, CaseIterable, Sendable {
    /// 80 ms after it came down. The program reads the event after the stop.
    case duringStop
    /// Just after the stop.
    case afterStop
  }

  private static let scene = """
    {"name": "door", "size": [640, 400], "root": {"name": "root", "bounds": [0, 0, 640, 400], "position": [320, 200],
     "children": [{"name": "open", "bounds": [0, 0, 400, 200], "position": [320, 200],
       "button": {"title": "Open", "confirm": "Hold", "action": "light"}}]}}
    """

  @Test(arguments: Lift.allCases) func stoppedProgramDoesNotHold(_ lift: Lift) throws {
    let compositor = try SocketCompositor {
      // The panel waits for half a period before it draws, so that the stop is in a frame.
      $0.refreshRate = 10_000
    }
    defer { compositor.stop() }
    _ = try compositor.directory.write(Self.scene, to: "door.json")
    let configuration = try compositor.directory.write(#"{"scene": "door.json"}"#, to: "kiosk.json")
    let kiosk = try RunningKiosk(["--config", configuration], directory: compositor.directory)
    try kiosk.wait("ready")
    try compositor.waitForPicture()
    for _ in 0..<4 {
      var start: UInt32 = 0
      compositor.withTouchScreen { seat, surface in
        start = Self.milliseconds
        seat.time = start
        seat.down(0, 320, 200, on: surface)
        seat.frame()
      }
      try kiosk.wait("touch") { $0.phase == "began" }
      kiosk.send(SIGSTOP)
      // The stop lasts longer than the hold.
      usleep(1_300_000)
      if lift == .afterStop {
        kiosk.send(SIGCONT)
        usleep(20_000)
      }
      compositor.withTouchScreen { seat, _ in
        seat.time = lift == .duringStop ? start + 80 : Self.milliseconds
        seat.up(0)
        seat.frame()
      }
      kiosk.send(SIGCONT)
      try kiosk.wait("touch") { $0.phase == "ended" }
    }
    #expect(kiosk.count("press") == 0)
    // The button works.
    compositor.withTouchScreen { seat, surface in
      seat.time = nil
      seat.down(0, 320, 200, on: surface)
      seat.frame()
    }
    try kiosk.wait("press")
  }

  private static var milliseconds: UInt32 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt32(truncatingIfNeeded: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
  }
}
