import Geometry

/// Draws display lists.
public final class Renderer {
  /// - Parameter threads: how many threads draw, the caller's own included.
  public init(threads: Int) {}

  /// Draws the quads, the first one undermost, over what the target holds.
  public func draw(_ quads: [Quad], into target: Bitmap, clip: Region) {}
}
