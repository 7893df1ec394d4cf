import Geometry

/// One finger's coming, moving or going.
public struct TouchEvent: Equatable, Sendable {
  public enum Phase: String, Sendable { case began, moved, ended, cancelled }

  public var phase: Phase
  /// The finger's number, as long as it is down. The pointer's is `pointerID`.
  public var id: Int
  /// The finger's place, in the window's points.
  public var location: Point

  /// The id of the finger that a pointer with its button down stands for. Those of further pointers are below it, and
  /// fingers' ids are not negative.
  public static let pointerID = -1

  public init(_ phase: Phase, id: Int, at location: Point) {
    self.phase = phase
    self.id = id
    self.location = location
  }
}
