import CLinux
import CPixels

/// A bitmap's mip levels, each half as wide and high as the one before, and its `AreaMap`.
///
/// Levels are made when they are first needed. Changes are applied when the bitmap is next sampled.
final class MipLevels {
  /// More levels than any bitmap has.
  static let limit = 16

  /// Level 0 is the bitmap itself.
  let levels = UnsafeMutablePointer<Texels>.allocate(capacity: limit)
  private(set) var count = 1
  /// The region that changed since the levels were last updated.
  var outdated = Region()
  private var areaMap: AreaMap?

  init(of bitmap: Bitmap) {
    levels[0] = bitmap.texels
  }

  deinit {
    for level in 1..<count { levels[level].base.deallocate() }
    levels.deallocate()
  }

  /// Applies the changes, and makes the levels up to `deepest`, as far as the bitmap can be halved.
  func update(from bitmap: Bitmap, deepest: Int) {
    if !outdated.isEmpty {
      for index in 0..<outdated.count { updateLevels(in: outdated[index]) }
      areaMap?.update(outdated, gradient: bitmap.lastFill)
      outdated = Region()
    }
    while count <= deepest, count < Self.limit, max(levels[count - 1].width, levels[count - 1].height) > 1 {
      let larger = levels[count - 1]
      let (width, height) = ((larger.width + 1) / 2, (larger.height + 1) / 2)
      let texels = UnsafeMutablePointer<UInt32>.allocate(capacity: Bitmap.paddedCount(width, height))
      clinux_populate(texels, Bitmap.paddedCount(width, height) * 4)
      levels[count] = Texels(base: texels, stride: width, width: width, height: height)
      Self.halve(larger, into: levels[count], levels[count].bounds)
      count += 1
    }
  }

  /// The areas of the bitmap that needn't be sampled.
  func areaMap(of bitmap: Bitmap) -> AreaMap {
    let map = areaMap ?? AreaMap(of: levels[0], gradient: bitmap.lastFill)
    areaMap = map
    return map
  }

  private func updateLevels(in rect: PixelRect) {
    var rect = rect
    for level in 1..<count {
      rect = PixelRect(
        minX: rect.minX >> 1, minY: rect.minY >> 1, maxX: (rect.maxX + 1) >> 1, maxY: (rect.maxY + 1) >> 1)
      Self.halve(levels[level - 1], into: levels[level], rect)
    }
  }

  private static func halve(_ source: Texels, into target: Texels, _ rect: PixelRect) {
    for y in rect.minY..<rect.maxY {
      let top = source.base + 2 * y * source.stride
      // If the height is odd, the last row counts twice.
      let bottom = 2 * y + 1 < source.height ? top + source.stride : top
      cpixels_halve(target.base + y * target.stride, rect.minX, rect.maxX, top, bottom, source.width)
    }
  }
}
