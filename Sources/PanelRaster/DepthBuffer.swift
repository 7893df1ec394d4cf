/// The working memory of one band for quads that are drawn by depth: a row of the depth buffer, and the quads that
/// share pixels.
final class DepthBuffer {
  static let none = Int32.max
  /// The samples of a pixel, in vectors of eight.
  static let groups = 32

  /// The quads that touch the band.
  let quads = Scratch<Int32>()
  /// For each column, the depth of the nearest opaque quad that covers the whole pixel; its least depth in the pixel;
  /// and its index.
  let depths = Scratch<Float>()
  let minDepths = Scratch<Float>()
  let nearest = Scratch<Int32>()
  /// The quads that may be visible in a part of a pixel, as lists that start at `heads` and end with -1.
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
    let count = Self.groups * 8
    func offset(_ index: Int) -> Float { (Float(index % count) + 0.5) / Float(count) - 0.5 }
    for first in stride(from: 0, to: count, by: 8) {
      var (column, row) = (SIMD8<Float>(), SIMD8<Float>())
      for lane in 0..<8 {
        column[lane] = offset(first + lane)
        // 45 and 256 have no divisor in common: a lattice whose points lie far from each other.
        row[lane] = offset((first + lane) * 45)
      }
      sampleX.append(column)
      sampleY.append(row)
    }
  }

  /// Starts a row of so many columns.
  func begin(_ count: Int) {
    for list in [depths, minDepths] { list.reset(-.infinity, count: count) }
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

  /// Adds a fragment to `sorted`. Those of a pixel come with decreasing indices.
  func insert(_ fragment: DepthFragment) {
    var place = sorted.count
    sorted.append(fragment)
    while place > 0, sorted.base[place - 1].depth > fragment.depth + DepthFragment.slack {
      sorted.base[place] = sorted.base[place - 1]
      place -= 1
    }
    sorted.base[place] = fragment
  }

  /// True if the fragments have one order in the whole pixel, and at most one of them doesn't fill it.
  var isOrdered: Bool {
    var parts = 0
    for place in 0..<sorted.count {
      if place > 0, !sorted.base[place].isInFront(of: sorted.base[place - 1]) { return false }
      if !sorted.base[place].isWhole { parts += 1 }
    }
    return parts <= 1
  }

  // MARK: Samples

  func beginSamples() {
    transmittance.reset(SIMD8(repeating: 1), count: Self.groups)
    sampleDepths.removeAll()
    _ = sampleDepths.extend(by: sorted.count * Self.groups)
  }

  private func depths(_ place: Int) -> UnsafeMutablePointer<SIMD8<Float>> { sampleDepths.base + place * Self.groups }

  /// Sets the depths of a fragment as if it filled the pixel.
  func setDepths(of place: Int) {
    let (fragment, depths) = (sorted.base[place], depths(place))
    for group in 0..<Self.groups {
      depths[group] = sampleX.base[group] * fragment.step + sampleY.base[group] * fragment.rowStep + fragment.depth
    }
  }

  /// Removes the samples outside of an edge from a fragment.
  func cut(_ place: Int, _ a: Float, _ b: Float, _ distance: Float) {
    let depths = depths(place)
    for group in 0..<Self.groups {
      depths[group].replace(with: -.infinity, where: sampleX.base[group] * a + sampleY.base[group] * b + distance .< 0)
    }
  }

  /// Returns the start of the group of fragments that ends at `end`. The order within a group differs by sample; all
  /// earlier fragments lie behind the group.
  func startOfGroup(to end: Int) -> Int {
    var start = end - 1
    for place in (0..<start).reversed()
    where (start..<end).contains(where: { !sorted.base[$0].isInFront(of: sorted.base[place]) }) {
      start = place
    }
    return start
  }

  /// Returns the number of samples in which a fragment is seen, in parts by what is in front of it.
  func countSeen(_ place: Int, among group: Range<Int>) -> Float {
    let (own, index) = (depths(place), sorted.base[place].quad)
    var sum = SIMD8<Float>.zero
    for sample in 0..<Self.groups {
      var seen = transmittance.base[sample]
      seen.replace(with: 0, where: own[sample] .== -.infinity)
      for other in group where other != place {
        let fragment = sorted.base[other]
        let slack = fragment.quad < index ? -DepthFragment.slack : DepthFragment.slack
        seen.replace(with: seen * fragment.transparency, where: depths(other)[sample] .> own[sample] + slack)
      }
      sum += seen
    }
    // In this order on each machine.
    let half = sum.lowHalf + sum.highHalf
    let quarter = half.lowHalf + half.highHalf
    return quarter.x + quarter.y
  }

  /// Reduces the transmittance by fragments.
  func attenuate(_ group: Range<Int>) {
    for place in group {
      let (depths, transparency) = (depths(place), sorted.base[place].transparency)
      for sample in 0..<Self.groups {
        let remaining = transmittance.base + sample
        remaining.pointee.replace(with: remaining.pointee * transparency, where: depths[sample] .> -.infinity)
      }
    }
  }
}

/// A quad in a pixel that it shares with others.
struct DepthFragment {
  /// Quads whose depths differ by less, in points, lie in the same plane: the later one, with the smaller index, is in
  /// front.
  static let slack: Float = 1.0 / 1024

  let quad: Int32
  /// At the pixel's center, and its change from column to column and from row to row.
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
    return depth - other.depth - reach > (quad < other.quad ? -Self.slack : Self.slack)
  }
}
