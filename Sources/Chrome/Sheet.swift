import PanelViews

/// A modal view in the look of a theme.
class Sheet: ModalView {
  let theme: Theme

  init(name: String, theme: Theme, style: Style = .sheet, contentView: View = View(name: "sheet")) {
    self.theme = theme
    super.init(name: name, style: style, contentView: contentView)
    controlLook = theme.look()
    // A black sheet on a black background needs an edge.
    if style == .popover || theme == .contrast {
      (contentView.layer.borderColor, contentView.layer.borderWidth) = (theme.hairline, 1)
    }
  }

  /// Centers the content, enlarged by 1.1, or less if it wouldn't fit the panel.
  ///
  /// - Parameters:
  ///   - width: in the content's points.
  ///   - height: in the content's points.
  final func centerContentView(width: Double, height: Double) {
    let area = safeFrame
    magnification = min(1.1, (area.height - 16) / height, (area.width - 16) / width)
    contentView.contentScaleFactor = (window?.scale ?? 1) * magnification
    let origin = Point(
      roundedToPixels(area.midX - width * magnification / 2), roundedToPixels(area.midY - height * magnification / 2))
    // The point of the subviews' coordinates that is displayed at the origin.
    let unmagnifiedOrigin = bounds.center + (origin - bounds.center) * (1 / magnification)
    contentView.frame = Rect(origin: unmagnifiedOrigin, size: Size(width, height))
    contentView.layer.cornerRadius = 20
  }
}
