import PanelGeometry

@testable import PanelRaster

/// A slow rasterizer in float64. A pixel's coverage is the share of its sample points inside the quad. Colors are sampled
/// bilinearly at the pixel's center.
enum Reference {
  /// The number of rows and columns of sample points in a pixel.
  private static let gridSize = 32

  /// Draws a quad over the target's pixels.
  static func draw(_ quad: Quad, into pixels: inout [SIMD4<Double>], width: Int, height: Int) {
    guard let inverse = quad.transform.inverted() else { return }
    let (w, h) = (Double(quad.bitmap.width), Double(quad.bitmap.height))
    func texel(_ x: Double, _ y: Double) -> SIMD2<Double>? {
      let p = inverse.homogeneous(Point(x, y))
      return p.z > 0 ? SIMD2(p.x / p.z, p.y / p.z) : nil
    }
    for y in 0..<height {
      for x in 0..<width {
        var hits = 0
        for sy in 0..<gridSize {
          for sx in 0..<gridSize {
            let point = texel(
              Double(x) + (Double(sx) + 0.5) / Double(gridSize), Double(y) + (Double(sy) + 0.5) / Double(gridSize))
            if let point, point.x >= 0, point.y >= 0, point.x < w, point.y < h { hits += 1 }
          }
        }
        guard hits > 0, let center = texel(Double(x) + 0.5, Double(y) + 0.5) else { continue }
        let coverage = Double(hits) / Double(gridSize * gridSize)
        var source = sample(quad.bitmap, center)
        let brightness = 1 - quad.shade
        source *= SIMD4(brightness, brightness, brightness, 1) * quad.opacity * coverage
        pixels[y * width + x] = source + pixels[y * width + x] * (1 - source.w / 255)
      }
    }
  }

  /// Returns blue, green, red and alpha, 0…255, interpolated between the texels around a point.
  static func sample(_ bitmap: Bitmap, _ point: SIMD2<Double>) -> SIMD4<Double> {
    let (u, v) = (point.x - 0.5, point.y - 0.5)
    let (left, top) = (u.rounded(.down), v.rounded(.down))
    let (fx, fy) = (u - left, v - top)
    func texel(_ x: Double, _ y: Double) -> SIMD4<Double> {
      let column = min(max(Int(clamping: x), 0), bitmap.width - 1)
      let row = min(max(Int(clamping: y), 0), bitmap.height - 1)
      return channels(bitmap.pixels[row * bitmap.stride + column])
    }
    let upper = texel(left, top) * (1 - fx) + texel(left + 1, top) * fx
    let lower = texel(left, top + 1) * (1 - fx) + texel(left + 1, top + 1) * fx
    return upper * (1 - fy) + lower * fy
  }

  static func channels(_ pixel: UInt32) -> SIMD4<Double> {
    SIMD4(Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255), Double(pixel >> 24))
  }
}

extension Bitmap {
  static func filled(_ width: Int, _ height: Int, _ pixel: UInt32) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    bitmap.pixels.update(repeating: pixel, count: width * height)
    bitmap.isOpaque = pixel >> 24 == 255
    return bitmap
  }

  /// A bitmap of one color with quads drawn on it.
  static func filled(
    _ width: Int, _ height: Int, _ pixel: UInt32, drawing quads: [Quad], clip: Region? = nil,
    by renderer: Renderer = Renderer(threads: 1)
  ) -> Bitmap {
    let bitmap = filled(width, height, pixel)
    renderer.draw(quads, into: bitmap, clip: clip ?? Region(bitmap.bounds))
    return bitmap
  }

  /// A picture with gradients so soft that sampling it a sixteenth of a texel away changes a channel by less than 1.
  static func soft(_ width: Int, _ height: Int, isOpaque: Bool = true) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let alpha = isOpaque ? 1 : Double(x + y) / Double(width + height)
        let color = Color(
          Double(x) / Double(width), Double(y) / Double(height), Double(width - x) / Double(width), alpha)
        bitmap.pixels[y * width + x] = color.premultipliedPixel
      }
    }
    bitmap.isOpaque = isOpaque
    return bitmap
  }

  var content: [UInt32] { Array(UnsafeBufferPointer(start: pixels, count: width * height)) }

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * stride + x] }

  /// The largest difference of any channel of any pixel.
  func difference(from reference: [SIMD4<Double>]) -> Double {
    zip(content, reference).map { (Reference.channels($0) - $1).largest }.max() ?? 0
  }

  func equals(_ other: Bitmap, in rect: PixelRect) -> Bool {
    (rect.minY..<rect.maxY).allSatisfy { y in (rect.minX..<rect.maxX).allSatisfy { self[$0, y] == other[$0, y] } }
  }

  func difference(from other: Bitmap) -> Double { difference(from: other.content.map(Reference.channels)) }
}

extension Quad {
  func inSpace(_ number: Int) -> Quad {
    var quad = self
    quad.space = number
    return quad
  }
}

extension SIMD4<Double> {
  /// The largest magnitude of an element.
  var largest: Double { replacing(with: -self, where: self .< 0).max() }
}

/// Returns the transforms that map a square bitmap of `bitmapSide` pixels to the six faces of the cube in "iOS Core
/// Animation: Advanced Techniques", chapter 5. The cube is 200 points wide, seen from 500 points, in the center of a target.
func cubeFaceTransforms(width: Double, height: Double, scale: Double, turnX: Double, turnY: Double, bitmapSide: Double)
  -> [Homography]
{
  let quarter = Double.pi / 2
  let identity = Transform3D.identity
  let faces = [
    identity.translatedBy(x: 0, y: 0, z: 100),
    identity.translatedBy(x: 100, y: 0, z: 0).rotated(by: quarter, x: 0, y: 1, z: 0),
    identity.translatedBy(x: 0, y: -100, z: 0).rotated(by: quarter, x: 1, y: 0, z: 0),
    identity.translatedBy(x: 0, y: 100, z: 0).rotated(by: -quarter, x: 1, y: 0, z: 0),
    identity.translatedBy(x: -100, y: 0, z: 0).rotated(by: -quarter, x: 0, y: 1, z: 0),
    identity.translatedBy(x: 0, y: 0, z: -100).rotated(by: 2 * quarter, x: 0, y: 1, z: 0),
  ]
  let camera = Transform3D(perspectiveDistance: 500).rotated(by: turnX, x: 1, y: 0, z: 0)
    .rotated(by: turnY, x: 0, y: 1, z: 0)
  return faces.map { face in
    Homography(scale: 200 / bitmapSide, x: -100, y: -100)
      .concatenating(face.concatenating(camera).homography)
      .concatenating(Homography(scale: scale, x: width / 2, y: height / 2))
  }
}
