import Localization
import TestRendering
import TestStage

@testable import Chrome
@testable import PanelViews
@testable import Scenes

/// Collects what is spoken.
final class Speech {
  var texts: [String] = []

  func take() -> [String] {
    defer { texts = [] }
    return texts
  }
}

/// Plays the gestures that explore a panel. Each function returns what is spoken.
protocol SpeechSuite {
  var speech: Speech { get }
}

extension SpeechSuite {
  func explored(_ panel: Panel) -> Panel {
    panel.window.onUtterance = { [speech] in if !$0.text.isEmpty { speech.texts.append($0.text) } }
    panel.window.touchExplorer = TouchExplorer()
    _ = speech.take()
    return panel
  }

  /// Rests a finger on a point.
  func touch(_ place: Point, _ panel: Panel) -> [String] {
    panel.send(.began, place)
    panel.advance(seconds: 0.2)
    panel.send(.ended, place)
    panel.advance(seconds: 0.5)
    return speech.take()
  }

  func doubleTap(_ panel: Panel) -> [String] {
    for _ in 0..<2 { panel.tap(Point(5, 5)) }
    panel.advance(seconds: 0.5)
    return speech.take()
  }

  func swipe(_ step: Point, _ panel: Panel) -> [String] {
    let start = panel.window.rootView.bounds.center
    panel.send(.began, start)
    panel.send(.moved, start + step)
    panel.send(.ended, start + step)
    panel.advance(seconds: 0.1)
    return speech.take()
  }

  var right: Point { Point(150, 0) }
  var up: Point { Point(0, -150) }
  var down: Point { Point(0, 150) }

  /// Returns a scene with a node.
  func fileScene(_ change: (inout SceneDescription.Node) -> Void, _ values: Values = Values()) -> FileScene {
    var description = SceneDescription()
    description.root.stack = .init()
    var node = SceneDescription.Node()
    (node.isArranged, node.height) = (true, 100)
    change(&node)
    description.root.children = [node]
    return FileScene(description, values: values)
  }
}
