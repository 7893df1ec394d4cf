/// The cube's initial rotation in radians: about x, then about y, as in the code of
/// "iOS Core Animation: Advanced Techniques", chapter 5.
public struct ViewAngle: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    (self.x, self.y) = (x, y)
  }

  public static let faceOn = ViewAngle(x: 0, y: 0)
  public static let cornerOn = ViewAngle(x: -.pi / 4, y: -.pi / 4)
  /// The angles that show faces 1 to 6 to the viewer, upright.
  public static let faces = [
    faceOn, ViewAngle(x: 0, y: -.pi / 2), ViewAngle(x: -.pi / 2, y: 0), ViewAngle(x: .pi / 2, y: 0),
    ViewAngle(x: 0, y: .pi / 2), ViewAngle(x: 0, y: .pi),
  ]
}
