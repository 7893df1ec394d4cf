import TestStage
import Testing

@testable import Chrome
@testable import PanelViews
@testable import Scenes

/// The interface around the cube with fewer and with more touch fixes than the built-in ones, up to eight.
@Suite struct TouchFixCountTests {
  /// Rules that later versions could add.
  private static let additionalFixes: [TouchFix] = [1, 2, 4].flatMap { (number: Int) -> [TouchFix] in
    [
      TouchFix(
        "only-\(number)", title: .fixOnlyThree, detail: .fixOnlyThreeDetail, turned: .fixNoneTurned,
        manualText: "only one face takes taps",
        note: { TapRuleNote(code: "", remark: "", effectAndCost: "Only one face works.") },
        apply: { _, faces in
          for (index, face) in faces.enumerated() { face.isUserInteractionEnabled = index == number - 1 }
        }),
      TouchFix(
        "\(number)-first", title: .fixThreeFirst, detail: .fixThreeFirstDetail, turned: .fixNoneTurned,
        manualText: "one face is the last sibling",
        note: {
          TapRuleNote(
            code: "", remark: "", effectAndCost: "One face always works.",
            formerPosition: TapRuleNote.FormerPosition(index: 6 - number, label: "it was here"))
        }, apply: { cube, faces in cube.bringSubviewToFront(faces[number - 1]) }),
    ]
  }

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

  private static let smallSizes = [Size(480, 320), Size(800, 480), Size(480, 800), Size(320, 240)]

  /// Shows the button of the menu, or the segments of a choice.
  private func choice(in panel: Panel) throws -> [Control] {
    let item = try #require(panel.stage.bar?.items.first { $0.name == "touch-fix" })
    panel.stage.bar?.scrollView.scrollRectToVisible(item.frame, animated: false)
    panel.advance(seconds: 1)
    return item.tree.compactMap { $0 as? Control }.filter { $0 is MenuButton || $0 is Segment }
  }

  private func menu(of panel: Panel) throws -> ScrollView {
    try #require(panel.stage.descendant("root/touch-fix/sheet") as? ScrollView)
  }

  /// A finger drags the menu if it scrolls. It doesn't cover its button, unless hardly any row would be visible.
  @Test(arguments: 2...8, smallSizes) func fingerReachesEveryFix(_ count: Int, _ size: Size) throws {
    for textSize in [1.0, 2] {
      let panel = try panel("cube", count, size)
      panel.stage.textSize = textSize
      for fix in Self.fixes(count).reversed() {
        let controls = try choice(in: panel)
        panel.tap(try (controls.first { $0 is MenuButton || $0.name == fix.rawValue } ?? controls[0]).centerInWindow())
        panel.advance(seconds: 1)
        if let button = controls.first(where: { $0 is MenuButton }) {
          let menu = try menu(of: panel)
          let covers = menu.frame.overlaps(Rect(origin: try button.centerInWindow(), size: Size(1, 1)))
          #expect(!covers || panel.stage.bounds.height < 320)
          let row = try menu.descendant("root/touch-fix/sheet/\(fix.rawValue)")
          let range = try #require(menu.convert(Point(menu.bounds.midX, menu.bounds.midY), to: panel.stage))
          for _ in 0..<count where try !isTouchable(row, in: panel) {
            let isAbove = row.frame.minY < menu.bounds.minY
            panel.send(.began, range)
            for step in 1...5 {
              panel.advance(seconds: 0.05)
              panel.send(.moved, range + Point(0, Double(isAbove ? step : -step) * 10))
            }
            panel.send(.ended, range + Point(0, isAbove ? 50 : -50))
            panel.advance(seconds: 2)
          }
          #expect(row.bounds.height >= 44)
          panel.tap(try row.centerInWindow())
          panel.advance(seconds: 1)
        }
        #expect(panel.cube.touchFix == fix, "\(count) at \(size), text size \(textSize)")
      }
    }
  }

  private func isTouchable(_ view: View, in panel: Panel) throws -> Bool {
    try panel.stage.hitTest(view.centerInWindow()) === view
  }

  /// Each arrow key goes to the next answer, which is then visible.
  @Test(arguments: 2...8, smallSizes) func arrowKeysReachEveryFix(_ count: Int, _ size: Size) throws {
    let fixes = Self.fixes(count)
    for textSize in [1.0, 2] {
      let panel = try panel("cube", count, size)
      (panel.stage.textSize, panel.window.reducesMotion) = (textSize, true)
      let controls = try choice(in: panel)
      panel.window.focus(controls[0])
      guard controls[0] is MenuButton else {
        for fix in fixes.dropFirst() { #expect(panel.press(.right) && panel.cube.touchFix == fix) }
        continue
      }
      for (index, fix) in fixes.enumerated().dropFirst().reversed() {
        panel.cube.touchFix = .none
        panel.press(.return)
        for expected in fixes[1...index] {
          panel.press(.down)
          let focused = try #require(panel.window.focusedControl)
          #expect(try focused.name == expected.rawValue && isTouchable(focused, in: panel))
        }
        panel.press(.return)
        #expect(panel.cube.touchFix == fix, "\(count) at \(size), text size \(textSize)")
      }
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
