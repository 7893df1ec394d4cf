import Emulation
import Glibc
import Layers
import Testing

/// Bitmaps take memory where something is drawn. These are larger than any hole that other tests leave in malloc's heap.
@Suite(.serialized, .disabled(if: Emulation.isOn, Comment(rawValue: Emulation.hasNoMemory))) struct PageTests {
  private let bounds = PixelRect(x: 0, y: 0, width: 8192, height: 4096)

  /// The part of a bitmap's whole pages that the system has made.
  private func share(of bitmap: Bitmap) -> Double {
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let start = (UInt(bitPattern: bitmap.pixels) + page - 1) / page * page
    let end = (UInt(bitPattern: bitmap.pixels) + UInt(bitmap.pixelCount * 4)) / page * page
    var isThere = [UInt8](repeating: 0, count: Int((end - start) / page))
    #expect(mincore(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), &isThere) == 0)
    return Double(isThere.reduce(0) { $0 + Int($1 & 1) }) / Double(isThere.count)
  }

  /// What will be drawn whole comes at once.
  @Test func pagesThatWillBeDrawnComeAtOnce() {
    let bitmap = Bitmap(width: bounds.width, height: bounds.height)
    #expect(share(of: bitmap) < 0.01)
    bitmap.willDrawAll()
    #expect(share(of: bitmap) == 1)
    bitmap.discard()
    #expect(share(of: bitmap) < 0.01)
  }

  private final class Dot: LayerDelegate {
    func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
      Canvas(bitmap, fitting: layer.bounds, clip: clip).fill(Rect(0, 0, 10, 10), color: .white)
    }
  }

  /// A large layer that draws little takes little; one that is opaque gets all at once.
  @Test(arguments: [false, true]) func whatNobodyDrawsTakesNoMemory(isOpaque: Bool) throws {
    let (layer, dot) = (Layer(), Dot())
    layer.frame = Rect(0, 0, Double(bounds.width), Double(bounds.height))
    layer.isOpaque = isOpaque
    layer.delegate = dot
    let picture = Picture(of: layer)
    _ = picture.prepare(size: bounds, scale: 1, renderer: Renderer(threads: 1))
    let bitmap = try #require(picture.quads.first?.bitmap)
    #expect(bitmap.pixels[0] == 0xFFFF_FFFF && bitmap.pixels[20] == 0)
    #expect(isOpaque ? share(of: bitmap) == 1 : share(of: bitmap) < 0.01)
  }
}
