import Geometry

/// One finger on the glass, from its down to its up.
public final class Touch {
  public let id: Int
  /// The view that took the down. The touch is its to the end, wherever the finger goes.
  public let view: View
  public internal(set) var phase = TouchEvent.Phase.began
  /// In the window's points.
  public internal(set) var location: Point
  public let startLocation: Point
  /// Nanoseconds of the window's clock.
  public internal(set) var time: UInt64
  public let startTime: UInt64

  /// The recognizers that watch it, from its view's to the root view's.
  var recognizers: [GestureRecognizer] = []
  var delivery = Delivery.pending
  /// True once `onTouch` was called for the present phase.
  var isReported = false
  /// The view for `onTouch`; `nil` if the hit test found none.
  let hitView: View?
  /// True for a finger of which nothing comes.
  let isIgnored: Bool

  /// The part of the touch that its view receives.
  enum Delivery {
    case pending, begun
    /// Nothing more: it is over, a recognizer took it, or the view has a touch already.
    case withheld
  }

  init(_ event: TouchEvent, hitView: View?, in root: View, at time: UInt64, isIgnored: Bool = false) {
    id = event.id
    (view, self.hitView, self.isIgnored) = (hitView ?? root, hitView, isIgnored)
    (location, startLocation) = (event.location, event.location)
    (self.time, startTime) = (time, time)
  }

  /// True for the last phase of a touch.
  var isOver: Bool { phase == .ended || phase == .cancelled }

  /// Takes it away from its view, which gets `touchCancelled` if it knew the touch.
  func withhold() {
    let wasBegun = delivery == .begun
    delivery = .withheld
    if wasBegun { view.touchCancelled(self) }
  }

  /// The finger's place in a view's own coordinates, through all perspective; `nil` when the view is edge-on or is met
  /// behind the eye there.
  public func location(in view: View) -> Point? {
    view.layer.homographyToRoot.unapply(to: location)
  }
}
