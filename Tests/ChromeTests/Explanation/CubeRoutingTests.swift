import PanelViews
import TestStage
import Testing

@testable import Chrome
@testable import Scenes

/// Touch routing on the cube: by UIKit's rules, and with each fix.
@Suite struct CubeRoutingTests {
  private func window(_ fix: TouchFix, _ view: ViewAngle = .cornerOn) -> (Window, CubeScene) {
    let panel = Panel(CubeScene(SceneOptions(touchFix: fix, view: view)))
    return (panel.window, panel.cube)
  }

  /// Returns a grid of points on a view, in the window's points.
  private func grid(_ view: View, in window: Window, steps: Int = 24) -> [Point] {
    (0..<steps * steps).compactMap { index in
      let (i, j) = (Double(index % steps) + 0.5, Double(index / steps) + 0.5)
      let point = Point(view.bounds.width * i / Double(steps), view.bounds.height * j / Double(steps))
      return view.convert(point, to: window.rootView)
    }
  }

  /// Outside of the attribute: Swift 6.0.3 doesn't compile a closure in a test's arguments.
  private static let fixes = TouchFix.allCases.filter { $0 != .none }

  @Test(arguments: fixes)
  func everyFixMakesTheButtonWork(fix: TouchFix) {
    let (window, scene) = window(fix)
    for point in grid(scene.buttonView, in: window) {
      #expect(window.rootView.hitTest(point) === scene.buttonView)
    }
  }

  @Test func visibleFacesReceiveNoTapsWithoutFix() throws {
    let (window, _) = window(.none)
    for number in 1...3 {
      let face = try window.rootView.descendant("root/cube/face\(number)")
      for point in grid(face, in: window) {
        let path = try #require(window.rootView.hitTest(point)?.path)
        #expect(["root/cube/face4", "root/cube/face5", "root/cube/face6"].contains(path), "face \(number)")
      }
    }
  }

  @Test func reorderFixesFaceThreeOnly() throws {
    let (window, _) = window(.reorder)
    for (number, receivesTaps) in [(1, false), (2, false), (3, true)] {
      let face = try window.rootView.descendant("root/cube/face\(number)")
      for point in grid(face, in: window) {
        let hit = try #require(window.rootView.hitTest(point))
        #expect(hit.isDescendant(of: face) == receivesTaps, "face \(number)")
      }
    }
  }

  /// Even facing away, face 3 receives the taps on the faces in front of it.
  @Test func reorderedFaceReceivesTapsFromBehind() throws {
    let (window, _) = window(.reorder, ViewAngle(x: .pi / 4, y: -.pi / 4))
    let face = try window.rootView.descendant("root/cube/face3")
    #expect(face.layer.facing == .back)
    let hit = try #require(window.rootView.hitTest(try face.centerInWindow()))
    #expect(hit.isDescendant(of: face))
  }

  @Test func containerReceivesTapsOnDisabledFaces() throws {
    let (window, _) = window(.userInteraction)
    let face = try window.rootView.descendant("root/cube/face1")
    let cube = try window.rootView.descendant("root/cube")
    for point in grid(face, in: window) { #expect(window.rootView.hitTest(point) === cube) }
  }

  @Test func depthOrderMatchesVisibleFaces() throws {
    for step in 0..<40 {
      let angle = ViewAngle(x: Double(step) * 0.61, y: Double(step) * 1.13)
      let (window, _) = window(.depth, angle)
      for number in 1...6 {
        let face = try window.rootView.descendant("root/cube/face\(number)")
        let isVisible = face.layer.facing == .front
        for point in grid(face, in: window, steps: 7) {
          let hit = try #require(window.rootView.hitTest(point))
          guard !hit.path.hasPrefix("root/bar") else { continue }
          #expect(hit.isDescendant(of: face) == isVisible, "face \(number) at \(angle)")
        }
      }
    }
  }

  @Test func backFaceReceivesTapsOnFrontFace() throws {
    let (window, _) = window(.none, .faceOn)
    let face1 = try window.rootView.descendant("root/cube/face1")
    #expect(window.rootView.hitTest(try face1.centerInWindow())?.path == "root/cube/face6")
  }

  /// The hidden edge between faces 5 and 6 is right behind the button's center. There must be no gap between them.
  @Test func hiddenFacesHaveNoGap() throws {
    for size in [Size(1280, 800), Size(1080, 1920), Size(800, 480), Size(3840, 2160), Size(1024, 600), Size(480, 320)] {
      let panel = Panel(CubeScene(), size)
      let (window, face, centerX) = (panel.window, panel.cube.faces[2], panel.window.size.width / 2)
      for step in 0..<400 {
        // Along the face's diagonal, from its far corner to its near one.
        let point = Point(Double(step) / 2, Double(step) / 2)
        var location = try #require(face.convert(point, to: window.rootView))
        #expect(abs(location.x - centerX) < 1e-6)
        location.x = centerX
        let path = window.rootView.hitTest(location)?.path ?? "-"
        #expect(!path.hasPrefix("root/cube/face3"), "\(location) at \(size): \(path)")
      }
    }
  }

  @Test(arguments: TouchFix.allCases) func keyboardReachesVisibleButtons(fix: TouchFix) {
    let face = FaceDescription(buttons: [ButtonDescription(name: "button")])
    let scene = CubeScene(
      SceneOptions(touchFix: fix, faces: Dictionary(uniqueKeysWithValues: (1...6).map { ($0, face) })))
    let panel = Panel(scene, showsBar: false, reducesMotion: true)
    for number in 0...6 {
      scene.turn(toFace: number)
      var reached: Set<Int> = []
      for _ in 0..<7 {
        panel.press(.tab)
        if let face = scene.buttons.first(where: \.isFocused)?.face { reached.insert(face) }
      }
      let visible = scene.faces.filter { $0.layer.facing == .front && $0.isUserInteractionEnabled }.map(\.number)
      #expect(reached == Set(visible) && (number == 0 || fix == .userInteraction || reached.contains(number)))
    }
  }

  @Test func fixReplacesThePreviousOne() {
    let (window, scene) = window(.none)
    let points = grid(scene.buttonView, in: window) + [Point(10, 10), Point(640, 600), Point(500, 500)]
    func routes() -> [String?] { points.map { window.rootView.hitTest($0)?.path } }
    let before = routes()
    for fix in TouchFix.allCases.reversed() { scene.touchFix = fix }
    #expect(routes() == before)
    #expect(scene.content.path == "root/cube")
  }

  @Test func containerFillsThePanel() {
    for size in [Size(1280, 800), Size(480, 320), Size(1080, 1920), Size(3840, 2160)] {
      for showsBar in [true, false] {
        let panel = Panel(CubeScene(SceneOptions(touchFix: .userInteraction)), size, showsBar: showsBar)
        let (width, height) = (panel.window.size.width, panel.window.size.height)
        for point in [Point(0, 0), Point(width - 0.1, 0), Point(0, height - 0.1)] {
          #expect(panel.stage.hitTest(point)?.path == "root/cube", "\(size)")
        }
      }
    }
  }

  @Test func faceCountsItsOwnButtons() throws {
    let withoutCount = FaceDescription(buttons: [.init(name: "a")])
    var (one, two) = (withoutCount, FaceDescription(buttons: [.init(name: "b"), .init(name: "c")]))
    (one.showsPressCount, two.showsPressCount) = (true, true)
    let cube = CubeScene(SceneOptions(faces: [1: one, 2: one, 4: two, 5: withoutCount]))
    func countText(_ number: Int) -> String? {
      let view = cube.content.subviews.first { $0.name == "face\(number)" }
      return (view?.subviews.first { $0.name == "count" } as? Label)?.text
    }
    #expect(countText(1) == "" && countText(2) == "" && countText(4) == "" && countText(5) == nil)
    for _ in 1...2 { cube.buttons[1].pressCount += 1 }
    (cube.buttons[2].pressCount, cube.buttons[3].pressCount, cube.buttons[4].pressCount) = (7, 4, 9)
    #expect(
      countText(1) == "" && countText(2) == "pressed twice" && countText(4) == "pressed 11 times" && countText(5) == nil
    )
  }

  @Test func facesAreSeenFromTheFrontIfTheInitialOneIs() {
    for (view, isFromTheFront) in [(ViewAngle.faceOn, true), (.faces[3], true), (.cornerOn, false)] {
      let scene = CubeScene(SceneOptions(view: view))
      let panel = Panel(scene, reducesMotion: true)
      for number in 1...6 {
        scene.turn(toFace: number)
        panel.advance(seconds: 1)
        let normal = scene.faces[number - 1].layer.transform.concatenating(scene.content.layer.sublayerTransform)
          .direction(SIMD3(0, 0, 1))
        #expect((abs(normal.z - 1) < 1e-9) == isFromTheFront && normal.z > 0.85, "\(view) \(number)")
      }
    }
  }

  @Test func turnToAFaceCancelsADrag() {
    let (dragged, untouched) = (Panel(), Panel())
    dragged.send(.began, Point(640, 420))
    for x in [660.0, 680, 700] { dragged.send(.moved, Point(x, 420)) }
    for panel in [dragged, untouched] { panel.cube.turn(toFace: 4) }
    dragged.send(.moved, Point(900, 420))
    for panel in [dragged, untouched] { panel.advance(seconds: 1) }
    dragged.send(.moved, Point(700, 420))
    #expect(dragged.cube.orientation.angle(to: untouched.cube.orientation) < 1e-6)
  }
}
