import PanelLayers

/// The bars at a scroll view's edges that show the visible part of the content. They are faint at rest, so that people
/// see that there is more content.
final class ScrollIndicators {
  /// As in UIKit, in points.
  private static let (thickness, inset, minimumLength, minimumShrunkLength) = (3.0, 3.0, 24.0, 8.0)
  /// The time from the end of a motion until the indicators fade, and the duration of the fade, in seconds.
  private static let (fadeDelay, fadeDuration) = (0.5, 0.25)
  /// UIKit's indicators disappear. On a panel, nothing else would show that the content scrolls.
  private static let opacityAtRest = 0.5
  private static let color = Color(0.6, 0.6, 0.65, 0.7)

  private unowned let scrollView: ScrollView
  /// Layers, not views, so that they remain above later subviews, whose layers are inserted above the last subview's.
  private let (horizontal, vertical) = (Layer(), Layer())
  private static let fadeKey = "fade"
  /// Changes with each motion, so that the timer of an older motion does nothing.
  private var motionCount = 0

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
    motionCount += 1
    // This animation also fades the horizontal one.
    vertical.removeAnimation(forKey: Self.fadeKey)
    (horizontal.opacity, vertical.opacity) = (1, 1)
  }

  /// Fades the indicators a while after the content has stopped.
  func fadeOut() {
    let motion = motionCount
    scrollView.window?.after(seconds: Self.fadeDelay) { [weak self] in
      guard let self, motion == motionCount else { return }
      let fade = Animation(.curve(.default, seconds: Self.fadeDuration)) { [weak self] progress in
        guard let self else { return }
        let opacity = 1.0.interpolated(to: Self.opacityAtRest, progress)
        (horizontal.opacity, vertical.opacity) = (opacity, opacity)
      }
      // One animation, on `vertical`, fades both.
      vertical.add(fade, forKey: Self.fadeKey)
    }
  }

  /// Ends a motion at once. Outside of a window, nothing would fade.
  func rest() {
    motionCount += 1
    vertical.removeAnimation(forKey: Self.fadeKey)
    (horizontal.opacity, vertical.opacity) = (Self.opacityAtRest, Self.opacityAtRest)
  }

  private func place(_ layer: Layer, _ axis: Axis, isShown: Bool) {
    let bounds = scrollView.bounds
    let (visibleLength, contentLength) = (bounds.size[axis], scrollView.contentSize[axis])
    let hiddenLength = scrollView.roundedToPixels(contentLength - visibleLength)
    layer.isHidden = !isShown || hiddenLength <= 0 || visibleLength <= 0
    guard !layer.isHidden else { return }
    layer.backgroundColor = Self.color
    let trackLength = visibleLength - 2 * Self.inset
    // Beyond either end, the indicator shrinks by the excess, as in UIKit.
    let offset = bounds.origin[axis]
    let excess = max(-offset, offset + visibleLength - contentLength, 0)
    let proportionalLength = trackLength * visibleLength / contentLength
    let length =
      excess > 0
      ? max(proportionalLength - excess, Self.minimumShrunkLength)
      : max(proportionalLength, Self.minimumLength)
    let progress = min(max(offset / hiddenLength, 0), 1)
    let crossOffset = bounds.size[axis.perpendicular] - Self.inset - Self.thickness
    layer.frame = Rect(
      origin: bounds.origin
        + Point(along: axis, Self.inset + progress * (trackLength - length), across: crossOffset),
      size: Size(along: axis, length, across: Self.thickness))
  }
}
