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

  /// The recognizers that watch it.
  var recognizers: [GestureRecognizer]
  /// True while the view hears of it: false once a recognizer took it over.
  var isDelivered = false
  let receiver: Receiver

  /// The one that hears of a finger's way.
  enum Receiver {
    case view
    /// There is no view where it went down: only the window's `onTouch` hears of it, so that what began ends there, too.
    case window
    /// Nothing comes of it.
    case nobody
  }

  init(
    id: Int, view: View, location: Point, time: UInt64, recognizers: [GestureRecognizer] = [],
    receiver: Receiver = .view
  ) {
    self.id = id
    self.view = view
    (self.location, startLocation) = (location, location)
    (self.time, startTime) = (time, time)
    self.recognizers = recognizers
    self.receiver = receiver
  }

  /// The finger's place in a view's own coordinates, through all perspective; `nil` when the view is edge-on or is met
  /// behind the eye there.
  public func location(in view: View) -> Point? {
    view.layer.homographyToRoot.unapply(to: location)
  }
}
