import Raster
import ReferencePicture
import System
import Text

/// A picture read from a file, to compare with another one.
struct Picture {
  let bitmap: Bitmap

  init(_ path: String) throws { bitmap = try PNG.bitmap(File.read(path, upTo: 64 << 20)) }

  /// The share of pixels, 0…1, of which a channel differs by more than a number of levels. All of them where the sizes
  /// differ.
  func differing(from other: Picture, by levels: Int, above row: Int = .max) -> Double {
    guard bitmap.width == other.bitmap.width, bitmap.height == other.bitmap.height else { return 1 }
    let count = bitmap.countPixels(differingFrom: other.bitmap, by: levels, above: row)
    return Double(count) / Double(min(row, bitmap.height) * bitmap.width)
  }
}
