import Raster
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
    let rows = min(row, bitmap.height)
    var count = 0
    for y in 0..<rows {
      for x in 0..<bitmap.width {
        let (a, b) = (bitmap.pixels[y * bitmap.stride + x], other.bitmap.pixels[y * other.bitmap.stride + x])
        for shift in stride(from: 0, to: 24, by: 8)
        where abs(Int(a >> UInt32(shift) & 0xFF) - Int(b >> UInt32(shift) & 0xFF)) > levels {
          count += 1
          break
        }
      }
    }
    return Double(count) / Double(rows * bitmap.width)
  }
}
