import Glibc
import PanelGeometry
import PanelRaster
import PanelSystem

/// A scene in the format for benchmarking other rasterizers: textured quads over a solid background.
///
/// Fields are separated by whitespace: `W H red green blue quads`, then for each quad `texture.raw width height shade`,
/// the nine elements of the matrix from texture to target for column vectors, and four corners. Textures are
/// premultiplied BGRA.
struct QuadScene {
  private(set) var name: String
  private(set) var (width, height) = (1280, 800)
  var quads: [Quad]

  /// In bytes: more than a texture of the largest panel.
  private static let maximumFileSize = 1 << 28

  /// - Parameter quads: drawn over the background, at 1280×800.
  init(name: String, background: Color, quads: [Quad]) {
    (self.name, self.quads) = (name, [Self.background(background, 1280, 800)] + quads)
  }

  private static func background(_ color: Color, _ width: Double, _ height: Double) -> Quad {
    let bitmap = Bitmap(width: 1, height: 1)
    bitmap.pixels[0] = color.premultipliedPixel
    bitmap.isOpaque = true
    return Quad(bitmap, transform: Homography(scaleX: width, y: height))
  }

  /// Reads a scene file, or returns `nil` if it doesn't exist or is invalid.
  init?(path: String) {
    guard let text = try? File.read(path, upTo: Self.maximumFileSize) else { return nil }
    var words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)[...]
    func number() -> Double? { words.popFirst().flatMap { Double($0) } }
    guard let width = number(), let height = number(), let red = number(), let green = number(), let blue = number(),
      let count = number()
    else { return nil }
    name = String(path.split(separator: "/").last?.prefix { $0 != "-" } ?? "")
    (self.width, self.height) = (Int(clamping: width), Int(clamping: height))
    quads = [Self.background(Color(red / 255, green / 255, blue / 255), width, height)]
    for _ in 0..<Int(clamping: count) {
      guard let texture = words.popFirst(), let width = number(), let height = number(), let shade = number(),
        let raw = try? File.read(String(texture), upTo: Self.maximumFileSize),
        raw.count == Int(clamping: width * height) * 4
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
}
