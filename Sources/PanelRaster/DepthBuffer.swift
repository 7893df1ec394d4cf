/// The working memory of one band for quads that are drawn by depth: a row of the depth buffer, and the quads that
/// share pixels.
final class DepthBuffer {
  /// An index that no quad has.
  static let noQuad = Int32.max
  /// The number of vectors for the samples of a pixel, of which each has eight.
  private static let vectorCount = 32

  /// The indices of the quads that touch the band.
  let quads = Scratch<Int32>()
  /// For each column, the depth of the nearest opaque quad that covers the whole pixel; its least depth in the pixel;
  /// and its index.
  let depths = Scratch<Float>()
  let minDepths = Scratch<Float>()
  let nearest = Scratch<Int32>()
  /// The quads that may be visible in a part of a pixel, as linked lists: each column's first link, or -1, is in
  /// `heads`.
  private let heads = Scratch<Int32>()
  private let links = Scratch<(quad: Int32, next: Int32)>()
  /// Fragments of a pixel, the farthest first.
  let sorted = Scratch<DepthFragment>()

  /// The offset of each sample from the pixel's center. No two samples share a row or a column.
  private let sampleX = Scratch<SIMD8<Float>>()
  private let sampleY = Scratch<SIMD8<Float>>()
  /// For each fragment, the depth of the samples inside; -∞ outside.
  private let sampleDepths = Scratch<SIMD8<Float>>()
  /// The part of each sample, 0…1, that the fragments so far let through.
  private let transmittance = Scratch<SIMD8<Float>>()

  init() {
    let count = Self.vectorCount * 8
    func offset(_ index: Int) -> Float { (Float(index % count) + 0.5) / Float(count) - 0.5 }
    for first in stride(from: 0, to: count, by: 8) {
      var (column, row) = (SIMD8<Float>(), SIMD8<Float>())
      for lane in 0..<8 {
        column[lane] = offset(first + lane)
        // 45 and 256 are coprime: each row gets one sample, and the samples lie far from each other.
        row[lane] = offset((first + lane) * 45)
      }
      sampleX.append(column)
      sampleY.append(row)
    }
  }

  /// Starts a row of `count` columns.
  func begin(_ count: Int) {
    for list in [depths, minDepths] { list.reset(-.infinity, count: count) }
    nearest.reset(Self.noQuad, count: count)
    heads.reset(-1, count: count)
    links.removeAll()
  }

  func append(_ quad: Int32, to column: Int) {
    links.append((quad, heads.base[column]))
    heads.base[column] = Int32(truncatingIfNeeded: links.count &- 1)
  }

  /// True if a pixel shows nothing but its nearest quad.
  func showsOnlyNearest(_ column: Int) -> Bool {
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

  /// Adds a fragment to `sorted`. A pixel's fragments must be added by decreasing index of their quads.
  func insert(_ fragment: DepthFragment) {
    var index = sorted.count
    sorted.append(fragment)
    while index > 0, sorted.base[index - 1].depth > fragment.depth + DepthFragment.tolerance {
      sorted.base[index] = sorted.base[index - 1]
      index -= 1
    }
    sorted.base[index] = fragment
  }

  /// True if the fragments have one order in the whole pixel, and at most one of them doesn't fill it.
  var isOrdered: Bool {
    var partialCount = 0
    for index in 0..<sorted.count {
      if index > 0, !sorted.base[index].isInFront(of: sorted.base[index - 1]) { return false }
      if !sorted.base[index].isWhole { partialCount += 1 }
    }
    return partialCount <= 1
  }

  // MARK: Samples

  func beginSamples() {
    transmittance.reset(SIMD8(repeating: 1), count: Self.vectorCount)
    sampleDepths.removeAll()
    sampleDepths.appendUninitialized(count: sorted.count * Self.vectorCount)
  }

  private func depths(_ index: Int) -> UnsafeMutablePointer<SIMD8<Float>> {
    sampleDepths.base + index * Self.vectorCount
  }

  /// Sets the depths of a fragment as if it filled the pixel.
  func setDepths(of index: Int) {
    let (fragment, depths) = (sorted.base[index], depths(index))
    for vector in 0..<Self.vectorCount {
      depths[vector] = sampleX.base[vector] * fragment.step + sampleY.base[vector] * fragment.rowStep + fragment.depth
    }
  }

  /// Removes the samples outside of an edge from a fragment.
  func cut(_ index: Int, _ a: Float, _ b: Float, _ distance: Float) {
    let depths = depths(index)
    for vector in 0..<Self.vectorCount {
      depths[vector].replace(
        with: -.infinity, where: sampleX.base[vector] * a + sampleY.base[vector] * b + distance .< 0)
    }
  }

  /// Returns the start of the group of fragments that ends at `end`: all earlier fragments lie behind the group, but
  /// the order within it differs from sample to sample.
  func startOfGroup(to end: Int) -> Int {
    var start = end - 1
    for index in (0..<start).reversed()
    where (start..<end).contains(where: { !sorted.base[$0].isInFront(of: sorted.base[index]) }) {
      start = index
    }
    return start
  }

  /// Returns the number of samples in which a fragment is visible. A sample behind translucent fragments counts in
  /// part.
  func countVisible(_ index: Int, among group: Range<Int>) -> Float {
    let (ownDepths, quad) = (depths(index), sorted.base[index].quad)
    var sum = SIMD8<Float>.zero
    for vector in 0..<Self.vectorCount {
      var visible = transmittance.base[vector]
      visible.replace(with: 0, where: ownDepths[vector] .== -.infinity)
      for other in group where other != index {
        let fragment = sorted.base[other]
        let tolerance = fragment.quad < quad ? -DepthFragment.tolerance : DepthFragment.tolerance
        visible.replace(
          with: visible * fragment.transparency, where: depths(other)[vector] .> ownDepths[vector] + tolerance)
      }
      sum += visible
    }
    // `sum()` may add in another order on another machine, and round differently.
    let half = sum.lowHalf + sum.highHalf
    let quarter = half.lowHalf + half.highHalf
    return quarter.x + quarter.y
  }

  /// Reduces the transmittance by that of fragments.
  func attenuate(_ group: Range<Int>) {
    for index in group {
      let (depths, transparency) = (depths(index), sorted.base[index].transparency)
      for vector in 0..<Self.vectorCount {
        let remaining = transmittance.base + vector
        remaining.pointee.replace(with: remaining.pointee * transparency, where: depths[vector] .> -.infinity)
      }
    }
  }
}

/// A quad in a pixel that it shares with others.
struct DepthFragment {
  /// Quads whose depths differ by less, in points, lie in the same plane: the later one, with the smaller index, is in
  /// front.
  static let tolerance: Float = 1.0 / 1024

  let quad: Int32
  /// The depth at the pixel's center, and its change from column to column and from row to row.
  let depth, step, rowStep: Float
  /// True if it fills the pixel.
  let isWhole: Bool
  /// True if nothing can be seen through it here.
  let isOpaque: Bool
  /// Its color, if it isn't opaque.
  var pixel: UInt32 = 0

  var transparency: Float { isOpaque ? 0 : Float(255 - pixel >> 24) / 255 }

  /// True if it is in front of another one in the whole pixel.
  func isInFront(of other: DepthFragment) -> Bool {
    let reach = (abs(step - other.step) + abs(rowStep - other.rowStep)) / 2
    return depth - other.depth - reach > (quad < other.quad ? -Self.tolerance : Self.tolerance)
  }
}
