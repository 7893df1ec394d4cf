import PanelViews
import Testing

@testable import Scenes

/// A text without a color is readable on its background.
@Suite struct ContentInkTests {
  private func node(_ x: Double, _ y: Double, _ color: Color? = nil) -> SceneDescription.Node {
    var node = SceneDescription.Node()
    (node.bounds, node.position, node.backgroundColor) = (Rect(0, 0, 100, 100), Point(x, y), color)
    return node
  }

  private func text(_ x: Double, _ y: Double) -> SceneDescription.Node {
    var node = node(x, y)
    node.text = .init()
    return node
  }

  private func inks(_ root: SceneDescription.Node, on background: Color = .ground) -> [Color] {
    var scene = SceneDescription()
    scene.root = root
    return colors(FileScene(scene, background: background).content)
  }

  private func colors(_ view: View) -> [Color] {
    ((view as? Label).map { [$0.color] } ?? []) + view.subviews.flatMap(colors)
  }

  @Test func defaultInkContrastsWithBackground() {
    #expect(inks(text(0, 0)) == [FaceInk.light] && inks(text(0, 0), on: .white) == [FaceInk.dark])
  }

  @Test func inkContrastsWithNodesUnderTheText() {
    var card = node(50, 50, .white)
    card.children = [text(50, 50), node(20, 20, .black), text(20, 20), text(90, 90)]
    #expect(inks(card) == [FaceInk.dark, FaceInk.light, FaceInk.dark])
    // Later, hidden and distant nodes don't count; nodes in other nodes do.
    var hidden = node(50, 50, .white)
    hidden.isHidden = true
    var group = node(300, 300)
    group.children = [node(-200, -200, .white)]
    var root = node(0, 0)
    root.children = [hidden, node(500, 50, .white), text(50, 50), group, text(50, 50), text(50, 300)]
    #expect(inks(root) == [FaceInk.light, FaceInk.dark, FaceInk.light])
    // The later of two nested nodes counts. A text in one node may lie on another node.
    var (both, holder) = (node(300, 300), node(500, 300))
    both.children = [node(50, 50, .black), node(50, 50, .white)]
    holder.children = [text(50, 50)]
    root.children = [both, text(300, 300), node(500, 300, .white), holder]
    #expect(inks(root) == [FaceInk.dark, FaceInk.dark])
  }

  @Test func translucentNodesCountPartially() {
    var card = node(50, 50, .white.faded(0.1))
    card.children = [text(50, 50)]
    #expect(inks(card) == [FaceInk.light])
    card.backgroundColor = .white.faded(0.8)
    #expect(inks(card) == [FaceInk.dark])
    card.opacity = 0.1
    #expect(inks(card) == [FaceInk.light])
    card.opacity = 1
    // A node's opacity applies to its children.
    var faint = node(50, 50)
    faint.opacity = 0.1
    faint.children = [node(50, 50, .white)]
    var root = node(50, 50)
    root.children = [faint, text(50, 50)]
    #expect(inks(root) == [FaceInk.light])
    card.gradient = .init()
    card.gradient?.colors = [.black, .black]
    card.backgroundColor = nil
    #expect(inks(card, on: .white) == [FaceInk.light])
    let white = Bitmap(width: 2, height: 2)
    white.fill(white.bounds, with: 0xFFFF_FFFF)
    card.contents = .init("white.png", white)
    #expect(inks(card) == [FaceInk.dark])
  }

  @Test func textOnFaceHasTheFacesInk() {
    for number in 1...6 {
      var face = FaceDescription()
      face.content = text(100, 100)
      // Light on average, though dark in the middle.
      if number == 1 { face.colors = (.black, Color(hex: 0xD0D0D0)) }
      let view = CubeFaceView(number: number, face, values: Values())
      #expect(colors(view) == [view.ink.color])
    }
    var given = text(0, 0)
    given.text?.color = .black
    #expect(inks(given) == [.black])
  }
}
