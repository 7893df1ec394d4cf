import Localization
import PanelViews
import Scenes
import TestRendering
import TestStage
import Testing

@testable import Chrome

/// The interface in other languages than English.
@Suite struct LanguageTests {
  private func shown(_ name: String, _ size: Size = Size(1280, 800)) throws -> Panel {
    try Panel(name, size, reducesMotion: true)
  }

  private func all(_ view: View) -> [View] { [view] + view.subviews.filter { !$0.isHidden }.flatMap(all) }

  // MARK: Text sizes

  @Test(arguments: Language.all, Panel.sizes) func titlesStayReadable(_ language: Language, _ size: Size) throws {
    try Language.$current.withValue(language) {
      let panel = try shown(LessonScene.name, size)
      let stage = panel.stage
      func check(_ context: String) {
        panel.window.layoutIfNeeded()
        for view in all(stage) {
          let (text, font, room): (String, Font, Double)
          switch view {
          case let button as Button:
            (text, font, room) = (button.title, button.font, button.bounds.width - 2 * button.titleInset)
          case let label as Label:
            (text, font, room) = (
              label.text, label.font, label.bounds.width * Double(max(label.numberOfLines, 1))
            )
          default: continue
          }
          let width = TextLayout(text, font: font).size.width
          #expect(width == 0 || room / width > 0.6, "\(context): \(text) in \(room) of \(width)")
        }
      }
      check("lesson")
      stage.explain()
      check("exploded view")
      stage.explainer.removeExplosion()
      stage.showsPicker = true
      check("picker")
      for stop in [nil, {}] as [(() -> Void)?] {
        stage.showMaintenance(touchTest: {}, quit: {}, stop: stop, done: {})
        check("menu")
      }
      stage.askForPIN(lockedFor: 100, check: { $1(.right) }, onSuccess: {})
      check("PIN")
    }
  }

  // MARK: Right to left

  /// English, mirrored: everything except for words is placed as in a right-to-left language.
  private static let rightToLeft: Language = {
    var language = Language.english
    language.isRightToLeft = true
    return language
  }()

  /// The corners of visible views in the window, by path.
  private func places(_ stage: Stage) -> [String: [Point]] {
    var places: [String: [Point]] = [:]
    for view in all(stage) where !(view.layer is TransformLayer) {
      places[view.path] = view.bounds.corners.compactMap { view.layer.homographyToRoot.apply(to: $0) }
    }
    return places
  }

  private func expectMirrored(_ context: String, _ change: (Stage) -> Void) throws {
    var found: [[String: [Point]]] = []
    for language in [Language.english, Self.rightToLeft] {
      try Language.$current.withValue(language) {
        let panel = try shown("cube")
        change(panel.stage)
        panel.window.layoutIfNeeded()
        found.append(places(panel.stage))
      }
    }
    #expect(found[0].count == found[1].count && found[0].count > 20)
    for (path, corners) in found[0] {
      // The root and the scene aren't mirrored.
      let isScene = path == "root" || path.hasPrefix("root/cube") || path.contains("window/")
      let others = try #require(found[1][path])
      // A thumbnail moves with its tile, but isn't mirrored itself.
      if path.contains("window/") {
        #expect((others[1] - others[0]).x * (corners[1] - corners[0]).x > -1e-6, "\(context): \(path)")
        continue
      }
      for (corner, other) in zip(corners, others) {
        let expected = isScene ? corner : Point(1280 - corner.x, corner.y)
        #expect((other - expected).length < 1e-6, "\(context): \(path)")
      }
    }
  }

  @Test func interfaceIsMirroredButNotTheScene() throws {
    try expectMirrored("bar") { _ in }
    try expectMirrored("picker") { $0.showsPicker = true }
    try expectMirrored("menu") { $0.showMaintenance(touchTest: {}, quit: {}, stop: {}, done: {}) }
  }

  /// Of a scene file, stacks and frames are mirrored, but no picture with what lies on it.
  @Test(arguments: [true, false]) func sceneFileIsMirroredUnlessItSaysNo(_ isMirrored: Bool) throws {
    func node(_ name: String, _ frame: Rect, children: [SceneDescription.Node] = []) -> SceneDescription.Node {
      var node = SceneDescription.Node()
      (node.name, node.bounds, node.position, node.children) = (
        name, Rect(origin: .zero, size: frame.size), frame.center, children
      )
      return node
    }
    var plan = node("plan", Rect(600, 100, 300, 200), children: [node("door", Rect(10, 20, 30, 40))])
    plan.contents = .init("plan.png", Bitmap(width: 3, height: 2))
    var description = SceneDescription()
    (description.isMirrored, description.name) = (isMirrored, "page")
    description.root.children = [node("left", Rect(20, 30, 200, 50)), plan]
    func places(in language: Language) -> [String: [Point]] {
      Language.$current.withValue(language) {
        let panel = Panel(FileScene(description), Size(1280, 800), showsBar: false)
        return Dictionary(
          uniqueKeysWithValues: all(panel.stage).compactMap { view in
            view.name.map { ($0, view.bounds.corners.compactMap { view.layer.homographyToRoot.apply(to: $0) }) }
          })
      }
    }
    let (plain, mirrored) = (places(in: .english), places(in: Self.rightToLeft))
    for name in ["left", "plan", "door"] {
      let (corners, others) = (try #require(plain[name]), try #require(mirrored[name]))
      let (plainPlan, mirroredPlan) = (try #require(plain["plan"]), try #require(mirrored["plan"]))
      for (corner, other) in zip(corners, others) {
        let expected: Point
        if !isMirrored {
          expected = corner
        } else if name == "left" {
          expected = Point(1280 - corner.x, corner.y)
        } else {
          // The plan is at the mirrored place, unmirrored.
          expected = corner + Point(1280 - plainPlan[1].x - plainPlan[0].x, 0)
        }
        #expect((other - expected).length < 1e-6, "\(name)")
      }
      #expect(mirroredPlan[0].x < mirroredPlan[1].x)
    }
  }

  @Test func keypadIsNotMirrored() throws {
    try Language.$current.withValue(Self.rightToLeft) {
      let panel = try shown("cube")
      let stage = panel.stage
      stage.askForPIN(check: { $1(.right) }, onSuccess: {})
      panel.window.layoutIfNeeded()
      let places = try ["1", "2", "3", "enter"].map { try stage.descendant("root/pin/sheet/\($0)").centerInWindow() }
      #expect(places[0].x < places[1].x && places[1].x < places[2].x && places[3].x == places[2].x)
      let keys = all(stage).filter { $0.path.hasPrefix("root/pin/sheet/") && $0 is Button }
      #expect(keys.count == 12 && keys.allSatisfy { !$0.layer.isMirrored })
    }
  }

  @Test func touchesFollowMirroredViews() throws {
    try Language.$current.withValue(Self.rightToLeft) {
      let panel = try shown("cube")
      let stage = panel.stage
      // The bar's last button is at its left end.
      let place = try #require(try stage.bar?.scenesButton.centerInWindow())
      #expect(place.x < 100)
      panel.tap(place)
      #expect(stage.showsPicker)
      stage.dismissSheet()
      #expect(stage.visibleView(at: try panel.cube.buttonView.centerInWindow()) === panel.cube.buttonView)
    }
  }

  @Test func numbersUseTheLanguagesDecimalSeparator() {
    func texts(_ language: Language) -> [String?] {
      Language.$current.withValue(language) {
        let scene = SceneCatalog.make("shear")
        guard let x = scene?.controls.first else { return [] }
        return [1, -0.52, 0.04, -0.04].map { value in
          x.value = value
          return x.control.accessibilityValue
        }
      }
    }
    #expect(texts(.english) == ["1.0", "-0.5", "0.0", "0.0"])
    #expect(texts(.german) == ["1,0", "-0,5", "0,0", "0,0"])
  }

  @Test func dragIsNotMirrored() throws {
    func turned(_ language: Language) throws -> Rotation {
      try Language.$current.withValue(language) {
        let panel = try shown("cube")
        #expect(panel.cube.isInHomeOrientation)
        for x in stride(from: 60.0, through: 260, by: 20) {
          panel.send(x == 60 ? .began : .moved, Point(x, 100))
          panel.advance(seconds: 1.0 / 60)
        }
        #expect(!panel.cube.isInHomeOrientation)
        return panel.cube.orientation
      }
    }
    let (one, other) = (try turned(.english), try turned(Self.rightToLeft))
    #expect(one.angle(to: other) < 1e-6)
  }

  @Test func lettersAreNotMirrored() {
    final class Page: View {
      override func layoutSubviews() {
        for view in subviews { view.frame = bounds }
      }
    }
    func image(_ isMirrored: Bool) -> Bitmap {
      let label = Label(name: "word")
      (label.text, label.alignment, label.font) = ("Regal", isMirrored ? .trailing : .leading, Font(size: 40))
      let page = Page(background: .black, subviews: [label])
      if isMirrored {
        page.layer.layoutDirection = .rightToLeft
        page.layer.sublayerTransform = Transform3D(scaleX: -1, y: 1, z: 1)
      }
      return Window(page, size: Size(200, 60), scale: 1, threads: 1).image()
    }
    let (plain, mirrored) = (image(false), image(true))
    var (difference, brightness) = (0, 0)
    for y in 0..<60 {
      for x in 0..<200 {
        let (a, b) = (Int(plain[x, y] & 0xFF), Int(mirrored[x, y] & 0xFF))
        brightness += a
        difference += abs(a - b)
      }
    }
    #expect(brightness > 50_000)
    #expect(difference * 20 < brightness)
  }

  @Test(arguments: ["שלום", "Hello"]) func linesBeginAtTheRightIfMirrored(_ text: String) {
    func middle(_ alignment: TextAlignment) -> Double {
      let bitmap = Bitmap(width: 200, height: 40)
      let canvas = Canvas(bitmap, fitting: Rect(0, 0, 200, 40), isMirrored: true)
      let span = TextSpan(text, font: Font(size: 20), color: .white)
      canvas.draw(TextLayout([span], maxWidth: 200, alignment: alignment), at: .zero)
      var (sum, count) = (0, 0)
      for y in 0..<40 {
        for x in 0..<200 where bitmap[x, y] >> 24 > 64 { (sum, count) = (sum + x, count + 1) }
      }
      // As it is shown: mirrored.
      return 200 - Double(sum) / Double(max(count, 1))
    }
    #expect(middle(.leading) > 150 && middle(.trailing) < 50)
    #expect(abs(middle(.center) - 100) < 3)
  }

  @Test func customTextsAreUsed() throws {
    var hebrew = Self.rightToLeft
    hebrew.overrides = [.face: "פאה {number}", .took: "*{taker}* קיבלה את הנגיעה."]
    try Language.$current.withValue(hebrew) {
      let cube = CubeScene()
      let face = try #require(cube.buttons.first?.superview)
      #expect(cube.describe(face, at: .zero)?.phrase == Phrase(emphasis: "פאה 3", after: " קיבלה את הנגיעה."))
    }
  }
}
