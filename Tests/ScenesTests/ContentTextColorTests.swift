import PanelViews
import Testing

@testable import Scenes

/// A text without a color is readable on its background; a given color is kept.
@Suite struct ContentTextColorTests {
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

  private func textColors(_ root: SceneDescription.Node, on background: Color = .defaultBackground) -> [Color] {
    var scene = SceneDescription()
    scene.root = root
    return colors(FileScene(scene, background: background).content)
  }

  private func colors(_ view: View) -> [Color] {
    ((view as? Label).map { [$0.color] } ?? []) + view.subviews.flatMap(colors)
  }

  @Test func defaultTextColorContrastsWithBackground() {
    #expect(
      textColors(text(0, 0)) == [LegibleTextStyle.light]
        && textColors(text(0, 0), on: .white) == [LegibleTextStyle.dark])
  }

  @Test func textColorContrastsWithNodesUnderText() {
    var card = node(50, 50, .white)
    card.children = [text(50, 50), node(20, 20, .black), text(20, 20), text(90, 90)]
    #expect(textColors(card) == [LegibleTextStyle.dark, LegibleTextStyle.light, LegibleTextStyle.dark])
    // Nodes that are hidden, elsewhere or after the text don't count; nested nodes do.
    var hidden = node(50, 50, .white)
    hidden.isHidden = true
    var group = node(300, 300)
    group.children = [node(-200, -200, .white)]
    var root = node(0, 0)
    root.children = [hidden, node(500, 50, .white), text(50, 50), group, text(50, 50), text(50, 300)]
    #expect(textColors(root) == [LegibleTextStyle.light, LegibleTextStyle.dark, LegibleTextStyle.light])
    // The later of two overlapping nodes counts. A node can cover another node's text.
    var (overlapping, textNode) = (node(300, 300), node(500, 300))
    overlapping.children = [node(50, 50, .black), node(50, 50, .white)]
    textNode.children = [text(50, 50)]
    root.children = [overlapping, text(300, 300), node(500, 300, .white), textNode]
    #expect(textColors(root) == [LegibleTextStyle.dark, LegibleTextStyle.dark])
  }

  @Test func translucentNodesCountPartially() {
    var card = node(50, 50, .white.withAlphaComponent(0.1))
    card.children = [text(50, 50)]
    #expect(textColors(card) == [LegibleTextStyle.light])
    card.backgroundColor = .white.withAlphaComponent(0.8)
    #expect(textColors(card) == [LegibleTextStyle.dark])
    card.opacity = 0.1
    #expect(textColors(card) == [LegibleTextStyle.light])
    card.opacity = 1
    // A node's opacity applies to its children.
    var faint = node(50, 50)
    faint.opacity = 0.1
    faint.children = [node(50, 50, .white)]
    var root = node(50, 50)
    root.children = [faint, text(50, 50)]
    #expect(textColors(root) == [LegibleTextStyle.light])
    card.gradient = .init()
    card.gradient?.colors = [.black, .black]
    card.backgroundColor = nil
    #expect(textColors(card, on: .white) == [LegibleTextStyle.light])
    let white = Bitmap(width: 2, height: 2)
    white.fill(white.bounds, with: 0xFFFF_FFFF)
    card.contents = .init("white.png", white)
    #expect(textColors(card) == [LegibleTextStyle.dark])
  }

  @Test func textOnFaceHasTextColorOfFace() {
    for number in 1...6 {
      var face = FaceDescription()
      face.content = text(100, 100)
      // The middle of this gradient is dark, but dark text suits its mean luminance.
      if number == 1 { face.colors = (.black, Color(hex: 0xD0D0D0)) }
      let view = CubeFaceView(number: number, face, values: Values())
      #expect(colors(view) == [view.textStyle.color])
    }
    var colored = text(0, 0)
    colored.text?.color = .black
    #expect(textColors(colored) == [.black])
  }
}
