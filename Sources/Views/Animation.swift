import Geometry
import Layers

/// Something that moves by the clock.
public final class Animation {
  let start: UInt64
  /// In seconds.
  let duration: Double
  /// Called with the seconds since the start, and last with the duration.
  let update: (Double) -> Void
  let completion: (() -> Void)?
  /// The property it animates; another animation of the same takes its place.
  let key: Key?
  /// The view that takes no touch as long as this runs.
  weak var blockedView: View?
  public private(set) var isCancelled = false

  struct Key: Equatable {
    let layer: ObjectIdentifier
    let property: AnyKeyPath
  }

  init(
    start: UInt64, duration: Double, key: Key? = nil, blockedView: View? = nil, update: @escaping (Double) -> Void,
    completion: (() -> Void)?
  ) {
    (self.start, self.duration, self.key) = (start, duration, key)
    (self.update, self.completion) = (update, completion)
    self.blockedView = blockedView
    blockedView?.blockingAnimations += 1
  }

  /// Stops it where it is; its completion isn't called.
  public func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    blockedView?.blockingAnimations -= 1
  }

  /// Brings it to a time. At its end it is over.
  func advance(to time: UInt64) {
    // An event's time may be a little later than the frame's that follows it.
    let elapsed = time > start ? Double(time - start) / 1e9 : 0
    guard elapsed < duration else {
      cancel()
      update(duration)
      completion?()
      return
    }
    update(elapsed)
  }
}

/// Something that happens once, later.
public final class Timer {
  let deadline: UInt64
  let action: () -> Void
  var isCancelled = false

  init(deadline: UInt64, action: @escaping () -> Void) {
    (self.deadline, self.action) = (deadline, action)
  }

  public func cancel() { isCancelled = true }
}
