import PanelEvents
import PanelGeometry
import PanelViews

/// Options for a panel's window, its connection to the compositor and its input.
public struct PanelOptions {
  /// The window's title, for the compositor's list of windows.
  public var title: String
  /// The program's application ID: the name of its desktop file without the extension.
  public var appID: String
  /// The size of a regular window, in surface coordinates; `nil` for fullscreen.
  public var windowedSize: Size?
  /// True if Esc, q and the compositor's close request end the program, and F11 leaves the fullscreen state. With a
  /// `windowedSize` they always do.
  public var allowsQuit: Bool
  /// The time limit for connecting to a compositor, in seconds, at startup and after a lost connection.
  public var compositorTimeout: Double
  /// The compositor's socket; `nil` to use `WAYLAND_DISPLAY`.
  public var socket: String?
  /// The output to be fullscreen on, by the compositor's name; `nil` lets the compositor choose. The compositor also
  /// chooses while the output is missing.
  public var output: String?
  /// The distance that a finger must move before the touch becomes a drag, in millimeters on the panel. The
  /// recognizers' other thresholds change in the same ratio. `nil` keeps all of them, which are in points.
  public var touchSlop: Double?
  /// The layouts of the keyboard that the window shows for text fields, as xkeyboard-config names them; empty for none.
  public var keyboardLayouts = ["us"]
  /// The length of a point of the window, in surface coordinates. `nil` chooses it so that a point is
  /// `millimetersPerPoint` long on the output, or 1 if the output's physical size is unknown.
  public var scale: Double? = 1
  /// The delay after an animation, a touch or a large change before an idle panel returns memory to the system, in
  /// nanoseconds.
  var idleDelay: UInt64 = 5_000_000_000
  /// The time without an answer from the compositor after which it is sent a `wl_display.sync`, and the time for the
  /// reply to that until the connection counts as lost, in nanoseconds.
  var responseTimeout: UInt64 = 20_000_000_000
  /// The time without the first frame after which the reason is logged, in nanoseconds.
  var firstFrameDelay: UInt64 = 5_000_000_000
  /// The physical length of a point if `scale` is `nil`: the minimum target's 48 points, without a magnification, are 9
  /// mm.
  static let millimetersPerPoint = Window.minimumTarget.millimeters / Window.minimumTarget.points
  /// The window's time in nanoseconds: CLOCK_MONOTONIC, or a separate clock that replays a recording.
  public var clock: () -> UInt64 = { EventLoop.now }

  /// - Parameters:
  ///   - title: the window's title, for the compositor's list of windows.
  ///   - appID: the application ID; `nil` to use the title in lowercase.
  ///   - windowedSize: the size of a regular window; `nil` for fullscreen.
  ///   - allowsQuit: true if Esc, q and the compositor's close request end the program.
  ///   - compositorTimeout: the time limit for connecting to a compositor, in seconds.
  public init(
    title: String, appID: String? = nil, windowedSize: Size? = nil, allowsQuit: Bool = false,
    compositorTimeout: Double = 10
  ) {
    (self.title, self.appID) = (title, appID ?? title.lowercased())
    (self.windowedSize, self.allowsQuit, self.compositorTimeout) = (windowedSize, allowsQuit, compositorTimeout)
  }
}
