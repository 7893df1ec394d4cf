extension View {
  /// True if the view is in a window, its front faces the viewer, a part of it is inside of the window, and neither it nor a
  /// view around it is hidden or transparent. Other views may cover it.
  public final var isOnScreen: Bool {
    guard let window else { return false }
    let isHidden = sequence(first: self, next: \.superview).contains { $0.isHidden || $0.alpha <= 0 }
    guard !isHidden, isTowardViewer, let frame = convert(bounds, to: window.rootView) else { return false }
    let screen = window.rootView.bounds
    let overlaps = frame.minX < screen.maxX && frame.maxX > screen.minX
    return overlaps && frame.minY < screen.maxY && frame.maxY > screen.minY
  }

  /// The number of pixels that the bounds have without the transforms of layers.
  public final var pixelSize: (width: Int, height: Int) {
    let size = bounds.size * pixelsPerPoint
    return (Int(clamping: size.width.rounded(.up)), Int(clamping: size.height.rounded(.up)))
  }
}
