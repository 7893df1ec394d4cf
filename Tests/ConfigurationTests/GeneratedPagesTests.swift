import GeneratedPages
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
  }
}
