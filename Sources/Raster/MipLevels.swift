/// Smaller and smaller copies of a bitmap, each half as wide and high as the one before, for drawing it shrunk.
///
/// Only those asked for are made, and after a change only the changed part is made anew.
final class MipLevels {
  /// 2¹⁵ pixels is more than any bitmap's side.
  static let limit = 16

  /// Level 0 is the bitmap itself.
  let levels = UnsafeMutablePointer<Texels>.allocate(capacity: limit)
  private(set) var count = 1
  private var version: Int
  private var flats: FlatMap?

  init(of bitmap: Bitmap) {
    levels[0] = bitmap.texels
    version = bitmap.version
  }

  deinit {
    for level in 1..<count { levels[level].base.deallocate() }
    levels.deallocate()
  }

  /// Brings the copies up to date with the bitmap, and makes those up to `deepest`, as far as it can be halved.
  func update(from bitmap: Bitmap, deepest: Int) {
    if bitmap.version != version {
      let isNext = bitmap.version == version + 1
      let changed = isNext ? bitmap.lastChange.intersection(bitmap.bounds) : Region(bitmap.bounds)
      for index in 0..<changed.count { remake(changed[index]) }
      flats?.update(changed)
      version = bitmap.version
    }
    while count <= deepest, count < Self.limit, max(levels[count - 1].width, levels[count - 1].height) > 1 {
      let above = levels[count - 1]
      let (width, height) = ((above.width + 1) / 2, (above.height + 1) / 2)
      levels[count] = Texels(
        base: .allocate(capacity: Bitmap.roomFor(width, height)), stride: width, width: width, height: height)
      Self.halve(above, into: levels[count], levels[count].bounds)
      count += 1
    }
  }

  /// Where the bitmap is one colour; followed from the first call on.
  var flatMap: FlatMap {
    let flatMap = flats ?? FlatMap(of: levels[0])
    flats = flatMap
    return flatMap
  }

  private func remake(_ rect: PixelRect) {
    var rect = rect
    for level in 1..<count {
      rect = PixelRect(
        minX: rect.minX >> 1, minY: rect.minY >> 1, maxX: (rect.maxX + 1) >> 1, maxY: (rect.maxY + 1) >> 1)
      Self.halve(levels[level - 1], into: levels[level], rect)
    }
  }

  /// Each pixel becomes the mean of four; beyond an odd side the last row or column counts twice.
  private static func halve(_ source: Texels, into target: Texels, _ rect: PixelRect) {
    for y in rect.minY..<rect.maxY {
      let top = source.base + 2 * y * source.stride
      let bottom = 2 * y + 1 < source.height ? top + source.stride : top
      let output = target.base + y * target.stride
      let pairs = min(rect.maxX, source.width / 2)
      var x = rect.minX
      while x < pairs {
        output[x] = mean(top[2 * x], top[2 * x + 1], bottom[2 * x], bottom[2 * x + 1])
        x += 1
      }
      if x < rect.maxX { output[x] = mean(top[2 * x], top[2 * x], bottom[2 * x], bottom[2 * x]) }
    }
  }

  /// Two channels at a time: their sums need ten bits and have sixteen.
  @inline(__always) private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let even = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002
    let odd = (a >> 8 & mask) &+ (b >> 8 & mask) &+ (c >> 8 & mask) &+ (d >> 8 & mask) &+ 0x0002_0002
    return (even >> 2 & mask) | ((odd >> 2 & mask) << 8)
  }
}
