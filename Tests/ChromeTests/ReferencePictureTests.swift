import Foundation
import PanelSystem
import PanelViews
import ReferencePicture
import Scenes
import TestRendering
import TestSupport
import Testing

@testable import Chrome

/// Compares every scene at three sizes with reviewed pictures.
@Suite struct ReferencePictureTests {
  /// In pixels. 4K references are four times smaller, which still leaves two pixels for every stroke; at full size they
  /// would take six megabytes.
  private static let sizes = [(width: 800, height: 480, divisor: 1), (1080, 1920, 1), (3840, 2160, 4)]

  @Test(arguments: SceneCatalog.names, [0, 1, 2])
  func scenesMatchReferences(_ name: String, _ index: Int) throws {
    let (width, height, divisor) = Self.sizes[index]
    let window = Window(
      Stage(try #require(SceneCatalog.make(name))), size: Size(Double(width), Double(height)), scale: 1, threads: 2)
    let image = window.image()
    let picture = divisor == 1 ? image : image.shrunk(by: divisor)
    let mismatch = try ReferencePicture.mismatch("\(name)-\(width)x\(height)", in: picture)
    #expect(mismatch == nil)
  }

  @Test func recordingReplacesOnlyWhatFails() throws {
    let directory = try TemporaryDirectory()
    let file = URL(fileURLWithPath: directory.file("recorded.png"))
    func mismatch(gray: UInt32, records: Bool) throws -> String? {
      let bitmap = Bitmap(width: 64, height: 64)
      bitmap.pixels.update(repeating: 0xFF00_0000 | gray * 0x010101, count: 64 * 64)
      bitmap.isOpaque = true
      return try ReferencePicture.mismatch(
        "recorded", in: bitmap, directory: "", debian13Directory: "", of: file.path, records: records)
    }
    #expect(try mismatch(gray: 64, records: false)?.contains("make record") == true)
    #expect(try mismatch(gray: 64, records: true) == nil)
    let recorded = try Data(contentsOf: file)
    #expect(try mismatch(gray: 70, records: false) == nil && mismatch(gray: 70, records: true) == nil)
    #expect(try Data(contentsOf: file) == recorded)
    #expect(try mismatch(gray: 128, records: true) == nil && mismatch(gray: 64, records: false) != nil)
  }

  @Test func comparisonFindsMissingCaptionDimmerFaceAndMovedEdge() {
    let background: UInt32 = 0xFF20_2838
    func picture(_ draw: (Canvas) -> Void) -> Bitmap {
      let bitmap = Bitmap(width: 320, height: 200)
      bitmap.pixels.update(repeating: background, count: 320 * 200)
      bitmap.isOpaque = true
      draw(Canvas(bitmap, fitting: Rect(0, 0, 320, 200)))
      return bitmap
    }
    func scene(_ canvas: Canvas, caption: Bool = true, side: Double = 100, gray: Double = 0.5) {
      canvas.fill(Rect(20, 20, side, 100), color: Color(gray, gray, gray))
      if caption { canvas.draw(TextLayout("Fold", font: Font(size: 12), color: .white), at: Point(200, 150)) }
    }
    let reference = ReferencePicture(quantizing: picture { scene($0) })
    for sameGlyphs in [true, false] {
      #expect(reference.difference(from: picture { scene($0) }, sameGlyphs: sameGlyphs) == nil)
      #expect(reference.difference(from: picture { scene($0, caption: false) }, sameGlyphs: sameGlyphs) != nil)
      #expect(reference.difference(from: picture { scene($0, gray: 0.46) }, sameGlyphs: sameGlyphs) != nil)
      #expect(reference.difference(from: picture { scene($0, side: 108) }, sameGlyphs: sameGlyphs) != nil)
    }
    #expect(reference.difference(from: picture { scene($0, side: 101) }, sameGlyphs: true) != nil)
  }
}
