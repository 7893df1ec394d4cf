import Geometry
import Glibc
import Raster

/// `flat`: times a solid-color layer as large as the panel, and a memset of the same bytes in the same rounds.
enum FlatLayers {
  static func run(isJSON: Bool) {
    let table = Table(["layer", "width", "height", "time", "of a memset"], isJSON: isJSON)
    for (width, height) in [(1280, 800), (1920, 1080), (3840, 2160)] {
      let frame = Bitmap(width: width, height: height)
      let renderer = Renderer(threads: 1)
      func layer(_ pixel: UInt32) -> [Quad] {
        let bitmap = Bitmap(width: 1, height: 1)
        bitmap.pixels[0] = pixel
        bitmap.isOpaque = pixel >> 24 == 255
        let (sx, sy) = (Double(width), Double(height))
        return [
          Quad(bitmap, transform: Homography(m11: sx, m12: 0, m13: 0, m21: 0, m22: sy, m23: 0, m31: 0, m32: 0, m33: 1))
        ]
      }
      let (opaque, translucent) = (layer(0xFFE6_5A2C), layer(0x8040_2010))
      let rounds: [(name: String, draw: () -> Void)] = [
        ("memset", { memset(frame.pixels, 0x20, frame.pixelCount * 4) }),
        ("opaque", { renderer.draw(opaque, into: frame, clip: Region(frame.bounds)) }),
        ("translucent", { renderer.draw(translucent, into: frame, clip: Region(frame.bounds)) }),
      ]
      var times: [UInt64] = [.max, .max, .max]
      for _ in 0..<200 {
        for (index, round) in rounds.enumerated() { times[index] = min(times[index], Main.least(1, round.draw)) }
      }
      for (round, time) in zip(rounds, times) {
        table.add(.text(round.name), .count(width), .count(height), .time(time), .ratio(time, times[0]))
      }
    }
    table.finish()
  }
}
