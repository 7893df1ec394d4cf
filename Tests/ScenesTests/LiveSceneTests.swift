import PanelViews
import Testing

@testable import Scenes

/// Views that show values: their look, what a change redraws, and that scenes are released.
@Suite struct LiveSceneTests {
  private final class Rig {
    let window: Window
    let values: Values
    private var time: UInt64 = 0

    init(_ scene: Scene, _ values: Values) {
      self.values = values
      window = Window(scene)
      _ = window.updateDamage()
    }

    /// Returns the damage that a new value causes; `nil` if none.
    func damage(setting name: String, to raw: String) -> PixelRect? {
      time += 1_000_000_000
      values.set(name, raw, at: time)
      guard window.needsDisplay else { return nil }
      let region = window.updateDamage()
      return region.isEmpty ? nil : region.bounds
    }

    /// A view's bounds in the window, with a margin.
    func frame(of view: View) throws -> Rect {
      let corners = try view.bounds.corners.map { try #require(view.convert($0, to: self.window.rootView)) }
      return Rect(bounding: corners).insetBy(-6, -6)
    }
  }

  private func contains(_ outer: Rect, _ inner: PixelRect) -> Bool {
    Double(inner.minX) >= outer.minX && Double(inner.minY) >= outer.minY && Double(inner.maxX) <= outer.maxX
      && Double(inner.maxY) <= outer.maxY
  }

  /// A cube with a value on each face.
  private func cube(_ values: Values) throws -> CubeScene {
    var faces: [Int: FaceDescription] = [:]
    for number in 1...6 {
      var face = FaceDescription()
      face.label = try LiveText(template: "{v\(number)} °C")
      faces[number] = face
    }
    return CubeScene(SceneOptions(faces: faces, values: values))
  }

  private func sixValues(_ change: (inout ValueDefinition) -> Void = { _ in }) -> Values {
    var definition = ValueDefinition(.set("20"))
    change(&definition)
    return Values(Dictionary(uniqueKeysWithValues: (1...6).map { ("v\($0)", definition) }))
  }

  @Test func changedValueRedrawsOnlyItsText() throws {
    let values = sixValues()
    let cube = try cube(values)
    let rig = Rig(cube, values)
    for number in 1...3 {
      let label = try #require(cube.faces[number - 1].subviews.first as? LiveLabel)
      let damage = try #require(rig.damage(setting: "v\(number)", to: "21"))
      #expect(label.text == "21 °C")
      let frame = try rig.frame(of: label)
      #expect(contains(frame, damage), "\(damage) in \(frame)")
      #expect(rig.damage(setting: "v\(number)", to: "21") == nil)
    }
    // Faces at the back are drawn once they are visible.
    for number in 4...6 { #expect(rig.damage(setting: "v\(number)", to: "21") == nil) }
  }

  /// Monospaced digits would leave gaps in other texts.
  @Test func onlyNumbersOfValuesHaveMonospacedDigits() throws {
    let values = sixValues { $0.decimals = 0 }
    let text = try LiveText(template: "Room 11: {v1}, {clock}")
    let label = LiveLabel(name: nil, text, of: values, color: .white)
    #expect(label.attributedText.map(\.hasMonospacedDigits) == [nil, true, nil, false])
    label.attributedText = [AttributedSpan("1111", hasMonospacedDigits: true)]
    let width = label.sizeThatFits(.zero).width
    label.text = "1111"
    #expect(label.sizeThatFits(.zero).width < width - 2)
  }

  /// The digits are monospaced, so unchanged ones don't move.
  @Test func onlyChangedDigitsAreRedrawn() throws {
    let values = sixValues { $0.decimals = 0 }
    let rig = Rig(try cube(values), values)
    for number in 1...3 {
      let digit = try #require(rig.damage(setting: "v\(number)", to: "21"))
      let all = try #require(rig.damage(setting: "v\(number)", to: "9"))
      #expect(digit.width * digit.height * 3 < all.width * all.height, "\(digit) of \(all)")
    }
  }

  /// A label in a scene file, with colors and an age limit.
  @Test func textHasColorOfItsValue() throws {
    var definition = ValueDefinition(.set("20"), staleAfter: 5)
    definition.colors = [.init(ValueComparison(atLeast: 25), color: Color(1, 0, 0))]
    let values = Values(["t": definition])
    var scene = SceneDescription()
    scene.size = Size(100, 100)
    var text = SceneDescription.Text()
    (text.string, text.color) = (try LiveText(template: "{t}"), Color(0, 0, 1))
    scene.root.text = text
    scene.root.bounds = Rect(0, 0, 100, 100)
    scene.root.position = Point(50, 50)
    let file = FileScene(scene, values: values)
    let label = try #require(file.content.subviews.first as? LiveLabel)
    #expect(label.text == "20" && label.color == Color(0, 0, 1))
    values.set("t", "30", at: 1_000_000_000)
    #expect(label.text == "30" && label.color == Color(1, 0, 0))
    values.advance(to: 6_000_000_000)
    #expect(label.text == "30" && label.color == Color(0, 0, 1).stale)
    values.set("t", "30", at: 7_000_000_000)
    #expect(label.color == Color(1, 0, 0))
  }

  @Test func buttonFollowsValue() throws {
    let values = Values(["door": ValueDefinition(.set("shut"))])
    var button = ButtonDescription(name: "b", title: try LiveText(template: "The door is {door}"))
    button.enabledCondition = ValueCondition("door", is: ["shut"])
    // The first style that applies is used. The second one always applies.
    button.styles = [
      .init(ValueCondition("door", is: ["open", "ajar"]), color: Color(1, 0, 0)), .init(nil, color: Color(0, 0, 1)),
    ]
    let cube = CubeScene(SceneOptions(faces: [1: FaceDescription(buttons: [button])], values: values))
    let rig = Rig(cube, values)
    let view = cube.buttons[0]
    #expect(view.isEnabled && view.accessibilityLabel == "The door is shut")
    func background() throws -> UInt32 {
      let picture = try #require(view.layer.snapshot(scale: 1))
      return picture.pixels[picture.height / 2 * picture.stride + 10] & 0xFF_FFFF
    }
    #expect(try background() == 0x0000FF)
    let damage = try #require(rig.damage(setting: "door", to: "open"))
    // Disabled, it is half as bright.
    #expect(try background() == 0x800000)
    let frame = try rig.frame(of: view)
    #expect(contains(frame, damage))
    #expect(!view.isEnabled && !view.isAllowed && view.accessibilityLabel == "The door is open")
    // While a command runs the button stays disabled; afterwards it follows the value again.
    view.phase = .running
    _ = rig.damage(setting: "door", to: "shut")
    #expect(!view.isEnabled && view.isAllowed)
    view.phase = .idle
    #expect(view.isEnabled)
  }

  @Test func staleTitleIsFaint() throws {
    let values = Values(["t": ValueDefinition(.set(nil), staleAfter: 5)])
    let face = FaceDescription(buttons: [ButtonDescription(name: "b", title: try LiveText(template: "{t} °C"))])
    let cube = CubeScene(SceneOptions(faces: [1: face], values: values))
    let rig = Rig(cube, values)
    func darkPixelCount() throws -> Int {
      let picture = try #require(cube.buttons[0].layer.snapshot(scale: 1))
      return (0..<picture.width).count { picture.pixels[picture.height / 2 * picture.stride + $0] & 0xFF < 0x60 }
    }
    _ = rig.damage(setting: "t", to: "80")
    let fresh = try darkPixelCount()
    values.advance(to: 6_000_000_000)
    _ = rig.window.updateDamage()
    let stale = try darkPixelCount()
    #expect(stale < fresh)
  }

  @Test func conditionMatchesMappedWords() {
    var definition = ValueDefinition(.set(nil))
    definition.map = ["1": "open"]
    let values = Values(["d": definition])
    let condition = ValueCondition("d", is: ["open"])
    #expect(!values.holds(condition) && values.next(of: "d", among: ["a", "b"]) == "a")
    values.set("d", "1", at: 1)
    #expect(values.holds(condition) && values.holds(ValueCondition("d", is: ["x", "1"])))
    values.set("d", "a", at: 2)
    #expect(!values.holds(condition) && values.next(of: "d", among: ["a", "b"]) == "b")
    values.set("d", "b", at: 3)
    #expect(values.next(of: "d", among: ["a", "b"]) == "a" && values.next(of: "d", among: ["c"]) == "c")
  }

  // MARK: Charts and pictures

  private func scene(_ change: (inout SceneDescription.Node) -> Void) -> SceneDescription {
    var scene = SceneDescription()
    scene.size = Size(400, 200)
    scene.root.bounds = Rect(0, 0, 400, 200)
    scene.root.position = Point(200, 100)
    var node = SceneDescription.Node()
    node.bounds = Rect(0, 0, 200, 100)
    node.position = Point(150, 80)
    change(&node)
    scene.root.children = [node]
    return scene
  }

  @Test func chartDrawsItsValue() throws {
    var definition = ValueDefinition(.set(nil))
    definition.range = 0...20
    let values = Values(["t": definition])
    let file = FileScene(scene { $0.chart = .init("t") }, values: values)
    let rig = Rig(file, values)
    let chart = try #require(file.content.subviews.first?.subviews.first as? ChartView)
    let damage = try #require(rig.damage(setting: "t", to: "5"))
    let frame = try rig.frame(of: chart)
    #expect(contains(frame, damage))
    // A value within the drawn range changes nothing.
    #expect(rig.damage(setting: "t", to: "5") == nil && rig.damage(setting: "t", to: "9") != nil)
    values.set("t", "7", at: 3_000_000_000)
    #expect(!rig.window.needsDisplay)
    let picture = try #require(chart.layer.snapshot(scale: 1))
    // The latest value is at the right; 5 to 9 of 20 is below the middle.
    func alpha(_ x: Int, _ y: Int) -> UInt32 { picture.pixels[y * picture.stride + x] >> 24 }
    #expect(alpha(197, 60) > 100 && alpha(197, 40) == 0 && alpha(100, 60) == 0)
    for garbage in ["nan", "inf", "door", "-1e300", ""] { _ = rig.damage(setting: "t", to: garbage) }
    // The chart also moves with time.
    _ = rig.window.updateDamage()
    values.advance(to: 3_600_000_000_000)
    #expect(rig.window.needsDisplay)
  }

  /// Without a range a constant value is in the middle.
  @Test func chartRangeFollowsItsValues() throws {
    let values = Values(["t": ValueDefinition(.set("5"))])
    let file = FileScene(scene { $0.chart = .init("t") }, values: values)
    let rig = Rig(file, values)
    let chart = try #require(file.content.subviews.first?.subviews.first as? ChartView)
    func alpha(_ x: Int, _ y: Int) throws -> UInt32 {
      let picture = try #require(chart.layer.snapshot(scale: 1))
      return picture.pixels[y * picture.stride + x] >> 24
    }
    #expect(try alpha(197, 50) > 100 && alpha(197, 12) == 0)
    _ = rig.damage(setting: "t", to: "9")
    #expect(try alpha(197, 12) > 100)
  }

  /// A straight line across the time in which nothing was read would look like readings.
  @Test func chartHasAGapWithoutNumbers() throws {
    let values = Values(["t": ValueDefinition(.set(nil))])
    let file = FileScene(scene { $0.chart = .init("t") }, values: values)
    let rig = Rig(file, values)
    let chart = try #require(file.content.subviews.first?.subviews.first as? ChartView)
    // A slot is 90 seconds, and most of a point wide.
    func set(_ text: String, slot: UInt64) { values.set("t", text, at: slot * 90_000_000_000) }
    for slot in 240...300 as ClosedRange<UInt64> { set("5", slot: slot) }
    // A pause alone is no gap.
    set("5", slot: 340)
    set("unavailable", slot: 341)
    set("5", slot: 400)
    set("5", slot: 479)
    let picture = try #require(chart.layer.snapshot(scale: 1))
    let columns = (0..<200).map { x in (0..<100).contains { picture.pixels[$0 * picture.stride + x] >> 24 > 100 } }
    #expect(columns[10] && columns[65] && columns[82] && !columns[90] && !columns[130] && columns[135] && columns[195])
    withExtendedLifetime(rig) {}
  }

  @Test func watchedPictureIsReplaced() throws {
    let values = Values()
    var watchRequests = 0
    values.images.onWatch = { watchRequests += 1 }
    func make(_ path: String) -> FileScene { FileScene(scene { $0.contents = .init(path) }, values: values) }
    func shown(_ scene: FileScene?) -> Bitmap? { scene?.content.subviews.first?.subviews.first?.layer.contents }
    var file: FileScene? = make("/camera.png")
    #expect(watchRequests == 1 && values.images.paths == ["/camera.png"])
    let picture = Bitmap(width: 2, height: 2)
    values.images.set("/camera.png", picture, age: 0, at: 0)
    values.images.set("/other.png", Bitmap(width: 2, height: 2), age: 0, at: 0)
    #expect(shown(file) === picture)
    // Another scene shows it at once.
    var next: FileScene? = make("/camera.png")
    #expect(shown(next) === picture)
    file = nil
    withExtendedLifetime(next) { #expect(values.images.paths == ["/camera.png"]) }
    // An unused picture is forgotten.
    next = nil
    file = make("/other.png")
    next = make("/camera.png")
    #expect(shown(next) == nil && values.images.paths == ["/camera.png", "/other.png"])
  }

  /// A picture whose file is too old is faint, as a stale text is, until the file changes.
  @Test func oldPictureIsFaint() throws {
    let (values, second) = (Values(), UInt64(1_000_000_000))
    let file = FileScene(
      scene {
        $0.contents = .init("/camera.png")
        $0.contents?.staleAfter = 10
        $0.opacity = 0.8
      }, values: values)
    let view = try #require(file.content.subviews.first?.subviews.first)
    #expect(values.images.nextDeadline == nil)
    values.images.set("/camera.png", Bitmap(width: 2, height: 2), age: 4, at: 100 * second)
    #expect(view.alpha == 0.8 && values.images.nextDeadline == 106 * second)
    values.images.advance(to: 106 * second)
    #expect(view.alpha == 0.4 && values.images.nextDeadline == nil)
    // The file changed 3 s ago, in another size per point.
    let sharp = Bitmap(width: 4, height: 4)
    sharp.scale = 2
    values.images.set("/camera.png", sharp, age: 3, at: 200 * second)
    #expect(view.alpha == 0.8 && view.layer.contentsScale == 2)
    // A file that was old when it was read, and one from the future.
    values.images.set("/camera.png", sharp, age: 86_400, at: 201 * second)
    #expect(view.alpha == 0.4)
    values.images.set("/camera.png", sharp, age: -86_400, at: 202 * second)
    #expect(view.alpha == 0.8 && values.images.nextDeadline == 212 * second)
  }

  @Test func valuesDoNotRetainScenes() throws {
    let values = sixValues()
    weak var releasedCube: CubeScene?
    weak var label: View?
    do {
      let cube = try cube(values)
      (releasedCube, label) = (cube, cube.faces[0].subviews.first)
      #expect(label is LiveLabel)
    }
    #expect(releasedCube == nil && label == nil)
    values.set("v1", "7", at: 1)
  }
}
