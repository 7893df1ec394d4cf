/// The working memory of one band for quads that are drawn by depth: a row of the depth buffer, and the quads that share pixels.
final class DepthBuffer {
  /// A quad that may be visible in a part of a pixel, and the next one there, or -1.
  struct Fragment {
    var quad: Int32
    var next: Int32
  }

  /// The samples of a pixel, in vectors of eight.
  static let groups = 8
  static let none = Int32.max

  /// For each column, the depth of the nearest opaque quad that covers the whole pixel; its least depth in the pixel; and its index.
  let depths = Scratch<Float>()
  let least = Scratch<Float>()
  let nearest = Scratch<Int32>()
  /// For each column the index of its first fragment, or -1.
  let first = Scratch<Int32>()
  let fragments = Scratch<Fragment>()
  /// The quads that touch the band.
  let quads = Scratch<Int32>()
  /// The translucent fragments of a pixel, the farthest first.
  let translucent = Scratch<(quad: Int32, depth: Float)>()

  /// The offset of each sample from the pixel's center. No two samples share a row or a column, so upright edges have 64 levels
  /// of coverage, too.
  let x = Scratch<SIMD8<Float>>()
  let y = Scratch<SIMD8<Float>>()
  /// The depth of each sample, and the index of the quad that it shows.
  let sampleDepths = Scratch<SIMD8<Float>>()
  let sampleQuads = Scratch<SIMD8<Int32>>()

  init() {
    for group in 0..<Self.groups {
      var (column, row) = (SIMD8<Float>(), SIMD8<Float>())
      for lane in 0..<8 {
        let index = group * 8 + lane
        column[lane] = (Float(index) + 0.5) / 64 - 0.5
        // 19 and 64 have no divisor in common: a lattice whose points lie far from each other.
        row[lane] = (Float(index * 19 % 64) + 0.5) / 64 - 0.5
      }
      x.append(column)
      y.append(row)
    }
    _ = sampleDepths.extend(by: Self.groups)
    _ = sampleQuads.extend(by: Self.groups)
  }

  /// Adds a translucent fragment by its depth.
  func insert(_ quad: Int32, depth: Float) {
    var place = translucent.count
    translucent.append((quad, depth))
    while place > 0, translucent.base[place - 1].depth > depth {
      translucent.base[place] = translucent.base[place - 1]
      place -= 1
    }
    translucent.base[place] = (quad, depth)
  }

  /// Starts a row of so many columns.
  func begin(_ count: Int) {
    for list in [depths, least] { list.reset(-.infinity, count: count) }
    nearest.reset(Self.none, count: count)
    first.reset(-1, count: count)
    fragments.removeAll()
  }

  func beginSamples() {
    sampleDepths.reset(SIMD8(repeating: -.infinity), count: Self.groups)
    sampleQuads.reset(SIMD8(repeating: Self.none), count: Self.groups)
  }
}
