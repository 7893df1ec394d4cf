import Events
import Geometry
import Views

/// The presentation of a panel to the compositor and its visitors.
public struct PanelOptions {
  public var title: String
  public var appID: String
  /// A window of this size, in points, instead of the whole screen.
  public var windowedSize: Size?
  /// True to let Esc, q and the compositor's close button end the program. In a window they always do.
  public var allowsQuit: Bool
  /// The time to try to reach a compositor, in seconds, at the start and when one was lost.
  public var wait: Double
  /// The compositor's socket; `nil` for `WAYLAND_DISPLAY`'s.
  public var socket: String?
  /// The screen to be on, as the compositor names it; `nil` leaves that to the compositor. While it isn't there the
  /// panel is wherever the compositor puts it.
  public var output: String?
  /// The way that a finger moves before it is a drag, in millimetres of the glass; `nil` for the recognizers' own
  /// points. Every threshold grows with it.
  public var touchSlop: Double?
  /// Multiplies the compositor's scale: how many of its points one of the window's is long. `nil` for as many as make a
  /// finger's least target as large on the glass as a finger is, where the compositor says how large the glass is.
  public var scale: Double? = 1
  /// The pause after a motion or a large change before an idle panel returns memory to the system, in nanoseconds.
  var rest: UInt64 = 5_000_000_000
  /// Of the window's points, for that: 9 mm to 48.
  static let millimetresPerPoint = Window.leastTarget.millimetres / Window.leastTarget.units
  /// The window's time in nanoseconds: CLOCK_MONOTONIC, or a clock of its own for a film that is shown again.
  public var clock: () -> UInt64 = { EventLoop.now }

  public init(title: String, appID: String, windowedSize: Size? = nil, allowsQuit: Bool = false, wait: Double = 0) {
    (self.title, self.appID) = (title, appID)
    self.windowedSize = windowedSize
    self.allowsQuit = allowsQuit
    self.wait = wait
  }
}
