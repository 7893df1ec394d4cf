import PanelGeometry
import PanelRaster

/// Compares a display list with the previous one and returns the region in which they differ.
struct Damage {
  /// The appearance of a quad, apart from the bitmap's pixels.
  private struct Look: Equatable {
    let bitmap: ObjectIdentifier
    let transform: Homography
    let part: ConvexPolygon?
    let depth: QuadDepth?
    let opacity: Double
    let shade: Double
    let clip: PixelRect?
    let group: GroupLooks.Look?
    /// True if other quads cover the quad. Its antialiased edges disappear then, even if the other quads didn't change.
    let isHidden: Bool
  }

  private struct Entry {
    /// Reserves the object's address, so that no other bitmap can have the same identifier. The pixels are freed.
    private unowned let bitmap: Bitmap
    let version: Int
    let look: Look
    let bounds: PixelRect
    private let bitmapRect: Rect

    init(_ quad: Quad, _ group: GroupLooks.Look?, in size: PixelRect) {
      (bitmap, version) = (quad.bitmap, quad.bitmap.version)
      look = Look(
        bitmap: ObjectIdentifier(quad.bitmap), transform: quad.transform, part: quad.part, depth: quad.depth,
        opacity: quad.opacity, shade: quad.shade, clip: quad.clip, group: group, isHidden: quad.isHidden)
      bounds = quad.transform.pixelBounds(of: quad.bitmap.bounds, of: quad.bitmap, in: quad.clip ?? size)
      bitmapRect = Rect(0, 0, Double(quad.bitmap.width), Double(quad.bitmap.height))
    }

    /// Adds all pixels of the quad to the damage.
    func insert(in size: PixelRect, into region: inout Region) {
      look.transform.insertPixels(of: bitmapRect, within: bounds, of: size, into: &region)
    }
  }

  private var entries: ContiguousArray<Entry> = []
  /// Empty between calls; kept to reuse its memory.
  private var previous: ContiguousArray<Entry> = []
  /// The first of the previous entries of each bitmap, and for each previous entry the next one of its bitmap.
  private var firstOfBitmap: [ObjectIdentifier: Int] = [:]
  private var nextOfBitmap: ContiguousArray<Int> = []

  /// Returns the region that differs from the list of the last call.
  ///
  /// Quads are compared with the previous ones of the same bitmap, as long as these are in the same order: a quad that is
  /// added or removed damages nothing but itself.
  ///
  /// - Parameters:
  ///   - quads: the display list, with its bitmaps up to date.
  ///   - groups: the groups of the display list.
  ///   - size: the picture's size, in pixels.
  mutating func update(_ quads: [Quad], _ groups: [QuadGroup], in size: PixelRect) -> Region {
    swap(&entries, &previous)
    var groupLooks = GroupLooks(groups)
    for (index, quad) in quads.enumerated() { entries.append(Entry(quad, groupLooks.look(ofQuad: index), in: size)) }
    var region = Region()
    var (new, old) = (0, 0)
    while new < entries.count, old < previous.count, entries[new].look.bitmap == previous[old].look.bitmap {
      compare(entries[new], previous[old], quads[new], in: size, &region)
      (new, old) = (new + 1, old + 1)
    }
    if new < entries.count, old < previous.count {
      linkPrevious(from: old)
      while new < entries.count {
        var match = firstOfBitmap[entries[new].look.bitmap] ?? -1
        while match >= 0, match < old { match = nextOfBitmap[match] }
        if match >= 0 {
          for removed in old..<match { previous[removed].insert(in: size, into: &region) }
          compare(entries[new], previous[match], quads[new], in: size, &region)
          old = match + 1
        } else {
          entries[new].insert(in: size, into: &region)
        }
        new += 1
      }
    }
    for added in entries[new...] { added.insert(in: size, into: &region) }
    for removed in previous[old...] { removed.insert(in: size, into: &region) }
    previous.removeAll(keepingCapacity: true)
    return region
  }

  private mutating func linkPrevious(from start: Int) {
    firstOfBitmap.removeAll(keepingCapacity: true)
    nextOfBitmap.removeAll(keepingCapacity: true)
    nextOfBitmap.append(contentsOf: repeatElement(-1, count: previous.count))
    for index in (start..<previous.count).reversed() {
      nextOfBitmap[index] = firstOfBitmap.updateValue(index, forKey: previous[index].look.bitmap) ?? -1
    }
  }

  private func compare(_ new: Entry, _ old: Entry, _ quad: Quad, in size: PixelRect, _ region: inout Region) {
    guard new.look == old.look else {
      new.insert(in: size, into: &region)
      return old.insert(in: size, into: &region)
    }
    guard new.version != old.version else { return }
    guard new.version == old.version + 1 else { return region.insert(new.bounds) }
    let bitmap = quad.bitmap
    for index in 0..<bitmap.lastChange.count {
      region.formUnion(
        quad.transform.pixels(showing: bitmap.lastChange[index], of: bitmap, in: size).intersection(new.bounds))
    }
  }
}

/// Computes what the groups around each quad do to it.
private struct GroupLooks {
  private let groups: [QuadGroup]
  private var next = 0
  /// The groups around the current quad, and the look in each.
  private var open: [(end: Int, look: Look)] = []

  struct Look: Equatable {
    var opacity = 1.0
    /// A hash of all masks.
    var masks = 0
  }

  init(_ groups: [QuadGroup]) { self.groups = groups }

  mutating func look(ofQuad index: Int) -> Look? {
    guard !groups.isEmpty else { return nil }
    while let last = open.last, last.end <= index { open.removeLast() }
    while next < groups.count, groups[next].quads.lowerBound <= index {
      let group = groups[next]
      next += 1
      guard group.quads.contains(index) else { continue }
      var look = open.last?.look ?? Look()
      look.opacity *= group.opacity
      if group.mask != nil || group.roundedMask != nil {
        var hasher = Hasher()
        hasher.combine(look.masks)
        hasher.combine(group.mask)
        hasher.combine(group.roundedMask)
        look.masks = hasher.finalize()
      }
      open.append((group.quads.upperBound, look))
    }
    return open.last?.look
  }
}
