import PanelGeometry

/// The groups of a display list that fade or mask something, and the group of each quad.
final class GroupTree {
  /// In the order in which they begin. A group comes after those that it is in.
  let groups = Scratch<PreparedGroup>()
  /// For each quad of the list, the index of its innermost group, or -1. Empty if there are no groups.
  private let groupOfQuad = Scratch<Int32>()

  var memory: [ScratchMemory] { [groups, groupOfQuad] }

  /// - Parameters:
  ///   - list: an outer group comes before those in it.
  ///   - quadCount: the length of the display list.
  ///   - bounds: the target's.
  func build(_ list: [QuadGroup], quadCount: Int, bounds: PixelRect) {
    groups.removeAll()
    groupOfQuad.removeAll()
    guard !list.isEmpty else { return }
    groupOfQuad.appendUninitialized(count: quadCount)
    var next = 0
    var current = -1
    for quad in 0..<quadCount {
      while current >= 0, groups.base[current].quads.upperBound <= quad { current = groups.base[current].parent }
      while next < list.count, list[next].quads.lowerBound <= quad {
        if list[next].quads.contains(quad), list[next].changesPixels {
          groups.append(PreparedGroup(list[next], index: groups.count, parent: current, in: self, bounds: bounds))
          current = groups.count - 1
        }
        next += 1
      }
      groupOfQuad.base[quad] = Int32(truncatingIfNeeded: current)
    }
  }

  func resetTouched() {
    for index in 0..<groups.count { groups.base[index].touched = .empty }
  }

  /// Returns the index of a quad's innermost group, or -1.
  @inline(__always) func group(of quad: Int) -> Int { groupOfQuad.count > 0 ? Int(groupOfQuad.base[quad]) : -1 }

  /// Returns the part of `bounds` outside of which nothing of a quad is drawn: its clip, and what masks its groups.
  func scissor(of quad: Quad, at index: Int, in bounds: PixelRect) -> PixelRect {
    let group = group(of: index)
    let outer = group >= 0 ? groups.base[group].scissor : bounds
    return quad.clip.map(outer.intersection) ?? outer
  }

  /// Returns the part of `scissor` in which an opaque quad hides what is beneath it.
  func hidingPart(of scissor: PixelRect, at index: Int) -> PixelRect {
    let group = group(of: index)
    return group >= 0 ? scissor.intersection(groups.base[group].hidingRect) : scissor
  }
}

extension QuadGroup {
  fileprivate var changesPixels: Bool { !(opacity >= 1) || mask != nil || roundedMask != nil }
}

/// A group as the painter needs it.
struct PreparedGroup {
  /// The indices in the display list.
  let quads: Range<Int>
  /// The index of the group around it, or -1.
  let parent: Int
  /// In 256ths.
  let opacity: UInt32
  /// The polygon outside of which nothing is drawn; without corners if the group has no such mask.
  let mask: Outline
  let roundedMask: RoundedPixelRect?
  /// Nothing of the group is drawn outside of this rectangle, by its own masks and those around it.
  let scissor: PixelRect
  /// The part in which the group's opaque quads hide what is beneath them: neither translucent nor cut off.
  let hidingRect: PixelRect
  /// The index of the innermost group, this one or around it, that is translucent or masked by a polygon; or -1.
  let fadingGroup: Int
  /// The pixels that its visible quads may touch inside the clip. Set while quads are prepared.
  var touched = PixelRect.empty
  /// The index in `DrawPass.edges` of the mask's first edge.
  var firstEdge = 0
  /// The numbers of pixels in a row that painting keeps for this group, and for those around it, too.
  var keptWidth = 0

  init(_ group: QuadGroup, index: Int, parent: Int, in tree: GroupTree, bounds: PixelRect) {
    quads = group.quads
    self.parent = parent
    opacity = UInt32(clamping: (Color.clamped(group.opacity) * 256).rounded())
    mask = group.mask.map { Outline($0, transform: .identity) } ?? Outline()
    roundedMask = group.roundedMask.flatMap { $0.radii.isZero ? nil : $0.limited }
    let outer = parent >= 0 ? tree.groups.base + parent : nil
    var scissor = outer?.pointee.scissor ?? bounds
    if group.mask != nil { scissor = mask.count > 0 ? scissor.intersection(mask.pixelBounds) : .empty }
    if let rect = group.roundedMask?.rect { scissor = scissor.intersection(rect) }
    self.scissor = opacity > 0 ? scissor : .empty
    if opacity < 256 || mask.count > 0 {
      hidingRect = .empty
      fadingGroup = index
    } else {
      let hidingRect = outer?.pointee.hidingRect ?? bounds
      self.hidingRect = hidingRect.intersection(roundedMask?.rowsBetweenCorners ?? scissor)
      fadingGroup = outer?.pointee.fadingGroup ?? -1
    }
  }

  /// True if only the pixels at the mask's round corners differ from those that the quads paint.
  var changesOnlyCorners: Bool { opacity == 256 && mask.count == 0 }

  /// The largest number of pixels of a row that must be kept while the group is painted.
  var maxKeptColumns: Int {
    guard changesOnlyCorners, let radii = roundedMask?.radii else { return changesOnlyCorners ? 0 : touched.width }
    let left = RoundedPixelRect.pixels(max(radii.topLeft, radii.bottomLeft))
    return min(left + RoundedPixelRect.pixels(max(radii.topRight, radii.bottomRight)), touched.width)
  }

  /// Returns the columns of a row whose pixels must be kept while the group is painted.
  func keptColumns(_ y: Int) -> (left: Range<Int>, right: Range<Int>) {
    let columns = touched.minX..<touched.maxX
    guard changesOnlyCorners else { return (columns, columns.upperBound..<columns.upperBound) }
    guard let roundedMask else { return (0..<0, 0..<0) }
    let widths = roundedMask.cornerWidths(y)
    let (left, right) = (roundedMask.rect.minX + widths.left, roundedMask.rect.maxX - widths.right)
    return (
      (roundedMask.rect.minX..<left).clamped(to: columns),
      (max(left, right)..<max(left, roundedMask.rect.maxX)).clamped(to: columns)
    )
  }
}

extension RoundedPixelRect {
  /// The same inside of any target, with numbers whose sums don't overflow.
  fileprivate var limited: RoundedPixelRect {
    let limit = 1 << 30
    func limited(_ radius: Double) -> Double { radius > 0 ? min(radius, Double(limit)) : 0 }
    return RoundedPixelRect(
      rect.intersection(PixelRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit)),
      radii: CornerRadii(
        topLeft: limited(radii.topLeft), topRight: limited(radii.topRight), bottomRight: limited(radii.bottomRight),
        bottomLeft: limited(radii.bottomLeft)))
  }

  /// The largest part that no corner touches, over the whole width.
  var rowsBetweenCorners: PixelRect {
    let top = rect.minY + Self.pixels(max(radii.topLeft, radii.topRight))
    let bottom = rect.maxY - Self.pixels(max(radii.bottomLeft, radii.bottomRight))
    return PixelRect(minX: rect.minX, minY: top, maxX: rect.maxX, maxY: max(top, bottom))
  }

  /// The number of pixels along a side that a corner of this radius touches.
  static func pixels(_ radius: Double) -> Int { radius > 0 ? Int(clamping: radius.rounded(.up)) : 0 }

  /// Returns the numbers of a row's pixels, from the left and from the right, that corners touch.
  func cornerWidths(_ y: Int) -> (left: Int, right: Int) {
    let (fromTop, fromBottom) = (y - rect.minY, rect.maxY - 1 - y)
    func width(_ radius: Double, _ index: Int) -> Int { index < Self.pixels(radius) ? Self.pixels(radius) : 0 }
    return (
      max(width(radii.topLeft, fromTop), width(radii.bottomLeft, fromBottom)),
      max(width(radii.topRight, fromTop), width(radii.bottomRight, fromBottom))
    )
  }

  /// Returns the part, 0…1, of a pixel of the rectangle that is inside of the corners' circles.
  func coverage(_ x: Int, _ y: Int) -> Double {
    let (fromLeft, fromRight) = (x - rect.minX, rect.maxX - 1 - x)
    let (fromTop, fromBottom) = (y - rect.minY, rect.maxY - 1 - y)
    // The parts outside of the circles don't overlap.
    let topLeft = Self.cornerCoverage(radii.topLeft, fromLeft, fromTop)
    let topRight = Self.cornerCoverage(radii.topRight, fromRight, fromTop)
    let bottomRight = Self.cornerCoverage(radii.bottomRight, fromRight, fromBottom)
    let bottomLeft = Self.cornerCoverage(radii.bottomLeft, fromLeft, fromBottom)
    return max(topLeft + topRight + bottomRight + bottomLeft - 3, 0)
  }

  /// Returns the part of the pixel, `column` and `row` pixels from a corner's tip, that is inside of its circle.
  ///
  /// The part is integrated along the side that crosses the circle less steeply, in eight steps.
  private static func cornerCoverage(_ radius: Double, _ column: Int, _ row: Int) -> Double {
    let steps = 8
    // The pixel's side that is nearer to the circle's center, along the axis on which the pixel is farther from it.
    let near = radius - Double(min(column, row)) - 1
    let start = radius - Double(max(column, row))
    guard near > -1, start > 0 else { return 1 }
    var sum = 0.0
    for step in 0..<steps {
      let across = max(start - (Double(step) + 0.5) / Double(steps), 0)
      let length = (radius * radius - across * across).squareRoot() - near
      sum += min(max(length, 0), 1)
    }
    return sum / Double(steps)
  }
}
