import PanelViews
import Testing

@testable import Scenes

/// A button that must be held for a second, by finger or key.
@Suite struct HoldButtonTests {
  private let scene: FileScene
  private let window: Window
  private let presses = Counter()

  private final class Counter {
    var count = 0
  }

  init() {
    var (description, node) = (SceneDescription(), SceneDescription.Node())
    node.button = ButtonDescription(name: "button")
    node.button?.needsHold = true
    (node.bounds, node.position) = (Rect(0, 0, 200, 100), Point(200, 100))
    description.size = Size(400, 200)
    description.root.bounds = Rect(0, 0, 400, 200)
    description.root.position = Point(200, 100)
    description.root.children = [node]
    scene = FileScene(description)
    window = Window(scene)
    // The hold time applies even if animations end at once.
    window.reducesMotion = true
    scene.onPress = { [presses] _ in presses.count += 1 }
  }

  /// Performs the words of a line. A number waits, in milliseconds. A finger goes down, strays off the button, comes
  /// back and lifts, or its touch is canceled. A key is pressed, released or lost with the keyboard. The button's
  /// command is running or done. The button is removed.
  private func play(_ line: String) throws {
    let button = scene.buttons[0]
    let location = try #require(button.convert(button.bounds.center, to: window.rootView))
    for word in line.split(separator: " ") {
      switch word {
      case "down": window.send(.began, location)
      case "stray": window.send(.moved, location + Point(600, 0))
      case "back": window.send(.moved, location)
      case "up": window.send(.ended, location)
      case "cancel": window.send(.cancelled, location)
      case "tab": _ = window.press(.tab, at: window.now)
      case "press": _ = window.press(.space, at: window.now)
      case "release": window.release(.space, at: window.now)
      case "lost": window.cancelKeys(at: window.now)
      case "run": button.phase = .running
      case "done": button.phase = .succeeded
      case "remove": button.removeFromSuperview()
      default: window.advance(milliseconds: UInt64(word)!)
      }
    }
  }

  @Test(arguments: [
    ("down 990 up", 0), ("down 1000 up", 1), ("down 5000 up", 1), ("down 990 stray 500 up", 0),
    ("down 990 stray back 990 up", 0), ("down 990 stray back 1000 up", 1), ("down 500 cancel 1000", 0),
    ("down 500 run 1000 up", 0), ("down 500 remove 1000 up", 0),
    ("tab press 990 release", 0), ("tab press 1000 release", 1), ("tab press 5000 release", 1),
    ("tab press 500 release press 990 release", 0), ("tab press 500 lost 1000 release", 0),
    ("tab press 500 run 1000 release", 0),
    ("tab press 500 remove 1000 release", 0), ("run tab press 2000 release", 0),
    ("tab run press 2000 release done press 1000 release", 1), ("press 2000 release", 0),
  ])
  func holdingForASecondPresses(line: String, presses: Int) throws {
    try play(line)
    #expect(self.presses.count == presses)
  }
}
