import PanelViews
import Scenes

/// The root view around a scene whose touches are explained. Explanations use the interface only through this protocol.
package protocol ExplanationHost: View {
  var sceneView: SceneView { get }
  var theme: Theme { get }
  /// The area for texts about a tap, in points.
  var freeFrame: Rect { get }
  /// Creates a scene for a name; `nil` if visitors can't choose another scene.
  var makeScene: ((String) -> Scene?)? { get }
  /// True if visitors may choose the lesson.
  var offersLesson: Bool { get }

  func show(_ scene: Scene)
  /// Inserts a view beneath the bar, which stays usable.
  func insertExplanation(_ view: View)
  func dismissSheet()
  /// Called after the exploded view or the lesson's guide appeared or disappeared.
  func explanationDidChange()
  /// Mirrors a point of the panel if the layout is mirrored.
  func mirrored(_ point: Point) -> Point
}

extension ExplanationHost {
  var scene: Scene { sceneView.scene }
}
