import PanelLayers

extension Color: Interpolatable {
  public func interpolated(to other: Color, _ progress: Double) -> Color { mixed(with: other, progress) }
}

extension View {
  /// Animates a property of the layer from its current value.
  ///
  /// Unlike Core Animation, there is no separate presentation tree: the layer's property is what is on the screen, and
  /// hit tests use it. A new animation of a property continues from the current value. If you set the property, the
  /// animation doesn't change it any more: as with UIKit's model values, the last one wins. Without a window, the value
  /// is set at once.
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
    if !allowsUserInteraction { blockingAnimations += 1 }
    let animation = Animation(
      property, of: layer, to: end, timing, completion: completion,
      onEnd: allowsUserInteraction ? nil : { [weak self] in self?.blockingAnimations -= 1 })
    layer.add(animation, forKey: AnyHashable(property))
    return animation
  }
}
