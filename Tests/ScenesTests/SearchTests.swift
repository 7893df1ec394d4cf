import PanelViews
import Testing

@testable import Scenes

/// A search field that filters a list.
@Suite struct SearchTests {
  /// A search above a list that fills the rest of the page.
  private static func scene(_ names: String) throws -> FileScene {
    let values = Values(["names": ValueDefinition(.set(names))])
    var (description, list, listNode, searchNode) = (
      SceneDescription(), SceneDescription.List(), SceneDescription.Node(), SceneDescription.Node()
    )
    var (row, text) = (SceneDescription.Node(), SceneDescription.Text())
    text.string = try LiveText(template: "{line}")
    (row.text, row.isArranged) = (text, true)
    (list.valueName, list.row) = ("names", [row])
    (listNode.list, listNode.isArranged, listNode.grows) = (list, true, true)
    var control = SceneDescription.ControlDescription(.search)
    control.valueName = "names"
    (searchNode.control, searchNode.isArranged) = (control, true)
    description.root.stack = SceneDescription.Stack()
    description.root.children = [searchNode, listNode]
    return FileScene(description, values: values)
  }

  @Test(arguments: [
    ("mul", ["Jürgen Müller", "Anna Mulder"]), ("MÜLL", ["Jürgen Müller"]),
    ("", ["Jürgen Müller", "Anna Mulder", "Ángel Díaz"]),
    ("diaz", ["Ángel Díaz"]), ("n m", ["Jürgen Müller", "Anna Mulder"]), ("mul jur", ["Jürgen Müller"]), ("x", []),
  ]) func listShowsMatchingLines(_ typed: String, _ expected: [String]) throws {
    let scene = try Self.scene("Jürgen Müller\nAnna Mulder\nÁngel Díaz")
    let window = Window(scene, Size(800, 480))
    _ = window.updateDamage()
    let field = try #require(scene.valueControls[0].view.subviews.first as? TextField)
    field.becomeFirstResponder()
    for character in typed {
      _ = window.press(.character("x"), text: String(character), at: window.now + 200_000_000)
    }
    _ = window.updateDamage()
    let view = scene.lists[0].view
    func texts(in view: View) -> [String] { [(view as? Label)?.text].compactMap { $0 } + view.subviews.flatMap(texts) }
    let labels = (0..<3).compactMap { view.view(forRowAt: $0) }.flatMap(texts)
    #expect(labels == (expected.isEmpty ? ["Nothing found"] : expected))
    // Clients see all lines.
    #expect(scene.lists[0].lines.count == 3)
    scene.resetForNextVisitor()
    #expect(scene.lists[0].filter == "")
  }

  /// A keyboard covers the lower part of the list.
  @Test func lastHitIsAboveTheKeyboard() throws {
    let scene = try Self.scene((0..<100).map { "Name \($0)" }.joined(separator: "\n"))
    let window = Window(scene, Size(800, 480))
    window.makeKeyboard = { KeyboardView(layouts: []) }
    _ = window.updateDamage()
    let field = try #require(scene.valueControls[0].view.subviews.first as? TextField)
    field.becomeFirstResponder()
    window.advance(to: window.now + 1_000_000_000)
    window.advance(to: window.now + 1_000_000_000)
    _ = window.updateDamage()
    let list = scene.lists[0].view
    list.scrollToRow(at: 99, animated: false)
    _ = window.updateDamage()
    let last = try #require(list.view(forRowAt: 99))
    let keyboard = try #require(window.rootView.subviews.last?.subviews.first as? KeyboardView)
    let keys = try #require(keyboard.convert(keyboard.bounds, to: window.rootView))
    #expect(try #require(last.convert(last.bounds, to: window.rootView)).maxY <= keys.minY)
    // The first hit of a new search is in view.
    _ = window.press(.character("4"), text: "4", at: window.now + 200_000_000)
    _ = window.updateDamage()
    #expect(list.contentOffset.y == 0)
    field.resignFirstResponder()
    window.advance(to: window.now + 1_000_000_000)
    _ = window.updateDamage()
    #expect(list.contentInset == .zero)
  }
}
