import PanelRaster
import PanelSystem
import PanelText
import ReferencePicture
import TestSupport
import Testing

/// A picture from a file, compared with others.
struct Picture: Equatable {
  let bitmap: Bitmap

  init(_ path: String) throws { bitmap = try PNG.bitmap(File.read(path, upTo: 64 << 20)) }

  /// Draws a picture with `cube-kiosk render`.
  init(rendering options: [String], size: (width: Int, height: Int) = (1280, 800)) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("rendered.png")
    let result = try Program.run(["render", "--size", "\(size.width)x\(size.height)", "-o", path] + options)
    try #require(result.status == 0, "\(result.errors)")
    try self.init(path)
  }

  static func == (a: Picture, b: Picture) -> Bool { a.differing(from: b, by: 0) == 0 }

  /// The share of pixels, 0…1, in which a channel differs by more than a number of levels; 1 if the sizes differ.
  func differing(from other: Picture, by levels: Int, above row: Int = .max) -> Double {
    guard bitmap.width == other.bitmap.width, bitmap.height == other.bitmap.height else { return 1 }
    let count = bitmap.countPixels(differingFrom: other.bitmap, by: levels, above: row)
    return Double(count) / Double(min(row, bitmap.height) * bitmap.width)
  }

  /// The number of pixels that satisfy a condition.
  func count(where condition: (UInt32) -> Bool) -> Int {
    (0..<bitmap.width * bitmap.height).count { condition(bitmap.pixels[$0]) }
  }
}
