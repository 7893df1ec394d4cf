import GeneratedPages
import PanelText
import PanelViews
import TestRendering
import TestSupport
import Testing

@testable import Configuration

/// `cube-kiosk-bench pages` measures many more pages, and larger ones.
@Suite struct GeneratedPagesTests {
  private static let names = (1...200).map { "random-\($0)" }
    .filter { GeneratedPages.scene($0).map { $0.utf8.count < 10_000 } == true }.prefix(24)

  @Test(arguments: names) func randomPageIsLegalAndDrawn(_ name: String) throws {
    let directory = try TemporaryDirectory()
    let page = try #require(try GeneratedPages.write(name, into: directory.path))
    let options = try Options(reading: ["render", "--scene", page.path, "-o", "-"])
    options.withOffscreenWindow(now: 0) { window in
      #expect(window.image().width == GeneratedPages.size.width)
    }
    // A font that failed in one text would draw no other one.
    let bitmap = Bitmap(width: 20, height: 20)
    Canvas(bitmap, fitting: Rect(0, 0, 20, 20)).draw(TextLayout("8", font: Font(size: 16)), at: .zero)
    #expect(bitmap.pixelArray.contains { $0 != 0 }, "no text is drawn any more")
  }
}
