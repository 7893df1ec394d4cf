import PanelViews
import TestStage
import Testing

@testable import Chrome
@testable import Scenes

/// The interface around the cube with fewer and with more touch fixes than the built-in ones.
@Suite struct TouchFixCountTests {
  /// Two rules that a later version could add.
  private static let additionalFixes = [
    TouchFix(
      "only-one", title: .fixOnlyThree, detail: .fixOnlyThreeDetail, turned: .fixNoneTurned,
      manualText: "only face 1 takes taps",
      note: { TapRuleNote(code: "", remark: "", effectAndCost: "Only face 1 works.") },
      apply: { _, faces in
        for (index, face) in faces.enumerated() { face.isUserInteractionEnabled = index == 0 }
      }),
    TouchFix(
      "one-first", title: .fixThreeFirst, detail: .fixThreeFirstDetail, turned: .fixNoneTurned,
      manualText: "face 1 is the last sibling",
      note: {
        TapRuleNote(
          code: "", remark: "", effectAndCost: "Face 1 always works.",
          formerPosition: TapRuleNote.FormerPosition(index: 5, label: "1 was here"))
      }, apply: { cube, faces in cube.bringSubviewToFront(faces[0]) }),
  ]

  private static func fixes(_ count: Int) -> [TouchFix] { Array((TouchFix.allCases + additionalFixes).prefix(count)) }

  private func panel(_ scene: String, _ count: Int, _ size: Size) throws -> Panel {
    var options = SceneOptions()
    options.touchFixes = Self.fixes(count)
    return try Panel(scene, size, options: options)
  }

  private static let sizes = [Size(800, 480), Size(1280, 800), Size(480, 800), Size(1080, 1920)]

  @Test(arguments: [2, 6], sizes) func barOffersEveryFix(_ count: Int, _ size: Size) throws {
    let panel = try panel("cube", count, size)
    let bar = try #require(panel.stage.bar)
    for item in bar.items { #expect(item.frame.minX >= 0 && item.frame.maxX <= bar.scrollView.bounds.width) }
    for (index, fix) in Self.fixes(count).enumerated().reversed() {
      panel.press(.character(Character("\(index + 1)")))
      #expect(panel.cube.touchFix == fix)
    }
    #expect(!panel.cube.press(.character(Character("\(count + 1)"))))
  }

  /// On a small panel, the menu scrolls. It doesn't cover its button, unless hardly any row would be visible.
  @Test(arguments: [Size(480, 320), Size(320, 240)]) func menuScrollsToEveryFix(_ size: Size) throws {
    let panel = try panel("cube", 6, size)
    let button = try panel.stage.descendant("root/bar/touch-fix").centerInWindow()
    for fix in Self.fixes(6).reversed() {
      panel.tap(button)
      panel.advance(seconds: 1)
      let menu = try #require(panel.stage.descendant("root/touch-fix/sheet") as? ScrollView)
      #expect(menu.frame.overlaps(Rect(origin: button, size: Size(1, 1))) == (size.height < 320))
      let row = try panel.stage.descendant("root/touch-fix/sheet/\(fix.rawValue)")
      menu.scrollRectToVisible(row.frame, animated: false)
      panel.window.layoutIfNeeded()
      #expect(row.bounds.height >= 44)
      panel.tap(try row.centerInWindow())
      panel.advance(seconds: 1)
      #expect(panel.cube.touchFix == fix)
    }
  }

  @Test(arguments: [2, 6], sizes) func explodedViewExplainsEveryFix(_ count: Int, _ size: Size) throws {
    let panel = try panel("cube", count, size)
    panel.stage.explain()
    panel.advance(seconds: 3)
    let view = try #require(panel.stage.explainer.explosion)
    for fix in Self.fixes(count) {
      panel.cube.touchFix = fix
      panel.advance(seconds: 3)
      #expect(view.panes.count == 6 && view.progress == view.testCount)
      // The tap is on face 3, which the additional fixes don't help.
      #expect(fix == .none || Self.additionalFixes.contains(fix) || view.report.matchesVisibleView, "\(fix)")
      #expect(view.formerPositionCorners.isEmpty == (fix.note?.formerPosition == nil))
    }
  }

  @Test(arguments: [2, 6]) func lessonAsksForEveryFix(_ count: Int) throws {
    let panel = try panel(LessonScene.name, count, Size(1280, 800))
    panel.tap(panel.buttonPoint)
    try panel.tap("root/lesson/face3")
    panel.advance(seconds: 3)
    try panel.tap("root/lesson/next")
    let guide = try #require(panel.stage.explainer.guide)
    for (index, fix) in Self.fixes(count).dropFirst().enumerated() {
      #expect(guide.texts.detail.contains("\(index) of \(count - 1)"), "\(guide.texts)")
      panel.cube.touchFix = fix
    }
    #expect(!guide.texts.detail.contains("tried"))
  }
}
