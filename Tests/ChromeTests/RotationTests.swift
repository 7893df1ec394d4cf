import Chrome
import PanelViews
import ReferencePicture
import Scenes
import TestRendering
import Testing

/// One transform rotates a panel, for drawing and for touches.
@Suite struct RotationTests {
  private func window(
    _ scene: Scene, _ turns: QuarterTurns, _ transform: BufferTransform = .normal, panel: Size = Size(1024, 600)
  ) -> Window {
    let window = Window(Stage(scene), size: Size(100, 100), scale: 1, threads: 2)
    window.rotation = turns
    window.resize(to: panel, scale: 1, bufferTransform: transform)
    return window
  }

  private static func cube() -> CubeScene { CubeScene(SceneOptions(touchFix: .depth)) }

  /// Counts the pixels of a picture of 1024×600 points that differ in a transformed copy.
  private func differences(_ a: Bitmap, _ b: Bitmap, through transform: Transform2D) -> Int {
    func place(_ x: Double, _ y: Double) -> Int {
      let place = transform.apply(to: Point(x + 0.5, y + 0.5))
      return Int(clamping: place.y) * b.stride + Int(clamping: place.x)
    }
    let start = place(0, 0)
    let (right, down) = (place(1, 0) - start, place(0, 1) - start)
    var differing = 0
    for y in 0..<600 {
      for x in 0..<1024 {
        let b = b.pixels[start + x * right + y * down]
        if !Bitmap.isNear(a[x, y], b, by: 3) { differing += 1 }
      }
    }
    return differing
  }

  @Test(arguments: QuarterTurns.allCases)
  func rotatedPanelShowsTheSamePicture(_ turns: QuarterTurns) {
    let size = Size(1024, 600)
    let (upright, rotated) = (window(Self.cube(), .none), window(Self.cube(), turns, panel: turns.apply(to: size)))
    let count = differences(upright.image(), rotated.image(), through: turns.transform(of: size))
    // The cube's edges are rounded differently.
    #expect(count < 300, "\(count)")
  }

  /// The mirrored transforms must not hide single-sided views.
  @Test(arguments: BufferTransform.allCases, [true, false])
  func transformedBufferHasTheSamePicture(_ transform: BufferTransform, _ isCube: Bool) {
    func scene() -> Scene {
      guard !isCube else { return Self.cube() }
      let scene = Scene(name: "front", title: "Front")
      for (place, turn) in [(100.0, 0.0), (400, .pi)] {
        let view = View(frame: Rect(place, 50, 200, 100))
        view.layer.backgroundColor = .white
        view.layer.isDoubleSided = false
        view.layer.transform = Transform3D(rotationAngle: turn, x: 0, y: 1, z: 0)
        scene.content.addSubview(view)
      }
      return scene
    }
    let (upright, other) = (window(scene(), .none), window(scene(), .none, transform))
    let count = differences(upright.image(), other.image(), through: transform.transform(of: Size(1024, 600)))
    #expect(count < 300, "\(count)")
  }

  @Test(arguments: QuarterTurns.allCases)
  func touchesFollowRotation(_ turns: QuarterTurns) throws {
    let scene = Self.cube()
    let window = window(scene, turns, panel: turns.apply(to: Size(1024, 600)))
    window.layoutIfNeeded()
    var views: [String] = []
    var places: [Point] = []
    window.onTouch = { event, view in
      if event.phase == .began {
        views.append(view?.path ?? "-")
        places.append(event.location)
      }
    }
    let button = try #require(scene.buttonView.convert(scene.buttonView.bounds.center, to: window.rootView))
    let corners = [Point(0.5, 0.5), Point(1023.5, 0.5), Point(1023.5, 599.5), Point(0.5, 599.5)]
    for (id, viewPoint) in ([button] + corners).enumerated() {
      let place = turns.transform(of: window.size).apply(to: viewPoint)
      window.send([TouchEvent(.began, id: id, at: place)], at: 1_000_000_000)
    }
    #expect(views == ["root/cube/face3/button"] + Array(repeating: "root/cube", count: 4))
    for (place, viewPoint) in zip(places, [button] + corners) { #expect((place - viewPoint).length < 1e-9) }
    // The panel's top left is this corner of the picture.
    let topLeft = turns.unapply(to: Point(0, 0), of: window.size)
    let expected: [QuarterTurns: Point] = [
      .none: Point(0, 0), .quarter: Point(0, 600), .half: Point(1024, 600), .threeQuarters: Point(1024, 0),
    ]
    #expect(topLeft == expected[turns])
  }
}
