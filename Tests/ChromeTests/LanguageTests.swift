import Geometry
import Layers
import Raster
import Scenes
import Testing
import Text
import Views
import Words

@testable import Chrome

/// The panel in other languages than English.
@Suite struct LanguageTests {
  private static let sizes = [
    Size(480, 320), Size(320, 480), Size(800, 480), Size(600, 1024), Size(1280, 800), Size(1080, 1920),
    Size(3840, 2160),
  ]

  private func shown(_ name: String, _ size: Size = Size(1280, 800)) throws -> Panel {
    try Panel(name, size, reducesMotion: true)
  }

  private func all(_ view: View) -> [View] { [view] + view.subviews.filter { !$0.isHidden }.flatMap(all) }

  // MARK: Room

  /// Titles shrink to what there is room for, and none to what nobody can read.
  @Test(arguments: Language.all, sizes) func noTitleShrinksToNothing(_ language: Language, _ size: Size) throws {
    try Language.$current.withValue(language) {
      let panel = try shown(LessonScene.name, size)
      let stage = panel.stage
      func check(_ what: String) {
        panel.window.layoutIfNeeded()
        for view in all(stage) {
          let (text, font, room): (String, Font, Double)
          switch view {
          case let button as Button:
            (text, font, room) = (button.title, button.font, button.bounds.width - 2 * button.titleInset)
          case let label as Label: (text, font, room) = (label.text, label.font, label.bounds.width)
          default: continue
          }
          let width = TextLayout(text, font: font).size.width
          #expect(width == 0 || room / width > 0.6, "\(what): \(text) in \(room) of \(width)")
        }
      }
      check("lesson")
      stage.explain()
      check("exploded view")
      stage.removeExplosion()
      stage.showsPicker = true
      check("picker")
      for stop in [nil, {}] as [(() -> Void)?] {
        stage.showMaintenance(touchTest: {}, quit: {}, stop: stop, done: {})
        check("menu")
      }
      stage.askForPIN(wait: 100, check: { $1(.right) }, entered: {})
      check("PIN")
    }
  }

  // MARK: From the right

  /// English from the right: what isn't a word is where it is in a real one.
  private static let fromTheRight: Language = {
    var language = Language.english
    language.isRightToLeft = true
    return language
  }()

  /// The corners of what is seen, by the views' paths.
  private func places(_ stage: Stage, _ language: Language) -> [String: [Point]] {
    var places: [String: [Point]] = [:]
    for view in all(stage) where !(view.layer is TransformLayer) {
      places[view.path] = view.bounds.corners.compactMap { view.layer.homographyToRoot.apply(to: $0) }
    }
    return places
  }

  private func expectMirrored(_ what: String, _ change: (Stage) -> Void) throws {
    var found: [[String: [Point]]] = []
    for language in [Language.english, Self.fromTheRight] {
      try Language.$current.withValue(language) {
        let panel = try shown("cube")
        change(panel.stage)
        panel.window.layoutIfNeeded()
        found.append(places(panel.stage, language))
      }
    }
    #expect(found[0].count == found[1].count && found[0].count > 20)
    for (path, corners) in found[0] {
      // What mirrors is itself as ever.
      let isScene = path == "root" || path.hasPrefix("root/cube") || path.contains("window/")
      let others = try #require(found[1][path])
      // A small picture goes with its tile, and isn't mirrored in itself.
      if path.contains("window/") {
        #expect((others[1] - others[0]).x * (corners[1] - corners[0]).x > -1e-6, "\(what): \(path)")
        continue
      }
      for (corner, other) in zip(corners, others) {
        let expected = isScene ? corner : Point(1280 - corner.x, corner.y)
        #expect((other - expected).length < 1e-6, "\(what): \(path)")
      }
    }
  }

  @Test func theChromeIsMirroredAndTheSceneIsNot() throws {
    try expectMirrored("bar") { _ in }
    try expectMirrored("picker") { $0.showsPicker = true }
    try expectMirrored("menu") { $0.showMaintenance(touchTest: {}, quit: {}, stop: {}, done: {}) }
  }

  /// Keypads are the same everywhere.
  @Test func theKeypadIsNotMirrored() throws {
    try Language.$current.withValue(Self.fromTheRight) {
      let panel = try shown("cube")
      let stage = panel.stage
      stage.askForPIN(check: { $1(.right) }, entered: {})
      panel.window.layoutIfNeeded()
      let places = try ["1", "2", "3", "enter"].map { try stage.found("root/pin/sheet/\($0)").middle() }
      #expect(places[0].x < places[1].x && places[1].x < places[2].x && places[3].x == places[2].x)
      #expect(!all(stage).contains { $0.path.hasPrefix("root/pin/sheet/") && $0.layer.isMirrored })
    }
  }

  /// A finger meets what it sees.
  @Test func touchesFollow() throws {
    try Language.$current.withValue(Self.fromTheRight) {
      let panel = try shown("cube")
      let stage = panel.stage
      // The last of the bar's own is at its left end.
      let place = try #require(try stage.bar?.scenes.middle())
      #expect(place.x < 100)
      panel.tap(place)
      #expect(stage.showsPicker)
      stage.dismissSheet()
      // The scene's points are the panel's, as ever.
      #expect(stage.visibleView(at: try panel.cube.buttonView.middle()) === panel.cube.buttonView)
    }
  }

  /// Numbers have the language's decimal separator.
  @Test func aShearIsWrittenAsTheLanguageDoes() {
    func texts(_ language: Language) -> [String] {
      Language.$current.withValue(language) {
        guard case .number(let x)? = SceneCatalog.make("shear")?.controls.first else { return [] }
        return [1, -0.52, 0.04, -0.04].map(x.format)
      }
    }
    #expect(texts(.english) == ["1.0", "-0.5", "0.0", "0.0"])
    #expect(texts(.german) == ["1,0", "-0,5", "0,0", "0,0"])
  }

  /// A drag turns the cube with the finger, not against it.
  @Test func aDragTurnsAsEver() throws {
    func turned(_ language: Language) throws -> Rotation {
      try Language.$current.withValue(language) {
        let panel = try shown("cube")
        #expect(panel.cube.isAtHome)
        for x in stride(from: 60.0, through: 260, by: 20) {
          panel.send(x == 60 ? .began : .moved, Point(x, 100))
          panel.wait(1.0 / 60)
        }
        #expect(!panel.cube.isAtHome)
        return panel.cube.orientation
      }
    }
    let (one, other) = (try turned(.english), try turned(Self.fromTheRight))
    #expect(one.angle(to: other) < 1e-6)
  }

  /// What is written reads as ever: the same pixels, in another place.
  @Test func noLetterIsMirrored() {
    final class Page: View {
      override func layoutSubviews() {
        for view in subviews { view.frame = bounds }
      }
    }
    func picture(_ isMirrored: Bool) -> Bitmap {
      let label = Label(name: "word")
      (label.text, label.alignment, label.font) = ("Regal", isMirrored ? .trailing : .leading, Font(size: 40))
      let page = Page(background: .black, subviews: [label])
      if isMirrored {
        page.layer.layoutDirection = .rightToLeft
        page.layer.sublayerTransform = Transform3D(scaleX: -1, y: 1, z: 1)
      }
      let window = Window(page, size: Size(200, 60), scale: 1, threads: 1)
      let bitmap = Bitmap(width: 200, height: 60)
      _ = window.prepare()
      window.draw(into: bitmap, clip: Region(bitmap.bounds))
      return bitmap
    }
    let (plain, mirrored) = (picture(false), picture(true))
    var (difference, ink) = (0, 0)
    for y in 0..<60 {
      for x in 0..<200 {
        let (a, b) = (
          Int(plain.pixels[y * plain.stride + x] & 0xFF), Int(mirrored.pixels[y * mirrored.stride + x] & 0xFF)
        )
        ink += a
        difference += abs(a - b)
      }
    }
    #expect(ink > 50_000)
    #expect(difference * 20 < ink)
  }

  /// Lines begin at the right where pages do, in either script.
  @Test(arguments: ["שלום", "Hello"]) func linesBeginAtTheRight(_ text: String) {
    func middle(_ alignment: TextAlignment) -> Double {
      let bitmap = Bitmap(width: 200, height: 40)
      let canvas = Canvas(bitmap, fitting: Rect(0, 0, 200, 40), isMirrored: true)
      let span = TextSpan(text, font: Font(size: 20), color: .white)
      canvas.draw(TextLayout([span], maxWidth: 200, alignment: alignment), at: .zero)
      var (sum, count) = (0, 0)
      for y in 0..<40 {
        for x in 0..<200 where bitmap.pixels[y * bitmap.stride + x] >> 24 > 64 { (sum, count) = (sum + x, count + 1) }
      }
      // As one sees it: mirrored.
      return 200 - Double(sum) / Double(max(count, 1))
    }
    #expect(middle(.leading) > 150 && middle(.trailing) < 50)
    #expect(abs(middle(.center) - 100) < 3)
  }

  /// A sentence in Hebrew, with a name in it that another language wrote.
  @Test func anOwnersWordsAreSaid() throws {
    var hebrew = Self.fromTheRight
    hebrew.overrides = [.face: "פאה {number}", .took: "*{taker}* קיבלה את הנגיעה."]
    try Language.$current.withValue(hebrew) {
      let cube = CubeScene()
      let face = try #require(cube.buttons.first?.superview)
      #expect(cube.describe(face, at: .zero)?.phrase == Phrase(emphasis: "פאה 3", after: " קיבלה את הנגיעה."))
    }
  }
}
