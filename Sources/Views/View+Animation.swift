import Geometry
import Layers
import Raster

extension Color: Interpolatable {
  public func interpolated(to other: Color, _ progress: Double) -> Color { mixed(with: other, progress) }
}

extension View {
  /// Moves one of the layer's properties from what it is now to `end`.
  ///
  /// There is no second tree of presentation values as Core Animation has one: what the layer says is what is on the
  /// screen, so an animation that takes another's place carries on from where that one was, and hit tests go by what one
  /// sees. Without a window the value is set at once.
  ///
  /// - Parameters:
  ///   - property: of the view's layer.
  ///   - end: its value at the end.
  ///   - timing: a curve with its seconds, or a spring.
  ///   - allowsUserInteraction: false to take no touch in this view as long as it moves, as in UIKit.
  ///   - completion: called at the end; not if it was cancelled or replaced.
  @discardableResult public final func animate<Value: Interpolatable>(
    _ property: ReferenceWritableKeyPath<Layer, Value>, to end: Value, _ timing: AnimationTiming = .default,
    allowsUserInteraction: Bool = false, completion: (() -> Void)? = nil
  ) -> Animation? {
    let layer = layer
    guard let window else {
      layer[keyPath: property] = end
      completion?()
      return nil
    }
    let start = layer[keyPath: property]
    return window.start(
      duration: timing.duration, key: Animation.Key(layer: ObjectIdentifier(layer), property: property),
      blockedView: allowsUserInteraction ? nil : self,
      update: { time in
        let progress = timing.progress(at: time)
        layer[keyPath: property] = progress == 1 ? end : start.interpolated(to: end, progress)
      }, completion: completion)
  }
}
