import PanelGeometry

/// A change over time. Add it to a layer with `Layer.add(_:forKey:)`. It runs once.
public final class Animation {
  /// The effect of `Window.reducesMotion`.
  package enum ReducedMotion { case finishes, skips, hasNoEffect }

  package let reducedMotion: ReducedMotion
  private let duration: Double
  /// Called with the seconds since the start, at the end with `duration`.
  private let update: (Double) -> Void
  private let completion: (() -> Void)?
  private var onEnd: (() -> Void)?
  private var start: UInt64 = 0
  private var phase = Phase.created

  private enum Phase { case created, running, over }

  /// The properties of its layer that the animation of a property has written; `nil` for other animations.
  fileprivate var writtenProperties: AnimatableProperties?
  /// True if something else has set one of them since. The animation then only waits for its end.
  private var isOverridden = false

  /// The layer that has it under `key`.
  private weak var layer: Layer?
  private var key: AnyHashable?

  /// True from the start until the animation ends or is cancelled.
  public var isRunning: Bool { phase == .running }

  /// Calls `update` for each frame with the progress from 0 to 1. A spring's progress can exceed 1 on the way.
  ///
  /// With reduced motion, the animation ends at once.
  ///
  /// - Parameters:
  ///   - timing: a curve with a duration, or a spring.
  ///   - update: called with 1 at the end.
  ///   - completion: called at the end, unless the animation was cancelled or replaced.
  public convenience init(
    _ timing: AnimationTiming = .default, update: @escaping (Double) -> Void, completion: (() -> Void)? = nil
  ) {
    self.init(
      duration: timing.duration, reducedMotion: .finishes, update: { update(timing.progress(at: $0)) },
      completion: completion)
  }

  /// Continues a movement after a flick until its speed falls below `threshold`. With reduced motion, there is no fling.
  ///
  /// - Parameters:
  ///   - decay: in the units of `update`.
  ///   - threshold: in units per second.
  ///   - update: called for each frame with the distance since the last call.
  ///   - completion: called at the end, unless the animation was cancelled or replaced.
  public static func fling(
    _ decay: Decay, until threshold: Double, update: @escaping (Double) -> Void, completion: (() -> Void)? = nil
  ) -> Animation {
    var coveredDistance = 0.0
    return Animation(
      duration: decay.duration(until: threshold), reducedMotion: .skips,
      update: { time in
        let distance = decay.distance(at: time)
        update(distance - coveredDistance)
        coveredDistance = distance
      }, completion: completion)
  }

  /// Calls `update` for each frame with the elapsed fraction of a duration in seconds. Reduced motion doesn't shorten it,
  /// because it measures time. Time in which the program didn't run isn't counted.
  public static func elapsedTime(seconds: Double, update: @escaping (Double) -> Void) -> Animation {
    Animation(
      duration: seconds, reducedMotion: .hasNoEffect, update: { update(seconds > 0 ? $0 / seconds : 1) },
      completion: nil)
  }

  /// Creates an animation of a layer's property from its current value.
  ///
  /// If anything else sets the property, the animation doesn't change it any more, because in UIKit the last model value
  /// wins. The completion is still called at the end.
  ///
  /// - Parameter onEnd: called once when the animation ends, is cancelled, or doesn't change the property any more.
  package convenience init<Value: Interpolatable>(
    _ property: ReferenceWritableKeyPath<Layer, Value>, of layer: Layer, to end: Value, _ timing: AnimationTiming,
    completion: (() -> Void)?, onEnd: (() -> Void)?
  ) {
    let start = layer[keyPath: property]
    self.init(
      duration: timing.duration,
      update: { time in
        let progress = timing.progress(at: time)
        layer[keyPath: property] = progress == 1 ? end : start.interpolated(to: end, progress)
      }, completion: completion, onEnd: onEnd)
    writtenProperties = []
    // A key path may lead to a part of a property, or to several ones.
    layer.write(as: self) { layer[keyPath: property] = start }
  }

  /// - Parameter onEnd: called once when the animation ends or is cancelled.
  package init(
    duration: Double, reducedMotion: ReducedMotion = .finishes, update: @escaping (Double) -> Void,
    completion: (() -> Void)?, onEnd: (() -> Void)? = nil
  ) {
    (self.duration, self.reducedMotion) = (max(duration, 0), reducedMotion)
    (self.update, self.completion, self.onEnd) = (update, completion, onEnd)
  }

  /// Stops the animation at its current value. The completion isn't called.
  public func cancel() {
    guard phase != .over else { return }
    phase = .over
    if let key, layer?.animations[key]?.animation === self { layer?.animations[key] = nil }
    endEffect()
  }

  private func endEffect() {
    onEnd?()
    onEnd = nil
  }

  fileprivate func losePrecedence() {
    isOverridden = true
    endEffect()
  }

  /// Starts the animation. Returns false if it has already run.
  package func begin(at time: UInt64) -> Bool {
    guard phase == .created else { return false }
    (phase, start) = (.running, time)
    return true
  }

  /// Excludes a time without frames, in nanoseconds, from an animation that measures time.
  package func skipGap(_ gap: UInt64) {
    if reducedMotion == .hasNoEffect { start += min(gap, .max - start) }
  }

  /// Updates the animation for a time, and finishes it once its duration has passed.
  package func advance(to time: UInt64) {
    // An event can be slightly newer than the frame that follows it.
    let elapsed = time > start ? Double(time - start) / 1e9 : 0
    guard elapsed < duration else { return finish() }
    apply(elapsed)
  }

  private func apply(_ time: Double) {
    guard !isOverridden else { return }
    guard writtenProperties != nil, let layer else { return update(time) }
    layer.write(as: self) { update(time) }
  }

  /// Ends a started animation at once.
  package func skip() {
    reducedMotion == .skips ? finish(updates: false) : finish()
  }

  private func finish(updates: Bool = true) {
    cancel()
    if updates { apply(duration) }
    completion?()
  }

  fileprivate func attach(to layer: Layer, _ key: AnyHashable) {
    guard phase == .created else { return }
    layer.animations[key]?.animation?.cancel()
    (self.layer, self.key) = (layer, key)
    layer.animations[key] = WeakAnimation(animation: self)
  }
}

struct WeakAnimation {
  weak var animation: Animation?
}

/// A set of properties of a layer.
struct AnimatableProperties: OptionSet {
  let rawValue: UInt32

  static let bounds = Self(rawValue: 1 << 0)
  static let position = Self(rawValue: 1 << 1)
  static let anchorPoint = Self(rawValue: 1 << 2)
  static let anchorPointZ = Self(rawValue: 1 << 3)
  static let zPosition = Self(rawValue: 1 << 4)
  static let transform = Self(rawValue: 1 << 5)
  static let sublayerTransform = Self(rawValue: 1 << 6)
  static let opacity = Self(rawValue: 1 << 7)
  static let contentsScale = Self(rawValue: 1 << 8)
  static let cornerRadius = Self(rawValue: 1 << 9)
  static let borderWidth = Self(rawValue: 1 << 10)
  static let borderColor = Self(rawValue: 1 << 11)
  static let shadowColor = Self(rawValue: 1 << 12)
  static let shadowOpacity = Self(rawValue: 1 << 13)
  static let shadowRadius = Self(rawValue: 1 << 14)
  static let shadowOffset = Self(rawValue: 1 << 15)
  static let rasterizationScale = Self(rawValue: 1 << 16)
}

extension Layer {
  fileprivate func write(as animation: Animation, _ change: () -> Void) {
    let outer = writingAnimation
    writingAnimation = animation
    change()
    writingAnimation = outer
  }

  /// Ends the effect of a property's animations after it was set, except of the one that has set it.
  final func propertyWasSet(_ property: AnimatableProperties) {
    writingAnimation?.writtenProperties?.formUnion(property)
    guard !animations.isEmpty else { return }
    for case let animation? in animations.values.lazy.map(\.animation) where animation !== writingAnimation {
      if animation.writtenProperties?.isDisjoint(with: property) == false { animation.losePrecedence() }
    }
  }

  final func geometryWasSet(_ property: AnimatableProperties, _ isChanged: Bool) {
    propertyWasSet(property)
    if isChanged { geometryDidChange() }
  }

  final func lookWasSet(_ property: AnimatableProperties, _ isChanged: Bool) {
    propertyWasSet(property)
    if isChanged { setNeedsDisplay() }
  }
}

/// Runs the animations of a layer tree; implemented by the window.
package protocol LayerAnimator: AnyObject {
  func start(_ animation: Animation)
}

extension Layer {
  /// Starts an animation under a key: it replaces the layer's running animation with the same key, as in Core Animation.
  ///
  /// Unlike in Core Animation, it continues if the layer leaves the window. If the layer is in no window, the animation
  /// ends at once, and one that measures time doesn't run.
  public final func add(_ animation: Animation, forKey key: String) { add(animation, forKey: AnyHashable(key)) }

  package final func add(_ animation: Animation, forKey key: AnyHashable) {
    animation.attach(to: self, key)
    if let animator = rootLayer.animator {
      animator.start(animation)
    } else if animation.begin(at: 0) {
      animation.reducedMotion == .hasNoEffect ? animation.cancel() : animation.skip()
    }
  }

  /// Returns the running animation with a key.
  public final func animation(forKey key: String) -> Animation? { animations[key]?.animation }

  /// Cancels the running animation with a key, if there is one.
  public final func removeAnimation(forKey key: String) { animations[key]?.animation?.cancel() }

  /// Cancels the layer's animations that have a key, among them those of its properties.
  public final func removeAllAnimations() {
    for entry in animations.values { entry.animation?.cancel() }
  }
}
