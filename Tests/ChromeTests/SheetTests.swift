import Geometry
import Raster
import Scenes
import Testing
import Views

@testable import Chrome

/// The sheets that come up over the scene, on panels whose point is larger than the sheet's first one.
@Suite struct SheetTests {
  private static let sizes = [Size(800, 480), Size(1280, 800), Size(1920, 1080), Size(3840, 2160), Size(1080, 1920)]

  private func shown(_ size: Size) -> (Window, Stage) {
    let stage = Stage(CubeScene())
    stage.makeScene = { SceneCatalog.make($0) }
    stage.offeredScenes = { SceneCatalog.all() }
    let window = Window(stage, size: size, scale: 1, threads: 1)
    window.advance(to: 1_000_000_000)
    _ = window.prepare()
    return (window, stage)
  }

  private func sheet(_ stage: Stage) throws -> Sheet {
    try #require(stage.subviews.compactMap { $0 as? Sheet }.last)
  }

  /// The heights of the board's upper edge in each frame until nothing moves any more, in points.
  private func tops(_ window: Window, _ stage: Stage) throws -> [Double] {
    let board = try sheet(stage).board
    var (tops, time) = ([Double](), window.now)
    repeat {
      _ = window.prepare()
      tops.append(try #require(board.convert(Point(0, 0), to: stage)).y)
      time += 16_666_667
      window.advance(to: time)
    } while window.isAnimating && tops.count < 600
    _ = window.prepare()
    tops.append(try #require(board.convert(Point(0, 0), to: stage)).y)
    return tops
  }

  /// Up from beneath the edge, frame by frame, to where it belongs: never there at first, and there at last.
  @Test(arguments: sizes) func thePickerComesToRestWhereItBelongs(_ size: Size) throws {
    let (window, stage) = shown(size)
    stage.showsPicker = true
    let tops = try tops(window, stage)
    let picker = try sheet(stage)
    #expect(abs(tops[0] - size.height) < 1e-6 && abs(tops[1] - size.height) < size.height * 0.1)
    #expect(abs(try #require(tops.last) - (size.height - picker.board.bounds.height)) < 1e-6)
    for view in picker.board.subviews {
      for title in [view] + view.subviews {
        let corners = try title.bounds.corners.map { try #require(title.convert($0, to: stage)) }
        #expect(corners.allSatisfy { $0.y <= size.height && $0.y >= 0 }, "\(title.path) at \(size)")
      }
    }
  }

  /// A tile looks as every control does: the chosen one stands out, and one with the keyboard has its ring.
  @Test func aTileHasTheLookOfAllControls() throws {
    let (window, stage) = shown(Size(1280, 800))
    window.reducesMotion = true
    stage.showsPicker = true
    _ = window.prepare()
    let tiles = try sheet(stage).board.subviews.compactMap { $0 as? Control }
    let bitmap = Bitmap(width: 1280, height: 800)
    func color(_ tile: Control, inset: Double) throws -> UInt32 {
      _ = window.prepare()
      window.draw(into: bitmap, clip: Region(bitmap.bounds))
      let place = try #require(tile.convert(Point(tile.bounds.width / 2, inset), to: stage))
      return bitmap.pixels[Int(clamping: place.y) * bitmap.stride + Int(clamping: place.x)] & 0xFF_FFFF
    }
    #expect(tiles.filter(\.isSelected).map(\.name) == ["cube"])
    #expect(try color(tiles[0], inset: 3.5) == stage.theme.selected.premultipliedPixel & 0xFF_FFFF)
    #expect(try color(tiles[1], inset: 3.5) != stage.theme.selected.premultipliedPixel & 0xFF_FFFF)
    #expect(try color(tiles[1], inset: 1.2) != stage.theme.accent.premultipliedPixel & 0xFF_FFFF)
    window.focus(tiles[1])
    #expect(try color(tiles[1], inset: 1.2) == stage.theme.accent.premultipliedPixel & 0xFF_FFFF)
  }

  /// The panel is turned while the sheet comes up: it comes to rest on the panel that there is then.
  @Test func aPanelThatChangesMeanwhile() throws {
    let (window, stage) = shown(Size(1280, 800))
    stage.showsPicker = true
    window.advance(to: window.now + 100_000_000)
    _ = window.prepare()
    window.resize(to: Size(2160, 3840), scale: 1)
    let end = try #require(try tops(window, stage).last)
    #expect(abs(end - (3840 - (try sheet(stage).board.bounds.height))) < 1e-6)
    stage.dismissSheet()
    window.advance(to: window.now + 1_000_000_000)
    #expect(!stage.subviews.contains { $0 is Sheet })
  }

  /// Closed while it still comes up, it is gone; with everything that it showed.
  @Test(arguments: [0.0, 0.1, 2]) func aClosedSheetIsGone(_ seconds: Double) throws {
    let (window, stage) = shown(Size(1920, 1080))
    weak var picker: Sheet?
    try {
      stage.showsPicker = true
      picker = try sheet(stage)
      _ = window.prepare()
      window.advance(to: window.now + UInt64(clamping: seconds * 1e9))
      _ = window.prepare()
      stage.showsPicker = false
    }()
    for _ in 0..<30 {
      window.advance(to: window.now + 16_666_667)
      _ = window.prepare()
    }
    #expect(picker == nil && !window.isAnimating)
  }
}
