import PanelViews
import Scenes
import TestStage
import Testing

@testable import Chrome

/// The hidden corner that opens the PIN pad and the maintenance menu.
@Suite struct MaintenanceTests {
  private final class MaintenancePanel: Panel {
    var touchTestCount = 0
    var quitCount = 0
    var stopCount = 0
    var isService = false
    var doneCount = 0
    var checksLater = false
    var sendAnswer: (() -> Void)?
    var checked: [String] = []

    init(_ scene: Scene = CubeScene(), size: Size = Size(800, 480)) {
      super.init(scene, size, reducesMotion: true)
      stage.cornerHolds[.topLeft] = { [unowned self] in
        stage.askForPIN { [unowned self] in
          checked.append($0)
          let (answer, right) = ($1, $0 == "2468")
          sendAnswer = { answer(right ? .right : .wrong(wait: 2)) }
          if !checksLater { sendAnswer?() }
        } onSuccess: { [unowned self] in
          stage.showMaintenance(
            touchTest: { [unowned self] in touchTestCount += 1 }, quit: { [unowned self] in quitCount += 1 },
            stop: isService ? { [unowned self] in stopCount += 1 } : nil, done: { [unowned self] in doneCount += 1 })
        }
      }
    }

    func hold(_ location: Point, seconds: Double) {
      send(.began, location)
      advance(seconds: seconds)
      send(.ended, location)
    }

    /// Returns the view with a path; `nil` if it is missing or, like a closing sheet, receives no touches.
    func find(_ path: String) -> View? { stage.tree.first { $0.path == path && $0.isUserInteractionEnabled } }

    func openPad() { hold(Point(10, 10), seconds: 3.1) }

    func openMenu() throws {
      openPad()
      try enter("2468")
    }

    func type(_ pin: String) {
      for digit in pin { press(.character(digit)) }
      press(.return)
    }

    func enter(_ pin: String) throws {
      for digit in pin { try tap("root/pin/sheet/\(digit)") }
      try tap("root/pin/sheet/enter")
    }
  }

  @Test(arguments: [Size(480, 320), Size(800, 480), Size(1080, 1920), Size(3840, 2160)])
  func heldCornerAndPINOpenMenu(_ size: Size) throws {
    let cube = CubeScene()
    cube.onPress = { _ in Issue.record("a press reached the scene") }
    let panel = MaintenancePanel(cube, size: size)
    panel.hold(Point(10, 10), seconds: 2.9)
    #expect(panel.find("root/pin") == nil)
    panel.openPad()
    #expect(panel.find("root/pin") != nil)
    try panel.enter("2468")
    #expect(panel.find("root/pin") == nil)
    try panel.tap("root/menu/sheet/touch-test")
    #expect(panel.touchTestCount == 1 && panel.find("root/menu") == nil)
    try panel.openMenu()
    try panel.tap("root/menu/sheet/done")
    #expect(panel.doneCount == 1 && panel.find("root/menu") == nil)
  }

  @Test func onlyTheChosenCornerOpensThePad() {
    let panel = MaintenancePanel()
    panel.hold(Point(400, 200), seconds: 4)
    panel.hold(Point(790, 10), seconds: 4)
    #expect(panel.find("root/pin") == nil)
    let hold = panel.stage.cornerHolds.removeValue(forKey: .topLeft)
    panel.hold(Point(10, 10), seconds: 4)
    #expect(panel.find("root/pin") == nil)
    panel.stage.cornerHolds[.bottomRight] = hold
    for place in [Point(790, 10), Point(10, 470)] { panel.hold(place, seconds: 4) }
    #expect(panel.find("root/pin") == nil)
    panel.hold(Point(790, 470), seconds: 4)
    #expect(panel.find("root/pin") != nil)
  }

  @Test func wrongPINLocksThePad() throws {
    let panel = MaintenancePanel()
    panel.openPad()
    try panel.enter("1111")
    #expect(panel.find("root/menu") == nil)
    // For two seconds the keys consume touches and do nothing.
    try panel.enter("2468")
    #expect(panel.find("root/menu") == nil)
    panel.advance(seconds: 2)
    try panel.tap("root/pin/sheet/9")
    try panel.tap("root/pin/sheet/delete")
    try panel.enter("2468")
    #expect(panel.find("root/menu") != nil)
    try panel.tap("root/menu/sheet/quit")
    #expect(panel.quitCount == 1)
  }

  /// While a PIN is checked the pad ignores input, and a pad that was dismissed opens nothing.
  @Test func padIgnoresInputDuringCheck() throws {
    let panel = MaintenancePanel()
    panel.checksLater = true
    try panel.openMenu()
    try panel.enter("1111")
    #expect(panel.checked == ["2468"] && panel.find("root/menu") == nil)
    panel.sendAnswer?()
    #expect(panel.find("root/menu") != nil && panel.find("root/pin") == nil)
    let other = MaintenancePanel()
    other.checksLater = true
    try other.openMenu()
    other.press(.escape)
    other.sendAnswer?()
    #expect(other.find("root/menu") == nil)
    // The next pad starts empty.
    other.openPad()
    try other.enter("24680")
    #expect(other.checked == ["2468", "24680"])
  }

  @Test func touchesOnThePadAreSecret() throws {
    let panel = MaintenancePanel()
    var (touches, secrets) = (SecretTouches(), [Bool]())
    panel.window.onTouch = { secrets.append(touches.mustWithhold($0, on: $1)) }
    panel.openPad()
    #expect(secrets == [false, false])
    try panel.enter("2468")
    #expect(secrets.dropFirst(2) == Array(repeating: true, count: 10)[...])
    try panel.tap("root/menu/sheet/done")
    #expect(secrets.dropFirst(12) == [false, false])
  }

  /// Under a service manager "Quit" is "Restart", and "Stop" needs a confirmation.
  @Test(arguments: [Size(480, 320), Size(800, 480), Size(1080, 1920)])
  func serviceIsRestartedOrStopped(_ size: Size) throws {
    let panel = MaintenancePanel(size: size)
    panel.isService = true
    try panel.openMenu()
    #expect(panel.find("root/menu/sheet/quit") == nil)
    try panel.tap("root/menu/sheet/restart")
    #expect(panel.quitCount == 1 && panel.stopCount == 0)
    try panel.openMenu()
    try panel.tap("root/menu/sheet/stop")
    try panel.tap("root/menu/sheet/back")
    #expect(panel.stopCount == 0 && panel.find("root/menu") == nil)
    try panel.openMenu()
    try panel.tap("root/menu/sheet/stop")
    #expect(panel.stopCount == 0)
    try panel.tap("root/menu/sheet/stop")
    #expect(panel.quitCount == 1 && panel.stopCount == 1)
  }

  /// While the pad is open, keys don't reach the scene.
  @Test func pinCanBeTyped() {
    let cube = CubeScene()
    let panel = MaintenancePanel(cube)
    panel.openPad()
    for digit in "2469" { #expect(panel.press(.character(digit))) }
    #expect(panel.press(.delete) && panel.press(.character("8")))
    #expect(!panel.press(.character("l")) && !panel.press(.character("e")))
    #expect(panel.press(.return))
    #expect(panel.find("root/menu") != nil && cube.touchFix == .none && cube.lighting == .book)
    #expect(!panel.press(.character("2")) && cube.touchFix == .none)
    // A locked pad ignores keys, too.
    let other = MaintenancePanel()
    other.openPad()
    for pin in ["1111", "2468"] { other.type(pin) }
    #expect(other.find("root/menu") == nil && other.find("root/pin") != nil)
  }

  @Test func unusedPadCloses() {
    let panel = MaintenancePanel()
    panel.openPad()
    panel.advance(seconds: Stage.inactivityTimeout - 1)
    #expect(panel.find("root/pin") != nil)
    panel.advance(seconds: 1.1)
    #expect(panel.find("root/pin") == nil)
  }

  /// The keys for the bar's buttons have no effect if visitors don't have these buttons.
  @Test func keysForBarButtonsNeedTheBar() {
    let panel = Panel(CubeScene(SceneOptions(touchFix: .depth)), showsBar: false)
    let (stage, cube) = (panel.stage, panel.cube)
    for key in "1234les" { #expect(!stage.press(.character(key))) }
    #expect(cube.touchFix == .depth && cube.lighting == .book && !stage.showsPicker)
    #expect(stage.explainer.explosion == nil)
  }

  /// While the picker is open, only S is handled, which closes it.
  @Test func pickerIgnoresOtherKeys() {
    let cube = CubeScene(SceneOptions(touchFix: .depth))
    let panel = MaintenancePanel(cube)
    #expect(panel.press(.character("s")) && panel.stage.showsPicker)
    for key in "1le" { #expect(!panel.press(.character(key))) }
    #expect(cube.touchFix == .depth && cube.lighting == .book && panel.stage.explainer.explosion == nil)
    #expect(panel.press(.character("s")) && !panel.stage.showsPicker)
  }

  @Test func visitorsWithoutPermissionsStayInTheScene() throws {
    let panel = MaintenancePanel()
    panel.stage.permissions = []
    panel.window.layoutIfNeeded()
    #expect(panel.find("root/bar/scenes")?.isHidden == true)
    for y in stride(from: 1.0, to: 480, by: 9) {
      for x in stride(from: 1.0, to: 800, by: 9) {
        let receiver = panel.stage.hitTest(Point(x, y))?.path ?? "-"
        #expect(!receiver.hasPrefix("root/bar/scenes") && !receiver.hasPrefix("root/bar/explain"))
      }
    }
    #expect(!panel.press(.character("s")) && !panel.press(.character("i")))
    let bar = try #require(panel.stage.subviews.first { $0.name == "bar" })
    panel.send(.began, Point(bar.center.x, bar.frame.minY + 2))
    panel.send(.moved, Point(bar.center.x, bar.center.y - 200))
    #expect(!panel.stage.showsPicker && panel.stage.explainer.explosion == nil)
    // One of the two permissions.
    panel.stage.permissions = .explanations
    panel.window.layoutIfNeeded()
    #expect(panel.find("root/bar/scenes")?.isHidden == true && panel.find("root/bar/explain")?.isHidden == false)
    #expect(panel.press(.character("e")) && panel.stage.explainer.explosion != nil)
  }

  // MARK: Burn-in

  /// The picture moves by whole pixels, but not its background, and touches follow the visible views.
  @Test func shiftedPictureReceivesTouchesWhereItIsVisible() throws {
    let scene = CubeScene(SceneOptions(touchFix: .depth))
    let panel = MaintenancePanel(scene)
    panel.stage.hasShiftMargin = true
    panel.window.layoutIfNeeded()
    func button() throws -> Point { try scene.buttonView.centerInWindow() }
    let before = try button()
    panel.stage.shift = Point(6.4, -7.2)
    let after = try button()
    #expect(((after - before) - Point(6, -7)).length < 1e-9)
    #expect(panel.stage.hitTest(after) === scene.buttonView)
    // Each corner of the panel still belongs to the scene.
    for shift in [Point(7, 7), Point(-7, -7)] {
      panel.stage.shift = shift
      for corner in [Point(0.5, 0.5), Point(799.5, 0.5), Point(0.5, 479.5), Point(799.5, 479.5)] {
        #expect(panel.stage.hitTest(corner)?.path == "root/cube")
      }
    }
    // The exploded view suspends shifting.
    panel.stage.explain()
    #expect(panel.stage.shift == .zero)
  }
}
