import PanelViews
import Scenes
import TestRendering
import TestStage
import Testing

@testable import Chrome

/// The sheets over the scene, also on panels with a magnification above 1, because an animation once ended in the wrong
/// position there.
@Suite struct SheetTests {
  private static let sizes = [Size(800, 480), Size(1280, 800), Size(1920, 1080), Size(3840, 2160), Size(1080, 1920)]

  private func sheet(_ stage: Stage) throws -> Sheet {
    try #require(stage.subviews.compactMap { $0 as? Sheet }.last)
  }

  /// The y coordinate of the content's top edge in each frame until the animation ends, in points.
  private func tops(_ panel: Panel) throws -> [Double] {
    let contentView = try sheet(panel.stage).contentView
    func top() throws -> Double {
      _ = panel.window.updateDamage()
      return try #require(contentView.convert(Point(0, 0), to: panel.stage)).y
    }
    var tops: [Double] = []
    repeat {
      tops.append(try top())
      panel.advance(seconds: 1.0 / 60)
    } while panel.window.isAnimating && tops.count < 600
    return tops + [try top()]
  }

  @Test(arguments: sizes) func pickerSlidesToItsPlace(_ size: Size) throws {
    let panel = Panel(CubeScene(), size)
    let stage = panel.stage
    stage.showsPicker = true
    let tops = try tops(panel)
    let picker = try sheet(stage)
    let size = panel.window.size
    #expect(abs(tops[0] - size.height) < 1e-6 && abs(tops[1] - size.height) < size.height * 0.1)
    #expect(abs(try #require(tops.last) - (size.height - picker.contentView.bounds.height)) < 1e-6)
    for view in picker.contentView.subviews {
      for title in [view] + view.subviews {
        let corners = try title.bounds.corners.map { try #require(title.convert($0, to: stage)) }
        #expect(corners.allSatisfy { $0.y <= size.height && $0.y >= 0 }, "\(title.path) at \(size)")
      }
    }
  }

  /// The selected tile has its own background, the focused tile an outline.
  @Test func tilesLookLikeAllControls() throws {
    let panel = Panel(reducesMotion: true)
    let stage = panel.stage
    stage.showsPicker = true
    let tiles = try sheet(stage).contentView.subviews.compactMap { $0 as? Control }
    func color(_ tile: Control, inset: Double) throws -> UInt32 {
      let place = try #require(tile.convert(Point(tile.bounds.width / 2, inset), to: stage))
      return panel.window.image()[place] & 0xFF_FFFF
    }
    #expect(tiles.filter(\.isSelected).map(\.name) == ["cube"])
    #expect(try color(tiles[0], inset: 3.5) == stage.theme.selected.premultipliedPixel & 0xFF_FFFF)
    #expect(try color(tiles[1], inset: 3.5) != stage.theme.selected.premultipliedPixel & 0xFF_FFFF)
    #expect(try color(tiles[1], inset: 1.2) != stage.theme.accent.premultipliedPixel & 0xFF_FFFF)
    panel.window.focus(tiles[1])
    #expect(try color(tiles[1], inset: 1.2) == stage.theme.accent.premultipliedPixel & 0xFF_FFFF)
  }

  @Test func sheetFollowsPanelSize() throws {
    let panel = Panel()
    let stage = panel.stage
    stage.showsPicker = true
    panel.advance(seconds: 0.1)
    panel.window.resize(to: Size(2160, 3840), scale: 1)
    let end = try #require(try tops(panel).last)
    #expect(abs(end - (panel.window.size.height - (try sheet(stage).contentView.bounds.height))) < 1e-6)
    stage.dismissSheet()
    panel.advance(seconds: 1)
    #expect(!stage.subviews.contains { $0 is Sheet })
  }

  @Test(arguments: [0.0, 0.1, 2]) func closedSheetIsReleased(_ seconds: Double) throws {
    let panel = Panel(CubeScene(), Size(1920, 1080))
    let (window, stage) = (panel.window, panel.stage)
    weak var picker: Sheet?
    try {
      stage.showsPicker = true
      picker = try sheet(stage)
      _ = window.updateDamage()
      panel.advance(seconds: seconds)
      _ = window.updateDamage()
      stage.showsPicker = false
    }()
    for _ in 0..<30 {
      panel.advance(seconds: 1.0 / 60)
      _ = window.updateDamage()
    }
    #expect(picker == nil && !window.isAnimating)
  }
}
