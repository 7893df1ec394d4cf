import TestRendering
import TestStage
import Testing

@testable import Chrome
@testable import PanelViews
@testable import Scenes

/// The feedback for a tap, on a whole stage with a manually advanced clock.
@Suite struct TapFeedbackTests {
  @Test(arguments: SceneCatalog.names, TouchFix.allCases)
  func feedbackNamesTheViewThatReceivedTheTap(_ name: String, _ fix: TouchFix) throws {
    // The lesson asks for a guess first. DeadButtonsTests has the other scene.
    guard name == "cube" || fix == .none, name != "lesson", name != DeadButtonsScene.name else { return }
    let panel = try Panel(name, options: SceneOptions(touchFix: fix))
    var (coveredCount, visibleCount) = (0, 0)
    for step in 0..<400 where coveredCount < 8 || visibleCount < 4 {
      // Points all over the panel, in no particular order.
      let point = Point(Double(step * 373 % 1280), Double(step * 211 % 700))
      let hitView = try #require(panel.stage.hitTest(point))
      guard hitView.isDescendant(of: panel.stage.scene.content) else { continue }
      let visiblePane = panel.pane(of: panel.stage.visibleView(at: point))
      // Between the views, their container gets the tap.
      let isBetweenViews = visiblePane == nil && !hitView.subviews.isEmpty
      let matchesVisibleView = panel.pane(of: hitView) === visiblePane || isBetweenViews
      guard matchesVisibleView ? visibleCount < 4 : coveredCount < 8 else { continue }
      panel.tap(point)
      let content = panel.stage.scene.content
      if matchesVisibleView, let contentPoint = panel.stage.convert(point, to: content),
        HitTestReport(at: contentPoint, in: content).candidates.count < 2
      {
        visibleCount += 1
        #expect(panel.hasNoFeedback, "no other view may contain the tap")
        continue
      }
      let annotation = try #require(panel.annotation, "\(name) at \(point)")
      if matchesVisibleView {
        visibleCount += 1
        #expect(annotation.texts == nil && annotation.overlay == nil, "\(name) at \(point)")
      } else {
        coveredCount += 1
        let receiver =
          hitView === panel.stage.scene.content
          ? "The ground"
          : hitView is Control
            ? "The button on \(panel.pane(of: hitView)!.displayNameMidSentence)" : hitView.displayName
        #expect(annotation.texts?.title.emphasis == receiver, "\(name) at \(point)")
        #expect(annotation.overlay?.visibleCandidate.view === visiblePane, "\(name) at \(point)")
      }
      panel.stage.explainer.tapFeedback.end()
      panel.advance(seconds: 0.5)
    }
    #expect(visibleCount > 0)
    // By the order of siblings, no fix gives each visible face its taps.
    let isCubeBySiblings = name == "cube" && panel.stage.scene.content.hitOrder == .siblings
    if name == "intersect" || isCubeBySiblings { #expect(coveredCount == 8) }
    // The carousel's cards hardly overlap, so only a few of its taps miss the visible card.
    if name == "carousel" { #expect(coveredCount > 0) }
    if fix == .depth { #expect(coveredCount == 0) }
  }

  @Test func feedbackDisappears() throws {
    let panel = Panel()
    panel.tap(panel.buttonPoint)
    panel.advance(seconds: 1)
    #expect(panel.layers.count == 1 && panel.captions.count == 1)
    // Until then it is static, with a single deadline.
    #expect(panel.isIdle)
    #expect(panel.window.nextDeadline == 6_050_000_001)
    panel.advance(seconds: 4.9)
    #expect(panel.layers.count == 1 && panel.isIdle)
    panel.advance(seconds: 0.2)
    #expect(panel.window.isAnimating)
    panel.advance(seconds: 0.4)
    #expect(panel.hasNoFeedback)
  }

  @Test func expectedTapIsAcknowledgedBriefly() throws {
    let panel = Panel(CubeScene(SceneOptions(touchFix: .depth)))
    panel.tap(panel.buttonPoint)
    panel.advance(seconds: 0.5)
    #expect(panel.layers.first?.sublayers.compactMap(\.name) == ["tap-ring"])
    #expect(panel.captions.isEmpty && panel.isIdle)
    panel.advance(seconds: 0.9)
    #expect(panel.hasNoFeedback)
  }

  @Test func onlyTapsHaveFeedback() throws {
    for movement in [Point(30, 0), Point(0, -11)] {
      let panel = Panel()
      panel.send(.began, panel.buttonPoint)
      panel.advance(seconds: 0.1)
      #expect(panel.layers.isEmpty)
      panel.send(.moved, panel.buttonPoint + movement)
      panel.send(.moved, panel.buttonPoint)
      panel.send(.ended, panel.buttonPoint)
      #expect(panel.layers.isEmpty && panel.stage.explainer.tapFeedback.annotations.isEmpty)
    }
    let panel = Panel()
    panel.tap(Point(300, 795 - 40))
    #expect(panel.stage.explainer.tapFeedback.annotations.isEmpty)
    for phase in [TouchEvent.Phase.began, .ended] {
      panel.send(phase, panel.buttonPoint)
      panel.send(phase, Point(700, 400), id: 2)
    }
    #expect(panel.stage.explainer.tapFeedback.annotations.isEmpty)
  }

  /// Even while it is still fading in.
  @Test(arguments: [1, 0.05]) func rotationRemovesFeedback(_ seconds: Double) {
    let panel = Panel()
    let scene = panel.cube
    panel.tap(panel.buttonPoint)
    panel.advance(seconds: seconds)
    #expect(panel.window.isAnimating == (seconds < 1))
    scene.buttons[0].pressCount += 1
    _ = panel.window.updateDamage()
    #expect(panel.layers.count == 1, "no view has moved")
    scene.orientation = scene.orientation.concatenating(Rotation(angle: 0.01, x: 0, y: 1, z: 0))
    _ = panel.window.updateDamage()
    #expect(panel.hasNoFeedback)
  }

  /// Two taps, five quick ones, and taps during which the face changes.
  @Test(arguments: [[3], [0.1, 0.1, 0.1, 0.1], [0.31, 5.9], [0]])
  func repeatedTapsLeaveTheSceneUnchanged(_ pauses: [Double]) {
    let panel = Panel()
    panel.tap(panel.buttonPoint)
    panel.advance(seconds: 7)
    // With the status line's text about the tap.
    let before = panel.pixels()
    panel.tap(panel.buttonPoint)
    for pause in pauses {
      panel.advance(seconds: pause)
      #expect(panel.cube.faces.allSatisfy { $0.layer.opacity == 1 }, "feedback may not change what it explains")
      panel.tap(panel.buttonPoint)
    }
    panel.advance(seconds: 0.5)
    let isChanged = panel.pixels() != before
    #expect(isChanged)
    panel.cube.faces[2].alpha = 0.5
    panel.advance(seconds: 7)
    #expect(panel.cube.faces[2].alpha == 0.5)
    panel.cube.faces[2].alpha = 1
    let isUnchanged = panel.pixels() == before
    #expect(panel.hasNoFeedback && isUnchanged)
  }

  /// Face 5 is seen through face 3, and so is its change.
  @Test func overlayShowsLaterChanges() {
    let panel = Panel()
    panel.tap(panel.buttonPoint)
    panel.advance(seconds: 1)
    let before = panel.pixels()
    panel.cube.faces[4].isHidden = true
    panel.advance(seconds: 0.1)
    let isChanged = panel.pixels() != before
    #expect(isChanged)
  }

  @Test func movedViewRemovesFeedback() throws {
    let panel = try Panel("carousel")
    let point = Point(560, 330)
    panel.tap(point)
    #expect(panel.annotation?.overlay != nil)
    panel.advance(seconds: 1)
    let plane = try #require(panel.pane(of: panel.stage.hitTest(point)))
    plane.center = plane.center + Point(0, 1)
    _ = panel.window.updateDamage()
    #expect(panel.hasNoFeedback)
  }

  @Test func otherContentRemovesFeedback() throws {
    let changes: [(Panel) -> Void] = [
      { $0.window.resize(to: Size(1080, 1920), scale: 1) }, { $0.stage.show(SceneCatalog.make("carousel")!) },
      { $0.stage.explainsTaps = false },
    ]
    for change in changes {
      let panel = Panel()
      panel.tap(panel.buttonPoint)
      panel.advance(seconds: 1)
      #expect(panel.layers.count == 1)
      change(panel)
      _ = panel.window.updateDamage()
      #expect(panel.hasNoFeedback)
    }
  }

  @Test func shiftKeepsFeedback() throws {
    let panel = Panel()
    panel.stage.hasShiftMargin = true
    panel.window.layoutIfNeeded()
    panel.tap(panel.buttonPoint)
    panel.stage.shift = Point(7, 5)
    _ = panel.window.updateDamage()
    #expect(panel.layers.count == 1)
  }

  @Test func nextTouchRemovesFeedback() throws {
    let panel = Panel()
    panel.tap(panel.buttonPoint)
    panel.advance(seconds: 1)
    panel.send(.began, Point(10, 10))
    #expect(panel.layers.count == 1 && panel.window.isAnimating)
    panel.advance(seconds: 0.35)
    #expect(panel.layers.isEmpty && panel.captions.isEmpty)
  }

  @Test func buttonOpensExplodedView() throws {
    let scene = CubeScene()
    let panel = Panel(scene)
    let point = panel.buttonPoint
    let tap = try #require(panel.stage.convert(point, to: scene.content))
    panel.tap(point)
    panel.advance(seconds: 1)
    let button = try #require(panel.captions.first).button
    #expect(button.bounds.height == 48)
    panel.tap(try #require(button.convert(button.bounds.center, to: panel.stage)))
    #expect(panel.layers.isEmpty && panel.captions.isEmpty)
    let explosion = try #require(panel.stage.explainer.explosion)
    #expect((explosion.tap - tap).length < 1e-6)
    // Taps on the exploded view have no feedback.
    panel.advance(seconds: 2)
    panel.tap(Point(900, 300))
    #expect(panel.stage.explainer.tapFeedback.annotations.isEmpty)
  }

  @Test func feedbackMayBeDisabled() {
    let panel = Panel()
    panel.stage.explainsTaps = false
    panel.tap(panel.buttonPoint)
    #expect(panel.hasNoFeedback)
  }

  @Test func reducedMotionShowsFeedbackAtOnce() throws {
    let panel = Panel()
    panel.window.reducesMotion = true
    panel.tap(panel.buttonPoint)
    #expect(panel.isIdle && panel.layers.count == 1)
    panel.advance(seconds: 6.1)
    #expect(panel.hasNoFeedback)
  }

  @Test(arguments: Panel.sizes) func captionsAndButtonAvoidTheScene(_ size: Size) throws {
    let scene = CubeScene()
    let panel = Panel(scene, size)
    panel.tap(panel.buttonPoint)
    let caption = try #require(panel.captions.first)
    let button = caption.button
    #expect(button.bounds.height == 48 && button.bounds.width >= 110)
    let free = panel.stage.freeFrame
    for frame in [caption.frame] {
      #expect(frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= free.maxX && frame.maxY <= free.maxY)
      for face in scene.content.subviews where min(size.width, size.height) > 320 {
        let shape = face.layer.homographyToRoot.polygon(of: face.bounds)
        #expect(shape.intersection(ConvexPolygon(frame)).count < 3, "\(frame) over \(face.name ?? "")")
      }
    }
  }

  @Test func receivingFaceIsVisibleThroughOverlay() throws {
    let panel = Panel()
    func color(_ point: Point) -> Color { Color(hex: panel.window.image()[point] & 0xFFFFFF) }
    // On face 3, in front of face 5.
    let pointOnFace3 = panel.onFace3(30, 130)
    #expect(color(pointOnFace3).green > color(pointOnFace3).blue)
    panel.tap(panel.buttonPoint)
    panel.advance(seconds: 1)
    let actual = color(pointOnFace3)
    #expect(actual.blue > actual.green && actual.blue > actual.red, "face 5 is violet")
    panel.advance(seconds: 6)
    #expect(color(pointOnFace3).green > color(pointOnFace3).blue)
  }

  // MARK: Texts

  private func card(
    _ name: String, z: Double = 0, ignoresTouches: Bool = false, facesAway: Bool = false, _ subviews: [View] = []
  ) -> View {
    let view = View(name: name, frame: Rect(0, 0, 100, 100))
    view.backgroundColor = name == "label" ? nil : .white
    view.layer.zPosition = z
    view.isUserInteractionEnabled = !ignoresTouches
    if facesAway {
      view.layer.isDoubleSided = false
      view.layer.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
    }
    for subview in subviews { view.addSubview(subview) }
    return view
  }

  /// The view that receives a tap, the reason, and the visible view; empty if both are the same.
  private func texts(_ cards: [View], ignoresTouches: Bool = false) -> [String?] {
    let content = card("content", ignoresTouches: ignoresTouches, cards)
    let report = HitTestReport.findingMismatch(HitTestTrace(at: Point(50, 50), in: content), in: content)
    guard let texts = TapTexts(report) else { return [] }
    return [texts.title.emphasis, texts.reason, report.visibleIndex.flatMap { report.candidates[$0].view.name }]
  }

  @Test func everyReasonHasItsText() {
    let behind = "It lies behind front, but is asked before it."
    let ignoring = card("front", ignoresTouches: true)
    #expect(texts([card("front", z: 10), card("back")]) == ["Back", behind, "front"])
    #expect(texts([ignoring]).prefix(2) == ["The ground", "Front does not listen."])
    #expect(texts([card("back"), ignoring]).prefix(2) == ["Back", "Front does not listen."])
    #expect(texts([], ignoresTouches: true).prefix(2) == ["Nobody", "The ground does not listen."])
    #expect(
      texts([card("front"), card("turned", facesAway: true)]).prefix(2) == [
        "Turned", "It isn't drawn, but is asked before front.",
      ])
    #expect(texts([card("front")]) == [])
    // Inside of a scene file's only view, and with a label that ignores touches.
    #expect(texts([card("board", [card("front", z: 10), card("back")])]) == ["Back", behind, "front"])
    #expect(texts([card("other"), card("front", [card("label", ignoresTouches: true)])]) == [])
  }
}

extension Panel {
  /// A point on face 3.
  fileprivate func onFace3(_ x: Double, _ y: Double) -> Point { cube.faces[2].convert(Point(x, y), to: stage)! }

  fileprivate var annotation: TapAnnotation? { stage.explainer.tapFeedback.annotations.last }
  fileprivate var layers: [Layer] { stage.layer.sublayers.filter { $0.name == "tap" } }
  fileprivate var captions: [TapCaption] { stage.subviews.compactMap { $0 as? TapCaption } }

  /// True if nothing moves and nothing has to be drawn.
  fileprivate var isIdle: Bool {
    _ = window.updateDamage()
    return !window.isAnimating && !window.needsDisplay
  }

  fileprivate var hasNoFeedback: Bool {
    layers.isEmpty && captions.isEmpty && stage.explainer.tapFeedback.annotations.isEmpty && isIdle
      && [nil, stage.inactivityTimer?.deadline].contains(window.nextDeadline)
  }

  /// The scene's subview that contains a view; `nil` for the background.
  fileprivate func pane(of view: View?) -> View? {
    var (pane, next): (View?, View?) = (nil, view)
    while let view = next, view !== stage.scene.content, view !== stage {
      if !(view.layer is TransformLayer) { pane = view }
      next = view.superview
    }
    return next === stage.scene.content ? pane : nil
  }
}
