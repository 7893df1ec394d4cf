@testable import PanelViews

/// A window with three controls and a touch explorer, and what it speaks.
class ExploredWindow {
  let root = View(name: "root")
  let open = Button("Open", frame: Rect(0, 0, 200, 100))
  let light = Switch(frame: Rect(0, 100, 200, 100))
  let heat = Slider(frame: Rect(0, 200, 200, 100))
  let window: Window
  let touches: TouchPlayer
  let speech = Speech()

  /// Records what is spoken, and the presses of the button.
  final class Speech {
    var utterances: [Utterance] = []
    var presses = 0
    var last: Utterance?

    /// The texts since the last call. Empty texts, which only end the speech, are left out.
    func take() -> [String] {
      defer { utterances = [] }
      return utterances.map(\.text).filter { !$0.isEmpty }
    }
  }

  init() {
    (light.accessibilityLabel, heat.accessibilityLabel, heat.maximumValue, heat.step) = ("Light", "Heat", 30, 1)
    for view in [open, light, heat] { root.addSubview(view) }
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    touches = TouchPlayer(window)
    open.onPress = { [speech] in speech.presses += 1 }
    window.onUtterance = { [speech] in
      speech.utterances.append($0)
      speech.last = $0
    }
    window.touchExplorer = TouchExplorer()
  }

  let heatText = "Heat, 0 %, minimum, adjustable. Swipe up or down to change"
  /// The explorer adds this element after the window's own.
  let volumeText = "Volume, 80 %, adjustable, speech settings. Swipe up or down to change"
  static let (swipeRight, swipeLeft) = ("down 300,300 move 400,300 up", "down 400,300 move 300,300 up")
  static let (swipeUp, swipeDown) = ("down 300,300 move 300,200 up", "down 300,200 move 300,300 up")
  static let doubleTap = "down 500,300 up +80ms down 500,300 up +400ms"

  func play(_ line: String) -> [String] {
    touches.play(line)
    return speech.take()
  }
}
