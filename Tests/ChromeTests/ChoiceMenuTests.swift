import PanelViews
import Scenes
import TestStage
import Testing

@testable import Chrome

/// On a small panel a choice is a button that opens a menu.
@Suite struct ChoiceMenuTests {
  private func shown(_ size: Size = Size(480, 320), _ scene: Scene = CubeScene()) -> Panel {
    Panel(scene, size, reducesMotion: true)
  }

  private let row = "root/touch-fix/sheet"
  private let button = "root/bar/touch-fix"

  private func rows(of panel: Panel) -> [Control] {
    panel.stage.tree.first { $0.path == row }?.subviews.compactMap { $0 as? Control } ?? []
  }

  @Test func menuListsAllChoicesAndTapChooses() throws {
    let panel = shown()
    try panel.tap(button)
    #expect(rows(of: panel).map(\.accessibilityLabel) == TouchFix.allCases.map(\.title))
    #expect(rows(of: panel).map(\.isSelected) == TouchFix.allCases.map { $0 == .none })
    try panel.tap("\(row)/reorder")
    #expect(panel.cube.touchFix == .reorder && rows(of: panel).isEmpty)
    try panel.tap(button)
    #expect(rows(of: panel).map(\.isSelected) == TouchFix.allCases.map { $0 == .reorder })
  }

  @Test func rowsHaveTheThemesColors() throws {
    for theme in [Theme.dark, .light, .contrast] {
      let panel = Panel(CubeScene(), Size(480, 320), theme: theme, reducesMotion: true)
      try panel.tap(button)
      let colors = rows(of: panel).map { row in row.subviews.compactMap { ($0 as? Label)?.color } }
      #expect(colors[0] == [theme.selectedText, theme.selectedText])
      #expect(colors[1...].allSatisfy { $0 == [theme.text, theme.secondaryText] })
    }
  }

  /// A finger may go down on the button and lift on a row. If it lifts elsewhere, the menu stays.
  @Test func fingerMaySlideToARow() throws {
    let panel = shown()
    let start = try panel.stage.descendant(button).centerInWindow()
    panel.send(.began, start)
    let answer = try panel.stage.descendant("\(row)/depth").centerInWindow()
    for step in 1...8 { panel.send(.moved, start + (answer - start) * (Double(step) / 8)) }
    #expect(panel.cube.touchFix == .none)
    panel.send(.ended, answer)
    #expect(panel.cube.touchFix == .depth && rows(of: panel).isEmpty && !panel.stage.showsPicker)
    panel.send(.began, start)
    panel.send(.moved, Point(470, 100))
    panel.send(.ended, Point(470, 100))
    #expect(panel.cube.touchFix == .depth && !rows(of: panel).isEmpty)
  }

  @Test func menuClosesWithoutAChoice() throws {
    let panel = shown()
    let (cube, place) = (panel.cube, try panel.stage.descendant(button).centerInWindow())
    // A tap outside of the menu, and one on the menu's button, only close the menu.
    for other in [Point(465, 20), place] {
      panel.tap(place)
      #expect(!rows(of: panel).isEmpty)
      panel.tap(other)
      #expect(rows(of: panel).isEmpty)
    }
    panel.tap(place)
    #expect(panel.window.press(.escape, at: panel.window.now) && rows(of: panel).isEmpty)
    panel.tap(place)
    panel.stage.show(FoldScene())
    #expect(rows(of: panel).isEmpty && cube.touchFix == .none)
  }

  @Test func keyboardChooses() throws {
    let panel = shown(Size(480, 320), CubeScene(SceneOptions(touchFix: .reorder)))
    let cube = panel.cube
    func focused() -> [String] { rows(of: panel).filter(\.isFocused).compactMap(\.name) }
    // The cube's button precedes the bar's controls.
    for key in [Key.tab, .tab, .return] { panel.press(key) }
    #expect(focused() == ["reorder"])
    let fixes = TouchFix.allCases.map(\.rawValue)
    for _ in fixes { panel.press(.down) }
    #expect(focused() == Array(fixes.suffix(1)))
    for _ in fixes.dropFirst(2) { panel.press(.up) }
    #expect(focused() == ["user-interaction"] && cube.touchFix == .reorder)
    panel.press(.return)
    #expect(cube.touchFix == .userInteraction && rows(of: panel).isEmpty)
    // The button is focused again.
    panel.press(.space)
    #expect(focused() == ["user-interaction"])
    panel.press(.escape)
    #expect(rows(of: panel).isEmpty && cube.touchFix == .userInteraction)
  }

  @Test(arguments: [Size(480, 320), Size(320, 480), Size(800, 480), Size(640, 480), Size(320, 240)])
  func fourRowsNeedNoScrolling(_ size: Size) throws {
    let panel = shown(size, CubeScene(.withFourFixes))
    for name in ["touch-fix", "lighting"] {
      let item = try #require(panel.stage.bar?.items.first { $0.name == name })
      panel.stage.bar?.scrollView.scrollRectToVisible(item.frame, animated: false)
      panel.window.layoutIfNeeded()
      let button = try #require(item.tree.first { $0 is MenuButton })
      panel.tap(try button.centerInWindow())
      for row in try panel.stage.descendant("root/\(name)/sheet").subviews {
        let corners = try row.bounds.insetBy(1, 1).corners.map { try #require(row.convert($0, to: panel.stage)) }
        #expect(row.bounds.width >= 44 && row.bounds.height >= 44, "\(row.path) at \(size)")
        #expect(corners.allSatisfy { panel.stage.hitTest($0) === row }, "\(row.path) at \(size)")
      }
      panel.stage.dismissSheet()
    }
  }

  @Test(arguments: [Size(240, 240), Size(120, 90), Size(1, 1)]) func tinyPanelDoesNotCrash(_ size: Size) throws {
    for name in SceneCatalog.names {
      let panel = shown(size, try #require(SceneCatalog.make(name)))
      for x in stride(from: 0.5, to: size.width, by: 37) {
        for y in stride(from: 0.5, to: size.height, by: 23) { panel.tap(Point(x, y)) }
      }
      #expect(panel.stage.bounds.size == size)
    }
  }
}
