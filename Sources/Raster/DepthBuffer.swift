/// The working memory of one band for quads that are drawn by depth: a row of the depth buffer, and the quads that share pixels.
final class DepthBuffer {
  static let none = Int32.max
  /// The samples of a pixel, in vectors of eight.
  static let groups = 32

  /// The quads that touch the band.
  let quads = Scratch<Int32>()
  /// For each column, the depth of the nearest opaque quad that covers the whole pixel; its least depth in the pixel; and its index.
  let depths = Scratch<Float>()
  let least = Scratch<Float>()
  let nearest = Scratch<Int32>()
  /// The quads that may be visible in a part of a pixel, as lists that start at `heads` and end with -1.
  private let heads = Scratch<Int32>()
  private let links = Scratch<(quad: Int32, next: Int32)>()
  /// Fragments of a pixel, the farthest first.
  let sorted = Scratch<(quad: Int32, depth: Float)>()

  /// The offset of each sample from the pixel's center. No two samples share a row or a column.
  let x = Scratch<SIMD8<Float>>()
  let y = Scratch<SIMD8<Float>>()
  /// The depth of each sample, and the index of the quad that it shows.
  let sampleDepths = Scratch<SIMD8<Float>>()
  let sampleQuads = Scratch<SIMD8<Int32>>()

  init() {
    let count = Self.groups * 8
    func offset(_ index: Int) -> Float { (Float(index % count) + 0.5) / Float(count) - 0.5 }
    for first in stride(from: 0, to: count, by: 8) {
      var (column, row) = (SIMD8<Float>(), SIMD8<Float>())
      for lane in 0..<8 {
        column[lane] = offset(first + lane)
        // 45 and 256 have no divisor in common: a lattice whose points lie far from each other.
        row[lane] = offset((first + lane) * 45)
      }
      x.append(column)
      y.append(row)
    }
  }

  /// Starts a row of so many columns.
  func begin(_ count: Int) {
    for list in [depths, least] { list.reset(-.infinity, count: count) }
    nearest.reset(Self.none, count: count)
    heads.reset(-1, count: count)
    links.removeAll()
  }

  func append(_ quad: Int32, to column: Int) {
    links.append((quad, heads.base[column]))
    heads.base[column] = Int32(truncatingIfNeeded: links.count &- 1)
  }

  /// True if a pixel shows nothing but its nearest quad.
  func isAlone(_ column: Int) -> Bool {
    let head = heads.base[column]
    return head < 0 || (links.base[Int(head)].next < 0 && links.base[Int(head)].quad == nearest.base[column])
  }

  /// The quads that may be visible in a part of a pixel.
  func fragments(_ column: Int) -> some Sequence<Int32> {
    sequence(state: heads.base[column]) { [links] index in
      guard index >= 0 else { return nil }
      let link = links.base[Int(index)]
      index = link.next
      return link.quad
    }
  }

  /// Adds a quad to `sorted`.
  func insert(_ quad: Int32, depth: Float) {
    var place = sorted.count
    sorted.append((quad, depth))
    while place > 0, sorted.base[place - 1].depth > depth {
      sorted.base[place] = sorted.base[place - 1]
      place -= 1
    }
    sorted.base[place] = (quad, depth)
  }

  func beginSamples() {
    sampleDepths.reset(SIMD8(repeating: -.infinity), count: Self.groups)
    sampleQuads.reset(SIMD8(repeating: Self.none), count: Self.groups)
    sorted.removeAll()
  }

  /// The number of samples that show a quad.
  func countSamples(of quad: Int32) -> UInt32 {
    var count = SIMD8<Int32>.zero
    for group in 0..<Self.groups { count.replace(with: count &+ 1, where: sampleQuads.base[group] .== quad) }
    return UInt32(bitPattern: count.wrappedSum())
  }
}
