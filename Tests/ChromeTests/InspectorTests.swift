import Geometry
import Layers
import Scenes
import Testing
import Views

@testable import Chrome

/// What the inspector draws: beside what it is about, and where that is by now.
@Suite struct InspectorTests {
  private static let sizes = [
    Size(480, 320), Size(320, 480), Size(800, 480), Size(1280, 800), Size(1080, 1920), Size(3840, 2160),
  ]

  private func shown(_ name: String, _ size: Size) throws -> (Window, Stage) {
    let stage = Stage(try #require(SceneCatalog.make(name)))
    stage.offeredScenes = { SceneCatalog.all() }
    let window = Window(stage, size: size, scale: 1, threads: 1)
    window.onTouch = { stage.report($0, takenBy: $1) }
    window.advance(to: 1_000_000_000)
    _ = window.prepare()
    stage.showsInspector = true
    return (window, stage)
  }

  private func layer(_ name: String, of stage: Stage) throws -> Layer {
    try #require(stage.layer.sublayers.first { $0.name == "inspector-\(name)" })
  }

  private func place(_ layer: Layer) -> Rect {
    Rect(origin: layer.position - Point(layer.bounds.width / 2, layer.bounds.height / 2), size: layer.bounds.size)
  }

  private func overlap(_ a: Rect, _ b: Rect) -> Bool {
    a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY
  }

  private func tap(_ point: Point, in window: Window) {
    window.send([TouchEvent(.began, id: 0, at: point)], at: window.now + 10_000_000)
    window.send([TouchEvent(.ended, id: 0, at: point)], at: window.now + 60_000_000)
    _ = window.prepare()
  }

  /// Over neither the taker nor the bar, wholly on the panel, wherever one taps; nearly always there.
  @Test(arguments: ["cube", "carousel", "intersect"], sizes)
  func theListLeavesTheTakerFree(_ name: String, _ size: Size) throws {
    let (window, stage) = try shown(name, size)
    let (list, outline) = (try layer("list", of: stage), try layer("outline", of: stage))
    let bar = try #require(stage.bar)
    var (taps, seen) = (0, 0)
    for x in stride(from: size.width * 0.1, to: size.width, by: size.width * 0.13) {
      for y in stride(from: size.height * 0.05, to: bar.frame.minY, by: size.height * 0.11) {
        tap(Point(x, y), in: window)
        taps += 1
        guard !list.isHidden else { continue }
        seen += 1
        #expect(stage.bounds.contains(place(list).origin) && place(list).maxX <= size.width, "\(x), \(y)")
        #expect(!overlap(place(list), bar.frame), "\(x), \(y)")
        #expect(outline.isHidden || !overlap(place(list), place(outline)), "\(x), \(y)")
      }
    }
    #expect(Double(seen) > 0.8 * Double(taps), "\(seen) of \(taps)")
  }

  /// The cube turns: the outline is about the face at each picture. It stands still: nothing is drawn.
  @Test func theOutlineFollowsItsView() throws {
    let (window, stage) = try shown("cube", Size(1280, 800))
    let cube = try #require(stage.scene as? CubeScene)
    tap(Point(640, 180), in: window)
    let (list, outline) = (try layer("list", of: stage), try layer("outline", of: stage))
    let face = try #require(cube.content.subviews.first { $0.name == "face5" })
    for step in 0..<12 {
      cube.orientation = cube.orientation.concatenating(Rotation(angle: 0.11, x: 0.2, y: 1, z: Double(step) * 0.1))
      _ = window.prepare()
      let corners = face.bounds.corners.compactMap(face.layer.homographyToRoot.apply)
      let expected = Rect(bounding: corners).insetBy(-6, -6)
      #expect((place(outline).origin - expected.origin).length < 1e-6 && !outline.isHidden)
      #expect(list.isHidden || !overlap(place(outline), place(list)))
    }
    // The ripple is over, nothing fades yet.
    window.advance(to: window.now + 900_000_000)
    _ = window.prepare()
    window.advance(to: window.now + 16_000_000)
    #expect(window.prepare().isEmpty)
  }

  /// Touches of the bar and of a sheet are none of the scene's.
  @Test func theBarAndTheSheetsAreLeftOut() throws {
    let (window, stage) = try shown("cube", Size(480, 320))
    let bar = try #require(stage.bar)
    func hidden() throws -> Bool {
      try ["list", "outline", "ripple"].allSatisfy { try layer($0, of: stage).isHidden }
    }
    let items: [View] = bar.items + [bar.scenes]
    for item in items {
      tap(try #require(item.convert(item.bounds.center, to: stage)), in: window)
      #expect(try hidden(), "\(item.path)")
      // Beside what came up.
      window.advance(to: window.now + 500_000_000)
      tap(Point(470, 8), in: window)
      #expect(try hidden(), "\(item.path)")
      window.advance(to: window.now + 1_000_000_000)
      _ = window.prepare()
    }
    tap(Point(240, 60), in: window)
    #expect(try !hidden())
  }

  /// Three times as large a panel has three times as large marks.
  @Test func itsMarksGrowWithThePanel() throws {
    func ripple(_ size: Size) throws -> Double {
      let (window, stage) = try shown("cube", size)
      tap(Point(size.width / 2, size.height * 0.22), in: window)
      return try layer("ripple", of: stage).bounds.width
    }
    #expect(try ripple(Size(3840, 2400)) == 3 * ripple(Size(1280, 800)))
  }
}
