import Localization
import PanelViews
import Testing

@testable import Scenes

/// Display names of views, and the descriptions of touches that use them.
@Suite struct DisplayNameTests {
  /// All scenes but the one whose controls are named by their labels. Swift 6.0's compiler crashes on a closure in a
  /// macro's arguments.
  private static let names = SceneCatalog.names.filter { $0 != DeadButtonsScene.name } + [TouchTestScene.name]

  @Test(arguments: names)
  func everyViewHasADisplayName(_ name: String) throws {
    let scene = try #require(SceneCatalog.make(name) ?? (name == TouchTestScene.name ? TouchTestScene() : nil))
    let window = Window(scene)
    var (names, viewCount) = (Set<String>(), 0)
    func visit(_ view: View) {
      guard !view.isHidden else { return }
      #expect(
        (view.explanationName ?? view.accessibilityLabel)?.isEmpty == false || view.layer is TransformLayer,
        "\(view.path) must have a name")
      // Names are unique, except for parts that are named after their container.
      if view.isUserInteractionEnabled, !(view.layer is TransformLayer) {
        viewCount += 1
        #expect(names.insert(view.displayName).inserted || view.displayName == "The container", "\(view.path)")
        #expect(view.displayName.first?.isUppercase == true && view.displayNameMidSentence.first?.isLowercase == true)
        #expect(scene.describe(view, at: Point(1, 1)).map { !$0.phrase.emphasis.isEmpty } ?? true)
      }
      view.subviews.forEach(visit)
    }
    visit(scene.content)
    #expect(viewCount > 0 && scene.content.window === window)
  }

  @Test func descriptionNamesHitViewAndViewInFront() throws {
    let scene = try #require(SceneCatalog.make("order"))
    let window = Window(scene)
    func find(_ name: String) -> View? { scene.content.subviews[0].subviews.first { $0.name == name } }
    let (red, green) = (try #require(find("red")), try #require(find("green")))
    let overlap = try #require(green.convert(Point(25, 25), to: window.rootView))
    #expect(scene.describe(green, at: overlap)?.phrase == Phrase(emphasis: "The green card", after: " took the tap."))
    #expect(
      scene.describe(red, at: overlap)?.phrase
        == Phrase(emphasis: "The red card", after: " took the tap. It lies behind the green card."))
    #expect(scene.describe(nil, at: overlap)?.phrase == Phrase(emphasis: "Nobody", after: " took the tap."))
    // Without a display name, the view's name is used.
    #expect(View(name: "door").displayName == "Door" && View().displayName == "")
  }
}
