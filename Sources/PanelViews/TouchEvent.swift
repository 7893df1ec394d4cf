import PanelGeometry

/// An event of one touch.
public struct TouchEvent: Equatable, Sendable {
  public enum Phase: String, Sendable { case began, moved, ended, cancelled }

  public var phase: Phase
  /// Identifies the touch while it is down. A pointer uses `pointerID`.
  public var id: Int
  /// In the surface's points for `Window.send`, and in the window's for `Window.onTouch`.
  public var location: Point
  /// The time at which the event occurred, in nanoseconds of the window's clock, not after the time at which it is sent
  /// to the window; `nil` if it is the same. The program may read an event late, or several at once.
  public var time: UInt64?

  /// The id of a pointer with its button down. Further pointers have smaller ids; touch ids aren't negative.
  public static let pointerID = -1

  static func isPointer(_ id: Int) -> Bool { id <= pointerID }

  /// - Parameters:
  ///   - phase: what happened to the touch.
  ///   - id: identifies the touch while it is down.
  ///   - location: in the window's points.
  ///   - time: when it occurred, in nanoseconds of the window's clock; `nil` for the time at which it is sent.
  public init(_ phase: Phase, id: Int, at location: Point, time: UInt64? = nil) {
    self.phase = phase
    self.id = id
    self.location = location
    self.time = time
  }
}
