import PanelLayers

extension Color: Interpolatable {
  public func interpolated(to other: Color, _ progress: Double) -> Color { mixed(with: other, progress) }
}

extension View {
  /// Animates a property of the layer from its current value.
  ///
  /// Unlike Core Animation, there is no separate presentation tree: the layer's property is what is on the screen, and
  /// hit tests use it. A new animation of a property continues from the current value. Without a window, the value is
  /// set at once.
  ///
  /// - Parameters:
  ///   - property: of the view's layer.
  ///   - end: the final value.
  ///   - timing: a curve with a duration, or a spring.
  ///   - allowsUserInteraction: false to receive no touches during the animation, as in UIKit.
  ///   - completion: called at the end, unless the animation was cancelled or replaced.
  @discardableResult public final func animate<Value: Interpolatable>(
    _ property: ReferenceWritableKeyPath<Layer, Value>, to end: Value, _ timing: AnimationTiming = .default,
    allowsUserInteraction: Bool = false, completion: (() -> Void)? = nil
  ) -> Animation {
    let layer = layer
    let start = layer[keyPath: property]
    if !allowsUserInteraction { blockingAnimations += 1 }
    let animation = Animation(
      duration: timing.duration,
      update: { time in
        let progress = timing.progress(at: time)
        layer[keyPath: property] = progress == 1 ? end : start.interpolated(to: end, progress)
      }, completion: completion,
      onEnd: allowsUserInteraction ? nil : { [weak self] in self?.blockingAnimations -= 1 })
    layer.add(animation, forKey: AnyHashable(property))
    return animation
  }
}
