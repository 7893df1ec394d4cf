import PanelLayers

/// The bars at a scroll view's edges that show the visible part: faintly at rest, so that people see that there is more.
final class ScrollIndicators {
  /// UIKit's, in points.
  private static let (thickness, inset, minimumLength) = (3.0, 3.0, 24.0)
  /// The seconds for which the indicators stay after a motion, and then fade.
  private static let (delay, fading) = (0.5, 0.25)
  /// UIKit's indicators disappear. On a panel, nothing else would tell that the content scrolls.
  private static let opacityAtRest = 0.5

  private unowned let scrollView: ScrollView
  /// Layers, not views, so that they remain above later subviews.
  private let (horizontal, vertical) = (Layer(), Layer())
  private static let fadeKey = "fade"
  /// Changes with each motion, so that the timer of an older motion does nothing.
  private var motions = 0

  init(_ scrollView: ScrollView) {
    self.scrollView = scrollView
    for layer in [horizontal, vertical] {
      layer.opacity = Self.opacityAtRest
      layer.cornerRadius = Self.thickness / 2
      scrollView.layer.addSublayer(layer)
    }
  }

  /// Moves the indicators, and shows them fully if the content moves.
  func update() {
    place(horizontal, .horizontal, isShown: scrollView.showsHorizontalScrollIndicator)
    place(vertical, .vertical, isShown: scrollView.showsVerticalScrollIndicator)
    guard scrollView.isDragging || scrollView.isDecelerating else { return }
    motions += 1
    vertical.removeAnimation(forKey: Self.fadeKey)
    (horizontal.opacity, vertical.opacity) = (1, 1)
  }

  /// Fades the indicators a while after the content has stopped.
  func fadeOut() {
    let motion = motions
    scrollView.window?.after(seconds: Self.delay) { [weak self] in
      guard let self, motion == motions else { return }
      let fade = Animation(.curve(.default, seconds: Self.fading)) { [weak self] progress in
        guard let self else { return }
        let opacity = 1.0.interpolated(to: Self.opacityAtRest, progress)
        (horizontal.opacity, vertical.opacity) = (opacity, opacity)
      }
      vertical.add(fade, forKey: Self.fadeKey)
    }
  }

  private func place(_ layer: Layer, _ axis: Axis, isShown: Bool) {
    let bounds = scrollView.bounds
    let (visible, whole) = (bounds.size[axis], scrollView.contentSize[axis])
    layer.isHidden = !isShown || whole <= visible
    guard !layer.isHidden, visible > 0 else { return }
    layer.backgroundColor = scrollView.indicatorColor
    let track = visible - 2 * Self.inset
    // Beyond the end, the indicator shrinks by the excess, as in UIKit.
    let offset = bounds.origin[axis]
    let excess = max(-offset, offset + visible - whole, 0)
    let length = max(track * visible / whole - excess, Self.minimumLength / 3)
    let full = max(length, Self.minimumLength)
    let progress = min(max(offset / (whole - visible), 0), 1)
    let across = bounds.size[axis.crossing] - Self.inset - Self.thickness
    layer.frame = Rect(
      origin: bounds.origin
        + Point(along: axis, Self.inset + progress * (track - (excess > 0 ? length : full)), across: across),
      size: Size(along: axis, excess > 0 ? length : full, across: Self.thickness))
  }
}
