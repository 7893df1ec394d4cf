/// A width and a height, in points unless stated otherwise.
public struct Size: Equatable, Hashable, Sendable {
  public var width, height: Double

  @inlinable public init(_ width: Double, _ height: Double) { (self.width, self.height) = (width, height) }

  @inlinable public init(width: Double, height: Double) { self.init(width, height) }

  public static let zero = Size(0, 0)

  @inlinable public static func * (a: Size, k: Double) -> Size { Size(a.width * k, a.height * k) }
}
