import Geometry
import Layers
import Raster
import Text
import Views
import Words

/// Something to show: a tree of views, what there is to choose about it, and what it says about a touch.
///
/// It knows nobody who shows it; a `SceneView` does.
open class Scene {
  /// As the command line knows it.
  public let name: String
  /// For people.
  public let title: String

  /// The container: as large as the panel, in the scene's own points, the scene in its middle.
  public let content: View

  /// The number of the panel's points to a point of the scene, since it was laid out last.
  public internal(set) final var magnification = 1.0

  /// Called when `hint` has become another, for those who show it.
  public final var onHintChange: (() -> Void)?

  /// Called after views moved, or the rule by which a touch finds its view became another: it may go elsewhere now.
  public final var onRouteChange: (() -> Void)?

  /// The part that has to be seen, in points from the container's centre: the fit goes by it.
  open var box: Rect { Rect(-150, -150, 300, 300) }
  /// The part of the panel's shorter side that the box fills.
  open var fill: Double { 0.8 }
  /// True where the box is to leave nothing of the panel free.
  open var covers: Bool { false }
  /// The scene's own size in points, for one that isn't fitted to the panel.
  ///
  /// - Parameter panel: the panel's, in points.
  open func fixedSize(on panel: Size) -> Size? { nil }
  /// From left to right.
  open var controls: [SceneControl] { [] }

  /// The direction of what is written in it; `nil` for that of what is around it. A scene of pictures is no page: it isn't
  /// mirrored where pages are.
  open var layoutDirection: LayoutDirection? { .leftToRight }

  /// The words before the first touch.
  open var hint: StatusText { StatusText(.hintTap) }

  public init(name: String, title: String, content: View? = nil) {
    self.name = name
    self.title = title
    self.content = content ?? View(name: name)
    self.content.accessibilityLabel = Word.theContainer.text
  }

  /// Places what depends on the container's size, which is its bounds now.
  ///
  /// - Parameter scale: pixels to a point of the scene.
  open func layout(scale: Double) {}

  /// A key that no control wanted. False when the scene doesn't either.
  open func press(_ key: Key) -> Bool { false }

  /// The place that one would tap, in the content's points.
  open var pointOfInterest: Point { center }

  /// The rule by which touches find their view; `nil` for the one that views have by themselves.
  open var routeNote: RouteNote? { nil }

  /// True for a scene that `turn` turns.
  open var canTurn: Bool { false }

  /// Turns what there is to turn, as a finger that drags it does.
  ///
  /// - Parameter step: the finger's way, in the panel's points.
  open func turn(by step: Point) {}

  /// The words about the taker of a touch that began; `nil` for nothing new.
  open func describe(_ taker: View?, at location: Point) -> StatusText? {
    guard let taker else { return StatusText(.nobodyTook) }
    guard taker.isDescendant(of: content), !taker.spokenName.isEmpty else { return nil }
    guard taker !== content, let seen = content.window?.rootView.viewSeen(at: location)?.touchable,
      !seen.isDescendant(of: taker), seen !== content, seen.isDescendant(of: content), !seen.spokenName.isEmpty
    else { return StatusText(.took, [.taker: taker.spokenNameWithin]) }
    return StatusText(.tookFromBehind, [.taker: taker.spokenNameWithin, .seen: seen.spokenNameWithin])
  }

  /// The middle of the container.
  public final var center: Point { content.bounds.center }
}

/// A line about a touch.
public struct StatusText: Equatable, Sendable {
  public let phrase: Phrase
  /// True where the touch came to what it was meant for: what is set off is then in the colour of success.
  public let isSuccess: Bool

  public init(_ word: Word, _ values: KeyValuePairs<Gap, String> = [:], isSuccess: Bool = false) {
    (phrase, self.isSuccess) = (word.phrase(values), isSuccess)
  }
}

extension View {
  /// The view, or the nearest one above it that touches may reach: a word on a card stands for the card.
  fileprivate var touchable: View? {
    var view: View? = self
    while let candidate = view, !candidate.isUserInteractionEnabled { view = candidate.superview }
    return view
  }
}
