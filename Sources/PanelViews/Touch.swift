import PanelGeometry

/// A finger on the screen, from down to up.
public final class Touch {
  public let id: Int
  /// The view that received the touch down. It receives the entire touch, wherever the finger moves.
  public internal(set) var view: View
  public internal(set) var phase = TouchEvent.Phase.began
  /// In the window's points.
  public internal(set) var location: Point
  public let startLocation: Point
  /// In nanoseconds of the window's clock.
  public internal(set) var time: UInt64
  public let startTime: UInt64

  /// The recognizers that receive the touch, from its view's to the root view's.
  var recognizers: [GestureRecognizer] = []
  var delivery = Delivery.pending
  /// True if the touch is cancelled because its view leaves the tree.
  var isViewRemoved = false
  /// The recognizer whose gesture cancelled the touch in its view.
  weak var claimingRecognizer: GestureRecognizer?
  /// True once `onTouch` was called for the current phase.
  var isReported = false
  /// The view passed to `onTouch`; `nil` if the hit test found none.
  var hitView: View?
  /// True for a touch that the window ignores, see `Window.shouldReceive`, and only tracks until it ends.
  let isIgnored: Bool

  /// The progress of the delivery to the view.
  enum Delivery {
    case pending, begun
    /// The touch is over, a recognizer claimed it, or the view already has a touch.
    case withheld
  }

  init(_ event: TouchEvent, hitView: View?, in root: View, at time: UInt64, isIgnored: Bool = false) {
    id = event.id
    (view, self.hitView, self.isIgnored) = (hitView ?? root, hitView, isIgnored)
    (location, startLocation) = (event.location, event.location)
    (self.time, startTime) = (time, time)
  }

  var isOver: Bool { phase == .ended || phase == .cancelled }

  /// Withholds the touch from its view, which gets `touchCancelled` if it received the beginning.
  func withhold() {
    let wasBegun = delivery == .begun
    delivery = .withheld
    if wasBegun { view.touchCancelled(self) }
    view.window?.performReleaseActions()
  }

  /// Returns the axis of a view along which the finger has moved farther; `nil` if the view is edge-on.
  func direction(in view: View) -> Axis? {
    let toWindow = view.layer.homographyToRoot
    guard let start = toWindow.unapply(to: startLocation), let end = toWindow.unapply(to: location) else { return nil }
    return abs(end.x - start.x) > abs(end.y - start.y) ? .horizontal : .vertical
  }

  /// Returns the location in a view's own coordinates, through its perspective; `nil` if the view is edge-on or behind
  /// the eye there.
  public func location(in view: View) -> Point? {
    view.layer.homographyToRoot.unapply(to: location)
  }
}
