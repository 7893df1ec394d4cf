import Geometry
import Glibc
import Raster

/// A scene in the format for benchmarking other rasterizers: textured quads over a solid background.
///
/// Fields are separated by whitespace: `W H red green blue quads`, then for each quad `texture.raw width height shade`,
/// the nine elements of the matrix from texture to target for column vectors, and four corners. Textures are
/// premultiplied BGRA.
struct PeerScene {
  let name: String
  let width: Int
  let height: Int
  var quads: [Quad]

  init(name: String, width: Int, height: Int, quads: [Quad]) {
    (self.name, self.width, self.height, self.quads) = (name, width, height, quads)
  }

  /// `nil` if the file doesn't exist or isn't such a scene.
  init?(path: String) {
    guard let text = FileBytes(path)?.bytes else { return nil }
    var words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)[...]
    func number() -> Double? { words.popFirst().flatMap { Double($0) } }
    guard let width = number(), let height = number(), let red = number(), let green = number(), let blue = number(),
      let count = number()
    else { return nil }
    name = String(path.split(separator: "/").last?.prefix { $0 != "-" } ?? "")
    (self.width, self.height) = (Int(clamping: width), Int(clamping: height))
    let ground = Bitmap(width: 1, height: 1)
    ground.pixels[0] = Color(red / 255, green / 255, blue / 255).premultipliedPixel
    ground.isOpaque = true
    let stretched = Homography(m11: width, m12: 0, m13: 0, m21: 0, m22: height, m23: 0, m31: 0, m32: 0, m33: 1)
    quads = [Quad(ground, transform: stretched)]
    for _ in 0..<Int(clamping: count) {
      guard let texture = words.popFirst(), let width = number(), let height = number(), let shade = number(),
        let raw = FileBytes(String(texture))?.bytes, raw.count == Int(clamping: width * height) * 4
      else { return nil }
      let bitmap = Bitmap(width: Int(clamping: width), height: Int(clamping: height))
      // swift-format-ignore: NeverForceUnwrap
      raw.withUnsafeBytes { _ = memcpy(bitmap.pixels, $0.baseAddress!, $0.count) }
      bitmap.isOpaque = (0..<bitmap.pixelCount).allSatisfy { bitmap.pixels[$0] >> 24 == 255 }
      let m = (0..<9).compactMap { _ in number() }
      guard m.count == 9, (0..<8).compactMap({ _ in number() }).count == 8 else { return nil }
      quads.append(
        Quad(
          bitmap,
          transform: Homography(
            m11: m[0], m12: m[3], m13: m[6], m21: m[1], m22: m[4], m23: m[7], m31: m[2], m32: m[5], m33: m[8]),
          shade: shade))
    }
  }

  /// Returns the scene with its background as a full-size bitmap, which is copied, instead of a color fill.
  func withGroundAsBitmap() -> PeerScene {
    var scene = self
    let bitmap = Bitmap(width: width, height: height)
    bitmap.fill(bitmap.bounds, with: quads[0].bitmap.pixels[0])
    bitmap.isOpaque = true
    scene.quads[0] = Quad(bitmap, transform: .identity)
    return scene
  }
}
