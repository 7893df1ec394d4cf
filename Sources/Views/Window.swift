import Geometry
import Raster

/// A tree of views with a size: takes touches and keys, gives pictures.
///
/// Times are nanoseconds of any one monotonic clock.
public final class Window {
  /// In points.
  public private(set) var size: Size
  /// Pixels to a point.
  public private(set) var scale: Double

  public init(size: Size, scale: Double) {
    self.size = size
    self.scale = scale
  }

  /// Lays the views out anew.
  public func resize(to size: Size, scale: Double) {
    self.size = size
    self.scale = scale
  }

  /// Takes what the fingers did, in order: one batch for each frame of touch events.
  public func send(_ events: [TouchEvent], at time: UInt64) {}

  /// Cancels every touch: the device, the surface or the connection is gone.
  public func cancelTouches(at time: UInt64) {}

  /// Takes a key. False when nothing here wanted it.
  public func press(_ key: Key, at time: UInt64) -> Bool { false }

  /// The key was let go.
  public func release(_ key: Key, at time: UInt64) {}

  /// Moves animations and timers on to `time`. To be called before `prepare`, and when `nextDeadline` has come.
  public func advance(to time: UInt64) {}

  /// When `advance` wants to be called next although nothing happens; `nil` for never.
  public var nextDeadline: UInt64? { nil }

  /// True while something moves by itself, so that each frame differs from the last.
  public var isAnimating: Bool { false }

  /// True when the picture is no longer what the last `prepare` saw.
  public var needsDisplay: Bool { false }

  /// Called when `needsDisplay`, `isAnimating` or `nextDeadline` changed outside `send`, `press`, `release` and
  /// `advance`, so that a frame or a timer can be asked for.
  public var onNeedsDisplay: (() -> Void)?

  /// Brings layout and display list up to date. Returns what differs from the picture of the last call, in pixels:
  /// the whole picture after a resize.
  public func prepare() -> Region { Region() }

  /// Draws the picture of the last `prepare` into a bitmap of `size` times `scale` pixels, inside `clip` only.
  public func draw(into target: Bitmap, clip: Region) {}
}
