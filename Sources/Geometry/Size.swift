/// A width and a height, in points unless stated otherwise.
public struct Size: Equatable, Hashable, Sendable {
  public var width: Double
  public var height: Double

  @inlinable public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(0, 0)

  @inlinable public static func * (a: Size, k: Double) -> Size { Size(a.width * k, a.height * k) }
}
