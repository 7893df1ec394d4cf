import Emulation
import Glibc
import PanelLayers
import Testing

/// Bitmaps use memory only for what is drawn. These are larger than the free blocks that other tests leave in malloc's
/// heap.
@Suite(.serialized, .disabled(if: Emulation.isOn, Comment(rawValue: Emulation.memoryNotMeasurableReason)))
struct PageTests {
  private let bounds = PixelRect(x: 0, y: 0, width: 8192, height: 4096)

  /// The fraction of a bitmap's whole pages that is in memory.
  private func share(of bitmap: Bitmap) -> Double {
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let start = (UInt(bitPattern: bitmap.pixels) + page - 1) / page * page
    let end = (UInt(bitPattern: bitmap.pixels) + UInt(bitmap.pixelCount * 4)) / page * page
    var isResident = [UInt8](repeating: 0, count: Int((end - start) / page))
    #expect(mincore(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), &isResident) == 0)
    return Double(isResident.reduce(0) { $0 + Int($1 & 1) }) / Double(isResident.count)
  }

  @Test func willDrawAllAllocatesAllPages() {
    let bitmap = Bitmap(width: bounds.width, height: bounds.height)
    #expect(share(of: bitmap) < 0.01)
    bitmap.willDrawAll()
    #expect(share(of: bitmap) == 1)
    bitmap.discard()
    #expect(share(of: bitmap) < 0.01)
  }

  private final class Dot: LayerDelegate {
    func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect) {
      Canvas(bitmap, fitting: layer.bounds, clip: clip).fill(Rect(0, 0, 10, 10), color: .white)
    }
  }

  @Test(arguments: [false, true]) func undrawnPagesUseNoMemory(isOpaque: Bool) throws {
    let (layer, dot) = (Layer(Rect(0, 0, Double(bounds.width), Double(bounds.height))), Dot())
    layer.isOpaque = isOpaque
    layer.delegate = dot
    let drawing = Drawing(layer)
    _ = drawing.updateDamage()
    let bitmap = try #require(drawing.quads.first?.bitmap)
    #expect(bitmap.pixels[0] == 0xFFFF_FFFF && bitmap.pixels[20] == 0)
    #expect(isOpaque ? share(of: bitmap) == 1 : share(of: bitmap) < 0.01)
  }
}
