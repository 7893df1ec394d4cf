import PanelRaster
import PanelViews

/// A view with an adapter's picture, which is fetched while the view is on the screen.
public final class AdapterPictureView: View {
  /// The usual picture of a camera, in points.
  private static let defaultSize = Size(320, 180)

  private var observer: ChangeObserver?

  public init(_ source: AdapterPictures.Source, of values: Values) {
    super.init(name: "picture", layer: Layer())
    (layer.contentsGravity, layer.cornerRadius, layer.masksToBounds) = (.resizeAspect, 8, true)
    // A picture isn't mirrored.
    layer.layoutDirection = .leftToRight
    observer = values.pictures.observe(source, in: self) { [weak self] picture, isStale in
      self?.layer.contents = picture
      self?.layer.contentsScale = picture.scale
      self?.alpha = isStale ? 0.5 : 1
    }
  }

  public override func sizeThatFits(_ size: Size) -> Size { Self.defaultSize }
}
