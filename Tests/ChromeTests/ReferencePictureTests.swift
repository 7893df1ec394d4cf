import Foundation
import Geometry
import Raster
import Scenes
import System
import Testing
import Text
import Views

@testable import Chrome

/// Every scene at three sizes, against small pictures that somebody looked at.
///
/// `CUBE_KIOSK_RECORD=1 swift test --filter ReferencePictureTests` draws them anew: look at each before you commit it.
@Suite struct ReferencePictureTests {
  private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("References").path

  /// In pixels; the reference is as many times smaller.
  private static let sizes = [(width: 800, height: 480, part: 8), (1080, 1920, 18), (3840, 2160, 30)]

  /// Of 255: what another version of the fonts may do to a block of pixels (80 between Debian 12 and 13, whose Inter has
  /// another R), and to all of them on average.
  private static let tolerance = (block: 110, average: 1.0)

  @Test(arguments: SceneCatalog.names, [0, 1, 2])
  func itLooksAsItDid(_ name: String, _ index: Int) throws {
    let (width, height, part) = Self.sizes[index]
    let window = Window(
      Stage(try #require(SceneCatalog.make(name))), size: Size(Double(width), Double(height)), scale: 1, threads: 2)
    let bitmap = Bitmap(width: width, height: height)
    bitmap.isOpaque = true
    _ = window.prepare()
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    let small = bitmap.shrunk(by: part)

    let path = "\(Self.directory)/\(name)-\(width)x\(height).png"
    if ProcessInfo.processInfo.environment["CUBE_KIOSK_RECORD"] != nil {
      try FileManager.default.createDirectory(atPath: Self.directory, withIntermediateDirectories: true)
      return try File.replace(path, with: PNG.data(small))
    }
    let reference = try PNG.bitmap(File.read(path, upTo: 64 << 20))
    try #require(reference.width == small.width && reference.height == small.height)
    var (largest, sum) = (0, 0)
    for index in 0..<small.width * small.height {
      for shift in [0, 8, 16] as [UInt32] {
        let difference = abs(Int(small.pixels[index] >> shift & 255) - Int(reference.pixels[index] >> shift & 255))
        largest = max(largest, difference)
        sum += difference
      }
    }
    let average = Double(sum) / Double(small.width * small.height * 3)
    #expect(largest <= Self.tolerance.block && average <= Self.tolerance.average, "\(largest), \(average)")
  }
}

extension Bitmap {
  /// The averages of blocks of `part` times `part` pixels.
  fileprivate func shrunk(by part: Int) -> Bitmap {
    let small = Bitmap(width: width / part, height: height / part)
    small.isOpaque = true
    for y in 0..<small.height {
      for x in 0..<small.width {
        var sums = (0, 0, 0)
        for row in y * part..<(y + 1) * part {
          for column in x * part..<(x + 1) * part {
            let pixel = pixels[row * stride + column]
            sums = (sums.0 + Int(pixel >> 16 & 255), sums.1 + Int(pixel >> 8 & 255), sums.2 + Int(pixel & 255))
          }
        }
        let count = part * part
        small.pixels[y * small.stride + x] =
          0xFF00_0000 | UInt32(sums.0 / count) << 16 | UInt32(sums.1 / count) << 8 | UInt32(sums.2 / count)
      }
    }
    small.didChange()
    return small
  }
}
