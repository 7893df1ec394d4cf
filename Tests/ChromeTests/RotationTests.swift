import Chrome
import Geometry
import Layers
import Raster
import ReferencePicture
import Scenes
import Testing
import Views

/// A panel that stands on its side: one transform for drawing and for touch.
@Suite struct RotationTests {
  private func shown(_ turns: QuarterTurns, panel: Size) -> (window: Window, bitmap: Bitmap, scene: CubeScene) {
    let scene = CubeScene(SceneOptions(touchFix: .depth))
    let (window, bitmap) = shown(scene, turns, .normal, panel: panel)
    return (window, bitmap, scene)
  }

  private func shown(
    _ scene: Scene, _ turns: QuarterTurns, _ transform: BufferTransform, panel: Size
  ) -> (window: Window, bitmap: Bitmap) {
    let window = Window(Stage(scene), size: Size(100, 100), scale: 1, threads: 2)
    window.turns = turns
    window.resize(to: panel, scale: 1, bufferTransform: transform)
    let bitmap = Bitmap(width: window.pixelSize.width, height: window.pixelSize.height)
    _ = window.prepare()
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    return (window, bitmap)
  }

  /// The number of pixels of a picture of 1024×600 points that are others once it lies differently.
  private func differing(_ a: Bitmap, _ b: Bitmap, through transform: AffineTransform) -> Int {
    func place(_ x: Double, _ y: Double) -> Int {
      let place = transform.apply(to: Point(x + 0.5, y + 0.5))
      return Int(clamping: place.y) * b.stride + Int(clamping: place.x)
    }
    let start = place(0, 0)
    let (right, down) = (place(1, 0) - start, place(0, 1) - start)
    var differing = 0
    for y in 0..<600 {
      for x in 0..<1024 {
        let a = a.pixels[y * a.stride + x]
        let b = b.pixels[start + x * right + y * down]
        if !Bitmap.isNear(a, b, by: 3) { differing += 1 }
      }
    }
    return differing
  }

  @Test(arguments: QuarterTurns.allCases)
  func thePictureIsTheSameTurned(_ turns: QuarterTurns) {
    let upright = shown(.none, panel: Size(1024, 600))
    let turned = shown(turns, panel: turns.apply(to: Size(1024, 600)))
    let differing = differing(
      upright.bitmap, turned.bitmap, through: turns.transform(of: Size(1024, 600)))
    // Along the cube's edges the sums are others.
    #expect(differing < 300, "\(differing)")
  }

  /// Mirrored ones included, where what is shown from its front alone is seen from its front.
  @Test(arguments: BufferTransform.allCases, [true, false])
  func thePictureIsTheSameInABufferThatLiesDifferently(_ transform: BufferTransform, _ isCube: Bool) {
    func scene() -> Scene {
      guard !isCube else { return CubeScene(SceneOptions(touchFix: .depth)) }
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
    let panel = Size(1024, 600)
    let upright = shown(scene(), .none, .normal, panel: panel).bitmap
    let other = shown(scene(), .none, transform, panel: panel).bitmap
    let count = differing(upright, other, through: transform.transform(of: panel))
    #expect(count < 300, "\(count)")
  }

  /// A tap in each corner of the panel, and on the button, finds what is drawn there.
  @Test(arguments: QuarterTurns.allCases)
  func touchesAreTurnedWithIt(_ turns: QuarterTurns) throws {
    let panel = turns.apply(to: Size(1024, 600))
    let (window, _, scene) = shown(turns, panel: panel)
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
    for (id, own) in ([button] + corners).enumerated() {
      let place = turns.transform(of: window.size).apply(to: own)
      window.send([TouchEvent(.began, id: id, at: place)], at: 1_000_000_000)
    }
    #expect(views == ["root/cube/face3/button"] + Array(repeating: "root/cube", count: 4))
    for (place, own) in zip(places, [button] + corners) { #expect((place - own).length < 1e-9) }
    // What the panel calls its top left is this corner of the picture.
    let topLeft = turns.unapply(to: Point(0, 0), of: window.size)
    let expected: [QuarterTurns: Point] = [
      .none: Point(0, 0), .quarter: Point(0, 600), .half: Point(1024, 600), .threeQuarters: Point(1024, 0),
    ]
    #expect(topLeft == expected[turns])
  }
}
