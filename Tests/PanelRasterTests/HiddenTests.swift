import PanelGeometry
import Testing

@testable import PanelRaster

/// Quads that others hide aren't drawn.
@Suite struct HiddenTests {
  /// Returns how many of the quads are drawn. The last of `quads` is uppermost.
  private func drawnCount(_ quads: [Quad], clip: PixelRect = PixelRect(x: 0, y: 0, width: 400, height: 300)) -> Int {
    let (pass, visibility) = (DrawPass(threads: 1), Visibility())
    var quads = quads
    visibility.mark(&quads, groups: [], in: PixelRect(x: 0, y: 0, width: 400, height: 300))
    pass.begin(quads, target: Bitmap(width: 400, height: 300), clip: Region(clip))
    return pass.prepareSlab(quads) ? pass.quadsFromTop.count : 0
  }

  @Test(arguments: [(-0.785, -0.785), (0, 0), (0.3, 1.1), (2.5, -0.4), (0.001, 0.002), (-1.2, 0.6)])
  func farFacesOfCubeAreHidden(turn: (x: Double, y: Double)) {
    let bitmap = Bitmap.filled(40, 40, 0xFFFF_FFFF)
    let faces = cubeFaceTransforms(width: 400, height: 300, scale: 0.8, turnX: turn.x, turnY: turn.y, bitmapSide: 40)
    // Negative for a face that is seen from behind.
    let far = faces.filter { $0.determinant < 0 }.map { Quad(bitmap, transform: $0) }
    let near = faces.filter { $0.determinant >= 0 }.map { Quad(bitmap, transform: $0) }
    #expect(far.count + near.count == 6)
    #expect(drawnCount(far + near) == near.count)
    // Without one of the near faces the inside is visible.
    if near.count > 1 { #expect(drawnCount(far + near.dropLast()) > near.count - 1) }
    // A face that can be seen through hides nothing.
    let clear = near.map { Quad($0.bitmap, transform: $0.transform, opacity: 0.9) }
    #expect(drawnCount(far + clear) == 6)
  }

  @Test func clipLimitsVisibility() {
    let background = Quad(.filled(400, 300, 0xFF00_0000), transform: .identity)
    let cover = Quad(.filled(100, 100, 0xFF00_0000), transform: Homography(scale: 1, x: 50, y: 50))
    #expect(drawnCount([background, cover]) == 2)
    #expect(drawnCount([background, cover], clip: PixelRect(x: 60, y: 60, width: 88, height: 80)) == 1)
    #expect(drawnCount([background, cover], clip: PixelRect(x: 60, y: 60, width: 91, height: 90)) == 2)
    #expect(drawnCount([background, cover], clip: PixelRect(x: 200, y: 60, width: 20, height: 20)) == 1)
  }

  /// Kernels can't read a bitmap this long, and must not read past the end of borrowed memory, so quads with such
  /// bitmaps aren't drawn: only the background is.
  @Test func undrawableBitmapsHideNothing() {
    let (background, long) = (Bitmap.filled(400, 300, 0xFF00_0000), Bitmap.filled(40_000, 1, 0xFF00_0000))
    let borrowed = Bitmap(borrowing: background.pixels, width: 400, height: 300, stride: 400)
    borrowed.isOpaque = true
    let map = Homography(m11: 0.01, m12: 0, m13: 0, m21: 0, m22: 300, m23: 0, m31: 0, m32: 0, m33: 1)
    for cover in [Quad(long, transform: map), Quad(borrowed, transform: .identity)] {
      var quads = [Quad(background, transform: .identity), cover]
      Renderer(threads: 1).markHidden(&quads, in: PixelRect(x: 0, y: 0, width: 400, height: 300))
      #expect(!quads[0].isHidden && drawnCount(quads) == 1)
    }
  }
}
