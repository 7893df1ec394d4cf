import PanelGeometry
import PanelLayers

/// A change over time, advanced by the window's clock.
public final class Animation {
  let start: UInt64
  let duration: Double
  /// Called with the seconds since the start, at the end with `duration`.
  let update: (Double) -> Void
  let completion: (() -> Void)?
  /// The animated property. A new animation of the same property replaces this one.
  let key: Key?
  /// Receives no touches while the animation runs.
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

  /// Stops the animation at its current value. The completion isn't called.
  public func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    blockedView?.blockingAnimations -= 1
  }

  /// Updates the animation for a time, and finishes it once its duration has passed.
  func advance(to time: UInt64) {
    // An event can be slightly newer than the frame that follows it.
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

/// A closure that the window calls once at a time.
public final class Timer {
  let deadline: UInt64
  let action: () -> Void
  var isCancelled = false

  init(deadline: UInt64, action: @escaping () -> Void) {
    (self.deadline, self.action) = (deadline, action)
  }

  public func cancel() { isCancelled = true }
}
