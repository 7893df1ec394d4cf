import PanelGeometry

/// An event of one touch.
public struct TouchEvent: Equatable, Sendable {
  public enum Phase: String, Sendable { case began, moved, ended, cancelled }

  public var phase: Phase
  /// Identifies the touch while it is down. A pointer uses `pointerID`.
  public var id: Int
  /// In the surface's points for `Window.send`, and in the window's for `Window.onTouch`.
  public var location: Point

  /// The id of a pointer with its button down. Further pointers have smaller ids; touch ids aren't negative.
  public static let pointerID = -1

  static func isPointer(_ id: Int) -> Bool { id <= pointerID }

  public init(_ phase: Phase, id: Int, at location: Point) {
    self.phase = phase
    self.id = id
    self.location = location
  }
}
