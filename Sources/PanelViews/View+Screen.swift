extension View {
  /// True if the view is in a window, its front faces the viewer, a part of it is inside of the window, and neither it nor a
  /// view around it is hidden or transparent. Other views may cover it.
  public final var isOnScreen: Bool {
    guard let window else { return false }
    var view: View? = self
    while let current = view {
      if current.isHidden || current.alpha <= 0 { return false }
      view = current.superview
    }
    guard isTowardViewer, let frame = convert(bounds, to: window.rootView) else { return false }
    let screen = window.rootView.bounds
    let overlaps = frame.minX < screen.maxX && frame.maxX > screen.minX
    return overlaps && frame.minY < screen.maxY && frame.maxY > screen.minY
  }

  /// True if the opaque content of an alert, a sheet or a popover hides all of the view that is in the window.
  public final var isCovered: Bool {
    guard let window, let frame = convert(bounds, to: window.rootView) else { return false }
    let screen = window.rootView.bounds
    let (minX, maxX) = (max(frame.minX, screen.minX), min(frame.maxX, screen.maxX))
    let (minY, maxY) = (max(frame.minY, screen.minY), min(frame.maxY, screen.maxY))
    for case let modal as ModalView in window.rootView.subviews.reversed() where modal.isPresented {
      if isDescendant(of: modal) { return false }
      let content = modal.contentView
      guard content.alpha == 1, modal.alpha == 1, content.layer.backgroundColor?.alpha == 1 else { continue }
      // Its corners are round.
      let radius = content.layer.cornerRadius
      let opaque = content.bounds.insetBy(radius, radius)
      guard let cover = content.convert(opaque, to: window.rootView) else { continue }
      if cover.minX <= minX, cover.maxX >= maxX, cover.minY <= minY, cover.maxY >= maxY { return true }
    }
    return false
  }

  /// The number of pixels that the bounds have without the transforms of layers.
  public final var pixelSize: (width: Int, height: Int) {
    let size = bounds.size * pixelsPerPoint
    return (Int(clamping: size.width.rounded(.up)), Int(clamping: size.height.rounded(.up)))
  }
}
