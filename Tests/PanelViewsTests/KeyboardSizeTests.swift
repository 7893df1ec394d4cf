import Testing

@testable import PanelViews

/// The size of the keyboard on the screen, and its keys.
@Suite struct KeyboardSizeTests {
  @Test(
    arguments: [
      Size(480, 800), Size(800, 480), Size(1280, 800), Size(800, 1280), Size(1080, 1920), Size(1920, 1080),
      Size(3840, 2160),
    ])
  func keysHaveTheProportionsOfATablet(_ size: Size) {
    let rig = KeyboardRig(size: size)
    let (key, bounds, window) = (rig.key("g").frame, rig.keyboard.bounds, rig.window.size)
    #expect((0.65...1.3).contains(key.height / key.width))
    // The keys take the whole width.
    #expect(abs(key.width * 10 - window.width) < 1)
    let part = bounds.height / window.height
    #expect(size.width > size.height ? (0.45...0.5).contains(part) : part <= 0.5)
  }

  @Test func keysOfAWidePanelAreCentered() {
    let rig = KeyboardRig(size: Size(1920, 480))
    let (first, last) = (rig.key("q").frame, rig.key("p").frame)
    #expect(first.width < 1.6 * first.height && last.maxX - first.minX < 1000)
    #expect(abs(first.minX - (1920 - last.maxX)) <= 1)
    let y = rig.keyboard.frame.minY + first.midY
    // A finger next to the keys types nothing, and one close to them the nearest.
    rig.touches.play("down 100,\(y) up down 1800,\(y) up down \(first.minX - 20),\(y) up")
    #expect(rig.input.text == "q")
  }

  @Test func keyboardStaysInReach() {
    let rig = KeyboardRig(size: Size(1280, 800))
    let height = rig.keyboard.bounds.height
    rig.window.safeAreaInsets.top = 560
    rig.place()
    #expect(rig.keyboard.bounds.height <= 240 && height > 300)
  }

  @Test func largerTextEnlargesTheKeysIfThereIsRoom() {
    let rig = KeyboardRig(size: Size(1080, 1920))
    let height = rig.key("g").frame.height
    rig.window.textScale = 2
    rig.place()
    #expect(rig.key("g").frame.height > height * 1.2)
  }

  /// The pad of a number is in proportion, too.
  @Test func padGrowsWithThePanel() {
    let rig = KeyboardRig(size: Size(1080, 1920)) { $0.keyboardType = .numberPad }
    let key = rig.key("5").frame
    #expect((0.6...1).contains(key.height / key.width))
  }

  @Test(arguments: [(480.0, 800.0), (800, 480), (1280, 800), (1080, 1920), (480, 320)])
  func fieldInUseIsAboveTheKeyboard(_ width: Double, _ height: Double) throws {
    let root = View()
    let field = TextField(frame: Rect(20, height - 60, 200, 48))
    root.addSubview(field)
    let window = Window(root, size: Size(width, height), scale: 1, threads: 1)
    window.makeKeyboard = { KeyboardView(layouts: []) }
    field.becomeFirstResponder()
    for _ in 0..<60 { window.advance(to: window.now + 16_666_667) }
    window.layoutIfNeeded()
    let keyboard = try #require(window.keyboardHost?.shownFrame)
    let shown = try #require(field.convert(field.bounds, to: root))
    #expect(shown.minY >= 0 && shown.maxY <= keyboard.minY)
    // A notice is above the field.
    let position = try #require(window.positionAboveKeyboard(height: 30, margin: 8))
    #expect(position + 30 <= shown.minY && position >= 0)
  }

  /// A panel of 10 inches with 1280×800 pixels has 5.9 of them in a millimeter.
  @Test(arguments: [KeyboardLayout.american, .german, .russian])
  func keysAreLargeEnoughOnTenInches(_ layout: KeyboardLayout) {
    let density = 1280 / 216.0
    let rig = KeyboardRig([layout], size: Size(1280, 800), pointsPerMillimeter: density)
    for key in rig.keyboard.keyViews {
      let (width, height) = (key.frame.width, key.frame.height)
      #expect(min(width, height) * rig.window.magnification / density >= 9, "\(key.spokenLabel)")
    }
  }

  @Test(arguments: [(480, 800, 8.5), (800, 480, 8.5), (800, 480, 5.2), (1280, 800, 5.9), (800, 1280, 5.9)])
  func keyboardLeavesRoomForTheContents(_ width: Double, _ height: Double, _ density: Double) {
    let rig = KeyboardRig([.russian], size: Size(width, height), pointsPerMillimeter: density)
    let part = rig.keyboard.bounds.height / rig.window.size.height
    let isSmall = rig.window.size.height < 400
    #expect(part <= (isSmall ? 0.6 : 0.5))
    for view in rig.keyboard.keyViews {
      #expect(rig.keyboard.bounds.insetBy(-0.01, -0.01).contains(view.frame.origin))
      #expect(view.frame.maxX <= rig.keyboard.bounds.maxX + 0.01 && view.frame.maxY <= rig.keyboard.bounds.maxY + 0.01)
    }
    rig.type("привет")
    #expect(rig.input.text == "привет")
  }

  @Test func rotatedKeyboardTypes() {
    let rig = KeyboardRig(size: Size(480, 800))
    rig.window.rotation = .quarter
    rig.place()
    #expect(rig.window.size == Size(800, 480))
    func tap(_ name: String) {
      let point = rig.keyboard.convert(rig.key(name).frame.center, to: rig.window.rootView) ?? .zero
      let transform = rig.window.rotation.transform(of: rig.window.size)
      let location = transform.apply(to: point)
      rig.touches.play("down \(location.x),\(location.y) up")
    }
    for key in ["h", "i"] { tap(key) }
    #expect(rig.input.text == "hi")
  }
}
