import Localization
import PanelViews

/// A scene: a tree of views, the controls for it, and descriptions of touches.
///
/// It doesn't depend on the code that shows it. A `SceneView` shows it.
open class Scene {
  /// The name on the command line.
  public let name: String
  /// The displayed title.
  public let title: String

  /// The container. It covers the panel, uses the scene's points, and has the scene at its center.
  public let content: View

  /// The window's points per point of the scene, as of the last layout.
  public internal(set) final var magnification = 1.0

  /// Called when `hint` has changed.
  public final var onHintChange: (() -> Void)?

  /// Called when views or the hit-testing rule have changed, so that touches may reach other views.
  public final var onHitTestingChange: (() -> Void)?

  /// The part that has to be visible, in points relative to the container's center. The scene is scaled to fit it.
  open var box: Rect { Rect(-150, -150, 300, 300) }
  /// The fraction of the panel's shorter side that the box fills.
  open var fillFraction: Double { 0.8 }
  /// True if the box has to cover the entire panel.
  open var coversPanel: Bool { false }
  /// The panel size, in points, at which a scene that fills the panel has magnification 1. It grows with the panel.
  public static let designSize = Size(800, 480)
  /// True if the scene lays itself out for the free size of the panel.
  open var fillsPanel: Bool { false }
  /// The size of the panel without the bar and the status line, in the scene's points, as of the last layout.
  public internal(set) final var freeSize = Size(300, 300)
  /// True if a scene that fills the panel may scroll, because text is larger or the free size smaller than the scene's
  /// author expects.
  public internal(set) final var scrollsIfNeeded = false
  /// The size of a scene that isn't scaled, in the surface's points; otherwise `nil`.
  open var fixedSize: Size? { nil }
  /// True if the scene has the size and the points of the window.
  open var coversWindow: Bool { false }
  /// The controls in the bar, from left to right: always the same ones, which have the scene's values.
  open var controls: [BarItem] { [] }

  /// The layout direction; `nil` to inherit it. Scenes aren't text pages, so by default they aren't mirrored in
  /// right-to-left languages.
  open var layoutDirection: LayoutDirection? { .leftToRight }

  /// The text before the first touch.
  open var hint: StatusText { StatusText(.hintTap) }

  public init(name: String, title: String, content: View? = nil) {
    (self.name, self.title, self.content) = (name, title, content ?? View(name: name))
    self.content.accessibilityLabel = LocalizedText.theContainer.text
  }

  /// Positions views that depend on the size of the container. Its bounds are already set.
  ///
  /// - Parameter scale: pixels per point of the scene.
  open func layout(scale: Double) {}

  /// Handles a key that no control handled. Returns false if the scene doesn't handle it either.
  open func press(_ key: Key) -> Bool { false }

  /// The most interesting point to tap, in the content's coordinates.
  open var pointOfInterest: Point { center }

  /// Restores the initial state when a visitor has left.
  open func resetForNextVisitor() { clearEntries() }

  /// The controls that show values.
  open var valueControls: [ValueControl] { [] }
  /// True while a visitor has entered something that isn't set yet, such as the first digits on a keypad.
  public final var hasEntry: Bool { valueControls.contains(where: \.hasEntry) }
  /// Clears what a visitor has entered and not set.
  public final func clearEntries() { for control in valueControls { control.clearEntry() } }
  /// Shows the values in their fields after an action has set them.
  public final func resetEntries(of names: Set<String>) {
    for control in valueControls where names.contains(control.description.valueName) { control.resetEntry() }
  }

  /// A description of the hit-testing rule; `nil` for the views' default.
  open var tapRuleNote: TapRuleNote? { nil }

  /// A sentence about the rule's effect on a turned scene; `nil` if the scene can't be turned, or is turned already.
  open var turnedNote: String? { nil }

  /// True if `turn(by:)` has an effect.
  open var canTurn: Bool { false }

  /// Turns the scene as a drag would.
  ///
  /// - Parameter step: the finger's movement, in the window's points.
  open func turn(by step: Point) {}

  /// Describes which view received a touch that began; `nil` to keep the previous description.
  open func describe(_ receiver: View?, at location: Point) -> StatusText? {
    guard let receiver else { return StatusText(.nobodyTook) }
    guard receiver.isDescendant(of: content), !receiver.displayName.isEmpty else { return nil }
    guard receiver !== content, let root = content.window?.rootView,
      let seen = root.visibleView(at: location)?.touchable,
      !seen.isDescendant(of: receiver), seen !== content, seen.isDescendant(of: content), !seen.displayName.isEmpty,
      // An invisible receiver isn't behind what is seen.
      HitTestTrace(at: location, in: root).step(of: receiver)?.isDrawn == true
    else { return StatusText(.took, [.taker: receiver.displayNameMidSentence]) }
    return StatusText(.tookFromBehind, [.taker: receiver.displayNameMidSentence, .seen: seen.displayNameMidSentence])
  }

  public final var center: Point { content.bounds.center }
}

/// A line about a touch.
public struct StatusText: Equatable, Sendable {
  public let phrase: Phrase
  /// True if the touch reached its intended target. The emphasized part then has the success color.
  public let isSuccess: Bool

  public init(_ text: LocalizedText, _ values: KeyValuePairs<Placeholder, String> = [:], isSuccess: Bool = false) {
    (phrase, self.isSuccess) = (text.phrase(values), isSuccess)
  }
}

extension View {
  /// The view or its nearest ancestor that can receive touches: the card, for a label on a card.
  fileprivate var touchable: View? {
    var view: View? = self
    while let candidate = view, !candidate.isUserInteractionEnabled { view = candidate.superview }
    return view
  }
}
