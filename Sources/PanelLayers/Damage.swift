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

    init(_ quad: Quad, in size: PixelRect) {
      (bitmap, version) = (quad.bitmap, quad.bitmap.version)
      look = Look(
        bitmap: ObjectIdentifier(quad.bitmap), transform: quad.transform, part: quad.part, depth: quad.depth,
        opacity: quad.opacity, shade: quad.shade, isHidden: quad.isHidden)
      bounds = quad.transform.pixelBounds(of: quad.bitmap.bounds, of: quad.bitmap, in: size)
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

  /// Returns the region that differs from the list of the last call.
  ///
  /// - Parameters:
  ///   - quads: the display list, with its bitmaps up to date.
  ///   - size: the picture's size, in pixels.
  mutating func update(_ quads: [Quad], in size: PixelRect) -> Region {
    swap(&entries, &previous)
    for quad in quads { entries.append(Entry(quad, in: size)) }
    var region = Region()
    for index in 0..<max(entries.count, previous.count) {
      guard index < entries.count, index < previous.count, entries[index].look == previous[index].look else {
        if index < entries.count { entries[index].insert(in: size, into: &region) }
        if index < previous.count { previous[index].insert(in: size, into: &region) }
        continue
      }
      let (new, old) = (entries[index], previous[index])
      guard new.version != old.version else { continue }
      guard new.version == old.version + 1 else {
        region.insert(new.bounds)
        continue
      }
      let bitmap = quads[index].bitmap
      for rectIndex in 0..<bitmap.lastChange.count {
        region.formUnion(quads[index].transform.pixels(showing: bitmap.lastChange[rectIndex], of: bitmap, in: size))
      }
    }
    previous.removeAll(keepingCapacity: true)
    return region
  }
}
