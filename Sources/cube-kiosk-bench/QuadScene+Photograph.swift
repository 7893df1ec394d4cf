import PanelGeometry
import PanelRaster

extension Bitmap {
  /// Replaces the colors by an image with a photograph's spectrum: seven octaves of value noise per channel. Doesn't
  /// change alpha.
  func fillWithPhotograph(seed: UInt32) {
    for y in 0..<height {
      for x in 0..<width {
        let alpha = pixels[y * stride + x] >> 24
        var pixel = alpha << 24
        for channel in 0..<3 as Range<UInt32> {
          let level = ValueNoise(seed: seed &* 4 &+ channel).level(x, y)
          pixel |= (UInt32(level) * alpha + 127) / 255 * (1 << (8 * channel))
        }
        pixels[y * stride + x] = pixel
      }
    }
    didChange()
  }
}

/// Random values at the corners of a grid, interpolated in between. Each octave has half the grid size and 0.6 of the
/// contrast.
private struct ValueNoise {
  let seed: UInt32

  func level(_ x: Int, _ y: Int) -> UInt8 {
    var (sum, contrast) = (Float(128), Float(80))
    for octave in (0..<7).reversed() as ReversedCollection<Range<Int>> {
      let size = Float(1 << octave)
      let (column, row) = (x >> octave, y >> octave)
      let (right, down) = (Float(x) / size - Float(column), Float(y) / size - Float(row))
      func value(_ dx: Int, _ dy: Int) -> Float { hash(column + dx, row + dy, octave) }
      let upper = value(0, 0) * (1 - right) + value(1, 0) * right
      let lower = value(0, 1) * (1 - right) + value(1, 1) * right
      sum += contrast * (upper * (1 - down) + lower * down)
      contrast *= 0.6
    }
    return UInt8(clamping: Int(sum.rounded()))
  }

  /// Returns -1…1, always the same for the same arguments.
  private func hash(_ x: Int, _ y: Int, _ octave: Int) -> Float {
    var bits = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1 ^ UInt32(truncatingIfNeeded: y) &* 0x85EB_CA77
    bits = (bits ^ seed &* 0xC2B2_AE3D ^ UInt32(octave) << 27) &* 0x27D4_EB2F
    bits = (bits ^ bits >> 15) &* 0x85EB_CA6B
    return Float((bits ^ bits >> 13) >> 8) * 0x1p-23 - 1
  }
}

extension QuadScene {
  /// The built-in scenes: the faces of a cube, and translucent planes, with a photograph on each.
  static let photographs = ["photo-cube", "photo-carousel"]

  /// Creates one of `photographs` at 1280×800.
  init(photograph name: String) {
    let isCube = name == "photo-cube"
    var quads: [Quad] = []
    let quarter = Double.pi / 2
    let camera = Transform3D(perspectiveDistance: 500).rotated(
      by: isCube ? -quarter / 2 : -quarter / 5, x: 1, y: 0, z: 0
    )
    .rotated(by: isCube ? -quarter / 2 : 0.17, x: 0, y: 1, z: 0)
    // Back to front.
    let planes = [2, 3, 1, 4, 0].map { (x: 0.0, y: quarter * 0.8 * $0) }
    let turns = [(x: 0, y: quarter), (x: quarter, y: 0), (x: 0, y: 0)] + planes
    for (index, turn) in turns.enumerated() where (index < 3) == isCube {
      let (width, height) = isCube ? (600, 600) : (480, 320)
      let bitmap = Bitmap(width: width, height: height)
      bitmap.fill(bitmap.bounds, with: isCube ? 0xFF00_0000 : 0xD900_0000)
      bitmap.isOpaque = isCube
      bitmap.fillWithPhotograph(seed: UInt32(index))
      let (texelsPerPoint, distance) = isCube ? (3.0, 100.0) : (2.0, 180.0)
      let face = camera.rotated(by: turn.x, x: 1, y: 0, z: 0).rotated(by: turn.y, x: 0, y: 1, z: 0)
        .translatedBy(x: 0, y: 0, z: distance)
      let transform = Homography(
        scale: 1 / texelsPerPoint, x: -Double(width) / texelsPerPoint / 2, y: -Double(height) / texelsPerPoint / 2
      )
      .concatenating(face.homography).concatenating(
        Homography(scale: isCube ? 1.87 : 1.9, x: 640, y: isCube ? 400 : 320))
      quads.append(Quad(bitmap, transform: transform, shade: isCube ? Double(index) * 0.2 : 0))
    }
    self.init(name: name, background: .defaultBackground, quads: quads)
  }

  /// Returns the scene with a photograph on each quad except the background.
  func withPhotographs() -> QuadScene {
    for (index, quad) in quads.enumerated().dropFirst() { quad.bitmap.fillWithPhotograph(seed: UInt32(index)) }
    return self
  }
}
