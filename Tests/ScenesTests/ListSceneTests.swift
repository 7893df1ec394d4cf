import PanelViews
import Testing

@testable import Scenes

/// A scene with a list of a value's lines. The value changes while the list is used.
@Suite struct ListSceneTests {
  private let values = Values(["rows": ValueDefinition(.set("")), "t": ValueDefinition(.set("20"))])
  private let scene: FileScene
  private let window: Window

  init() throws { try self.init(Size(800, 480)) }

  /// - Parameter row: the node of a row; by default a text and a button that sets the value `t` to its line.
  private init(_ size: Size, row makeRow: () throws -> SceneDescription.Node = Self.row) throws {
    var (description, list, node) = (SceneDescription(), SceneDescription.List(), SceneDescription.Node())
    (list.valueName, list.row) = ("rows", [try makeRow()])
    (node.list, node.isArranged, node.grows) = (list, true, true)
    description.size = size
    (description.root.bounds, description.root.position) = (Rect(origin: .zero, size: size), size.center)
    (description.root.stack, description.root.children) = (SceneDescription.Stack(), [node])
    scene = FileScene(description, values: values)
    window = Window(scene, size)
    show((1...50).map { "row \($0)" })
  }

  private static func text(_ template: String) throws -> SceneDescription.Node {
    var (node, text) = (SceneDescription.Node(), SceneDescription.Text())
    text.string = try LiveText(template: template)
    (node.text, node.isArranged) = (text, true)
    return node
  }

  private static func row() throws -> SceneDescription.Node {
    var (row, button) = (SceneDescription.Node(), SceneDescription.Node())
    button.button = ButtonDescription(name: "do", title: "Do", action: .set(["t": ["{line}"]]))
    button.isArranged = true
    (row.stack, row.isArranged) = (SceneDescription.Stack(), true)
    row.stack?.axis = .horizontal
    row.children = [try text("{line}: {t}"), button]
    return row
  }

  private var list: ListView { scene.lists[0].view }

  private func show(_ lines: [String]) {
    values.set("rows", lines.joined(separator: "\n"), at: window.now)
    _ = window.updateDamage()
  }

  private func label(inRow row: Int) -> Label? {
    list.view(forRowAt: row)?.descendants.lazy.compactMap { $0 as? Label }.first
  }

  /// Also if all of the lines have changed.
  @Test func dragContinuesWhileLinesChange() {
    window.send(.began, Point(300, 400))
    for y in stride(from: 390.0, through: 300, by: -10) {
      window.advance(milliseconds: 50)
      window.send(.moved, Point(300, y))
      show((1...50).map { "row \($0), \(y)" })
    }
    #expect(list.isDragging && list.contentOffset.y == 80 && label(inRow: 3)?.text == "row 4, 300.0: 20")
    window.advance(milliseconds: 300)
    window.send(.ended, Point(300, 300))
    window.settle()
    #expect(list.contentOffset.y == 80)
  }

  @Test func flingEndsInTheLinesThatRemain() {
    window.send(.began, Point(300, 400))
    for y in stride(from: 360.0, through: 160, by: -40) {
      window.advance(milliseconds: 16)
      window.send(.moved, Point(300, y))
    }
    window.send(.ended, Point(300, 160))
    window.advance(milliseconds: 100)
    #expect(list.isDecelerating)
    show((1...12).map { "short \($0)" })
    for _ in 0..<200 {
      window.advance(milliseconds: 16)
      _ = window.updateDamage()
    }
    #expect(list.contentOffset.y == 12 * 44 - 480 && label(inRow: 11)?.text == "short 12: 20")
  }

  @Test func pressSetsTheLineThatWasPressed() throws {
    let button = try #require(scene.lists[0].rows[2].buttons.first)
    let location = try #require(button.convert(button.bounds.center, to: window.rootView))
    var pressed: [String?] = []
    button.onPress = { [unowned button] in pressed.append(button.line?.text) }
    window.send(.began, location)
    window.advance(milliseconds: 200)
    show((1...50).map { "other \($0)" })
    window.send(.ended, location)
    _ = window.updateDamage()
    #expect(pressed == ["row 3"] && scene.lists[0].rows[2].buttons.first?.line?.text == "other 3")
  }

  /// Rows that have the same line keep their views, such as a button whose command runs.
  @Test func unchangedRowsAreKept() throws {
    let rows = scene.lists[0].rows
    show(["new"] + (1...50).map { "row \($0)" })
    #expect(zip(rows.dropLast(), scene.lists[0].rows.dropFirst()).allSatisfy { $0 === $1 })
  }

  /// A list is faint while its value is stale, as a control is. Its own opacity remains.
  @Test func staleListIsFaint() throws {
    var (description, list, node) = (SceneDescription(), SceneDescription.List(), SceneDescription.Node())
    list.valueName = "rows"
    (node.list, node.isArranged, node.opacity) = (list, true, 0.8)
    (description.root.stack, description.root.children) = (SceneDescription.Stack(), [node])
    let values = Values(["rows": ValueDefinition(.set(nil), staleAfter: 5)])
    values.set("rows", "a", at: 1)
    let fresh = FileScene(description, values: values).lists[0].view.alpha
    values.advance(to: 6_000_000_000)
    let scene = FileScene(description, values: values)
    #expect(fresh == 0.8 && scene.lists[0].view.alpha == 0.4)
    values.set("rows", "b", at: 7_000_000_000)
    #expect(scene.lists[0].view.alpha == 0.8)
  }

  /// The label isn't a copy of the text that the row had at first.
  @Test func spokenRowFollowsItsValues() throws {
    let test = try ListSceneTests(Size(800, 480)) { try Self.text("{line}: {t}") }
    let row = try #require(test.list.view(forRowAt: 0)?.superview)
    #expect(row.spokenLabel == "row 1: 20")
    test.values.set("t", "21", at: test.window.now)
    #expect(row.spokenLabel == "row 1: 21")
  }

  /// Horizontal if the scene is at least as wide as high, also in rows that appear later.
  @Test(arguments: [Size(800, 480), Size(480, 800)]) func automaticStacksInRowsFollowTheSceneShape(_ size: Size) throws
  {
    let test = try ListSceneTests(size) {
      var row = try Self.row()
      row.stack?.axis = .automatic
      row.height = 100
      return row
    }
    let expected: Axis = size.width > size.height ? .horizontal : .vertical
    func axes() -> [Axis?] { test.scene.lists[0].rows.map { ($0.subviews.first as? StackView)?.axis } }
    #expect(axes().count >= 4 && axes().allSatisfy { $0 == expected })
    test.list.contentOffset.y = 1000
    _ = test.window.updateDamage()
    #expect(axes().allSatisfy { $0 == expected })
    test.show(["other"])
    #expect(axes() == [expected])
  }
}

extension View {
  fileprivate var descendants: [View] { subviews.flatMap { [$0] + $0.descendants } }
}

extension Size {
  fileprivate var center: Point { Point(width / 2, height / 2) }
}
