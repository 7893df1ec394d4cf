import TestStage
import Testing

@testable import Chrome
@testable import PanelViews
@testable import Scenes

/// The exploded view, with a manually advanced clock.
@Suite struct ExplosionTests {
  private let panel = Panel()
  private var scene: CubeScene { panel.cube }
  private var stage: Stage { panel.stage }
  private var window: Window { panel.window }

  private func explode() throws -> ExplosionView {
    stage.explain(Point(608, 158))
    panel.advance(seconds: 3)
    return try #require(stage.explainer.explosion)
  }

  @Test func tapIsOneLineThroughAllPanes() throws {
    let view = try explode()
    let tapPoints = view.panes.map { $0.transform.apply(to: view.tap) }
    #expect(tapPoints.count == 6)
    for tapPoint in tapPoints { #expect(abs(tapPoint.y - tapPoints[0].y) < 1e-9) }
    #expect(zip(tapPoints, tapPoints.dropFirst()).allSatisfy { $0.x + 100 < $1.x })
    #expect(view.progress == 2)
  }

  /// The stage lays out the scene at full size, then the exploded view shrinks it again.
  @Test func stageLayoutKeepsTheMiniature() throws {
    let view = try explode()
    let scale = stage.sceneView.layer.transform.m11
    #expect(scale < 0.5)
    stage.setNeedsLayout()
    window.layoutIfNeeded()
    #expect(stage.sceneView.layer.transform.m11 == scale)
    #expect(view.layout.size == view.bounds.size)
  }

  @Test func titleSaysThatHitFaceIsAtTheBack() throws {
    let view = try explode()
    #expect(view.title.text == "Face 5, at the back, takes the tap.")
    let expected = "Face 5 is hidden at the back, but it was added later than face 3, so it is asked before face 3."
    #expect(view.caption.text.hasPrefix(expected))
    #expect(view.tags.map(\.isFront) == [false, false, false, true, true, true])
    #expect(view.tags.map(\.text) == ["back", "back", "back", "front", "front", "front"])
  }

  /// With the lamp at the back, a tap there shows what each fix costs.
  @Test func turnedCubeShowsCostOfFixes() throws {
    let view = try explode()
    scene.orientation = CubeGeometry.rotation(ViewAngle(x: 0.34, y: -0.5))
    view.moveTap(to: scene.pointOfInterest)
    scene.touchFix = .reorder
    panel.advance(seconds: 3)
    #expect(view.title.text == "The button, at the back, takes the tap.")
    #expect(view.caption.text.hasSuffix("but face 3 is asked first, even though it is at the back."))
    scene.touchFix = .userInteraction
    panel.advance(seconds: 3)
    #expect(view.caption.text.contains("but it does not listen. Face 3 does"))
    scene.touchFix = .depth
    panel.advance(seconds: 3)
    #expect(view.report.matchesVisibleView)
  }

  @Test func tapBesideTheLampIsNoSuccess() throws {
    let view = try explode()
    scene.touchFix = .reorder
    panel.advance(seconds: 3)
    #expect(view.report.isSuccess && view.title.text == "The button takes the tap.")
    let face = scene.faces[2]
    view.moveTap(to: try #require(face.convert(Point(4, 4), to: scene.content)))
    #expect(view.report.matchesVisibleView && !view.report.isSuccess)
    #expect(view.title.text == "You tapped face 3, not the lamp's button.")
    scene.touchFix = .none
    panel.advance(seconds: 3)
    #expect(view.caption.text.hasPrefix("You tapped face 3, not the lamp's button. "))
  }

  @Test func deafFacesSaySoEvenIfTheyAreNotAsked() throws {
    let view = try explode()
    scene.touchFix = .userInteraction
    panel.advance(seconds: 3)
    #expect(view.scrubber.ticks.map(\.isDeaf) == [true, true, true, false, true, true])
    #expect(view.report.candidates.last?.outcome == .notTested)
  }

  @Test(arguments: TouchFix.allCases) func eachFixSaysWhatItDoesWhenTheCubeIsTurned(_ fix: TouchFix) throws {
    let view = try explode()
    scene.touchFix = fix
    panel.advance(seconds: 3)
    #expect(view.caption.text.contains(" Turn "))
    scene.turnButtonAway()
    panel.advance(seconds: 3)
    #expect(!view.caption.text.contains(" Turn "))
  }

  @Test(arguments: [Size(1280, 800), Size(800, 480)]) func fingerNeverCoversMiniature(_ size: Size) throws {
    window.resize(to: size, scale: 1)
    window.layoutIfNeeded()
    for height in stride(from: 0.1, through: 0.8, by: 0.05) {
      stage.explain(Point(size.width / 2, size.height * height))
      panel.advance(seconds: 3)
      let view = try #require(stage.explainer.explosion)
      let finger = view.layout.fingerFrame(for: view.panes[0].transform.apply(to: view.tap))
      let (center, side) = view.layout.miniature
      let cube = Rect(center.x - side / 2, center.y - side / 2, side, side)
      #expect(!finger.overlaps(cube), "\(height)")
      stage.explainer.removeExplosion()
    }
  }

  /// The line is interrupted behind a pane that the tap missed.
  @Test(arguments: [Size(1280, 800), Size(480, 800)]) func tapLineDoesNotPierceMissedPane(_ size: Size) throws {
    window.resize(to: size, scale: 1)
    window.layoutIfNeeded()
    stage.explain(try scene.buttonView.centerInWindow())
    panel.advance(seconds: 3)
    let view = try #require(stage.explainer.explosion)
    #expect(view.report.candidates[0].outcome == .missed)
    let line = view.panes[1].tapLine
    let half = Point(line.transform.m11, line.transform.m12) * 0.5
    let exit = view.layout.exitPoint(from: view.panes[0].transform, at: view.panes[0].transform.apply(to: view.tap))
    #expect((line.position - half - exit).length < 1e-6)
    #expect(view.layout.isBehind(exit, view.panes[0].transform.apply(to: view.tap)))
  }

  @Test(arguments: [
    (320, 480), (480, 320), (480, 800), (800, 480), (600, 1024), (1024, 600), (720, 1280), (1080, 1920), (3840, 2160),
  ])
  func everythingFitsThePanel(width: Int, height: Int) throws {
    window.resize(to: Size(Double(width), Double(height)), scale: 1)
    window.layoutIfNeeded()
    stage.explain(Point(Double(width) / 2, Double(height) / 4))
    panel.advance(seconds: 3)
    let view = try #require(stage.explainer.explosion)
    let available = view.bounds.insetBy(-1, -1)
    for pane in view.panes {
      for corner in view.layout.box.corners { #expect(available.contains(pane.transform.apply(to: corner))) }
    }
    scene.touchFix = .reorder
    panel.advance(seconds: 3)
    let lowest = view.panes.flatMap { pane in view.layout.box.corners.map { pane.transform.apply(to: $0).y } }.max()
    #expect(try #require(lowest) <= view.layout.panesFrame.maxY + 1)
    scene.touchFix = .none
    panel.advance(seconds: 3)
    let layout = view.layout
    for frame in [layout.scrubber, layout.title, layout.caption, layout.miniatureLabel] where !frame.isEmpty {
      #expect(frame.corners.allSatisfy(available.contains), "\(frame)")
    }
    let buttons = [layout.replayButton, layout.closeButton, layout.lessonButton, layout.turnButton].filter {
      !$0.isEmpty
    }
    for (index, button) in buttons.enumerated() {
      #expect(button.corners.allSatisfy(available.contains) && min(button.width, button.height) >= 48, "\(button)")
      for other in buttons.dropFirst(index + 1) + [layout.title] { #expect(!button.overlaps(other), "\(button)") }
    }
    let paneHeight = view.panes[0].transform.d * layout.box.height
    #expect(paneHeight >= min(40, 0.08 * Double(height)), "too flat to see its content")
  }

  /// On a portrait panel, only the scrubber has space for the sentence about the button.
  @Test(arguments: [(480.0, 800.0), (1080, 1920)])
  func scrubberNamesTheIntendedButton(width: Double, height: Double) throws {
    window.resize(to: Size(width, height), scale: 1)
    window.layoutIfNeeded()
    let buttonCenter: Point = try #require(scene.buttonView.convert(scene.buttonView.bounds.center, to: stage))
    stage.explain(buttonCenter)
    panel.advance(seconds: 3)
    let view = try #require(stage.explainer.explosion)
    let expected: [String?] = [nil, nil, nil, "your button: never asked", nil, nil]
    #expect(view.scrubber.ticks.map(\.intendedLabel) == expected)
  }

  /// The projections differ only by the pane's map.
  @Test func facesAreProjectedLikeTheScene() throws {
    let view = try explode()
    for pane in view.panes {
      for corner in pane.view.bounds.corners {
        let onContent = try #require(pane.view.convert(corner, to: scene.content))
        let onPane = try #require(
          pane.view.layer.homography(to: scene.content.layer).concatenating(Homography(pane.transform))
            .apply(to: corner))
        let expected = pane.transform.apply(to: onContent)
        #expect((onPane - expected).length < 1e-9)
      }
    }
  }

  @Test func finishedViewRendersNothing() throws {
    _ = try explode()
    _ = window.updateDamage()
    #expect(!window.isAnimating)
    #expect(!window.needsDisplay)
  }

  /// Afterwards, the scene is unchanged, and no deadline remains but that of the visit.
  @Test(arguments: [true, false]) func explosionClosesByKeyOrInactivity(byKey: Bool) throws {
    let before = panel.pixels()
    _ = try explode()
    #expect(panel.pixels() != before)
    if byKey { #expect(stage.press(.escape)) } else { panel.advance(seconds: Stage.inactivityTimeout - 4) }
    #expect(stage.explainer.explosion != nil)
    panel.advance(seconds: 5)
    #expect(stage.explainer.explosion == nil && panel.pixels() == before)
    #expect([nil, stage.inactivityTimer?.deadline].contains(window.nextDeadline) && !window.isAnimating)
    #expect(stage.hitTest(Point(608, 158))?.name == "face5")
  }

  /// A tap's caption also opens it on a stage without the bar, on which other keys have no effect.
  @Test func escapeClosesExplosionWithoutTheBar() {
    let panel = Panel(showsBar: false)
    #expect(!panel.stage.press(.character("l")))
    panel.stage.explainer.explain(Point(608, 158))
    panel.advance(seconds: 5)
    #expect(panel.stage.explainer.explosion != nil && panel.stage.press(.escape))
    panel.advance(seconds: 5)
    #expect(panel.stage.explainer.explosion == nil && !panel.stage.press(.escape))
  }

  @Test func fixReordersPanesAndTestsAgain() throws {
    let view = try explode()
    #expect(!view.report.matchesVisibleView)
    scene.touchFix = .reorder
    #expect(view.panes.first?.view === scene.faces[2])
    #expect(view.progress == 0)
    panel.advance(seconds: 3)
    #expect(view.progress == 1)
    #expect(view.report.matchesVisibleView)
    #expect(view.report.hitView === scene.buttonView)
  }

  @Test func touchOnPaneMovesTheTapOnly() throws {
    let view = try explode()
    var presses = 0
    scene.onPress = { _ in presses += 1 }
    scene.touchFix = .depth
    panel.advance(seconds: 3)
    let tapPoint = view.panes[3].transform.apply(to: view.tap)
    let other = tapPoint + Point(10, 60)
    panel.tap(other)
    panel.advance(seconds: 3)
    #expect((view.panes[3].transform.apply(to: view.tap) - other).length < 1e-6)
    #expect(presses == 0)
    #expect(scene.buttons.allSatisfy { !$0.isHighlighted })
  }

  @Test func arrowsMoveTheScrubber() throws {
    let view = try explode()
    for _ in 0..<12 where !view.scrubber.isFocused { panel.press(.tab) }
    #expect(view.scrubber.isFocused && view.progress == 2)
    for (key, testCount) in [(Key.left, 1.0), (.up, 1), (.right, 2), (.down, 2), (.up, 1), (.down, 2)] {
      #expect(window.press(key, at: window.now) && view.progress == testCount, "\(key)")
    }
  }

  /// An answer that is chosen by a key while the view opens or closes moves panes, too.
  @Test(arguments: [false, true]) func answerChosenMeanwhileStopsNeitherOpeningNorClosing(isClosing: Bool) throws {
    if isClosing {
      _ = try explode()
      stage.closeExplosion()
    } else {
      stage.explain()
    }
    panel.advance(seconds: 0.1)
    #expect(stage.press(.character("3")))
    panel.advance(seconds: 3)
    #expect(isClosing ? stage.explainer.explosion == nil : stage.explainer.explosion?.openProgress == 1)
  }

  /// The first view's closing animation must neither close the second nor place its scene.
  @Test func secondViewSurvivesClosingOfFirst() throws {
    _ = try explode()
    stage.closeExplosion()
    panel.advance(seconds: 0.1)
    stage.show(CubeScene())
    stage.explain()
    let view = try #require(stage.explainer.explosion)
    panel.advance(seconds: 3)
    #expect(stage.explainer.explosion === view && view.openProgress == 1)
  }

  @Test(arguments: SceneCatalog.names)
  func everySceneCanBeExploded(name: String) throws {
    let panel = try Panel(name, Size(800, 480), reducesMotion: true)
    let stage = panel.stage
    stage.explain()
    let view = try #require(stage.explainer.explosion)
    #expect(!view.panes.isEmpty)
    #expect(view.progress >= 1)
    let another = try #require(SceneCatalog.make("cube"))
    stage.show(another)
    #expect(stage.explainer.explosion == nil)
  }
}
