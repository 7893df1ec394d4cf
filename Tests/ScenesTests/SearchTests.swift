import PanelViews
import Testing

@testable import Scenes

/// A search field that filters a list.
@Suite struct SearchTests {
  @Test(arguments: [
    ("mul", ["Jürgen Müller", "Anna Mulder"]), ("MÜLL", ["Jürgen Müller"]),
    ("", ["Jürgen Müller", "Anna Mulder", "Ángel Díaz"]),
    ("diaz", ["Ángel Díaz"]), ("n m", ["Jürgen Müller", "Anna Mulder"]), ("mul jur", ["Jürgen Müller"]), ("x", []),
  ]) func listShowsMatchingLines(_ typed: String, _ expected: [String]) throws {
    let values = Values(["names": ValueDefinition(.set("Jürgen Müller\nAnna Mulder\nÁngel Díaz"))])
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
    let scene = FileScene(description, values: values)
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
}
