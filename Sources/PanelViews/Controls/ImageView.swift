import PanelLayers

/// Shows an image, as `UIImageView`. It receives no touches by default.
open class ImageView: View {
  /// The placement of the image in the bounds, as in UIKit.
  public enum ContentMode: CaseIterable, Sendable {
    case scaleToFill, scaleAspectFit, scaleAspectFill, center
  }

  public final var image: Bitmap? {
    didSet {
      layer.contents = image
      if image !== oldValue { invalidateIntrinsicContentSize() }
    }
  }
  public final var contentMode = ContentMode.scaleToFill { didSet { updateGravity() } }
  /// Pixels of the image per point.
  public final var imageScale = 1.0 {
    didSet {
      layer.contentsScale = imageScale
      invalidateIntrinsicContentSize()
    }
  }

  public init(_ image: Bitmap? = nil, name: String? = nil, frame: Rect = .zero) {
    self.image = image
    super.init(name: name, frame: frame)
    isUserInteractionEnabled = false
    layer.contents = image
  }

  private func updateGravity() {
    layer.contentsGravity =
      switch contentMode {
      case .scaleToFill: .resize
      case .scaleAspectFit: .resizeAspect
      case .scaleAspectFill: .resizeAspectFill
      case .center: .center
      }
  }

  /// An image without a label is decoration.
  open override var accessibilityDefaults: AccessibilityDefaults {
    .init(isElement: accessibilityLabel != nil, traits: .image)
  }

  /// Returns the image's size in points.
  open override func sizeThatFits(_ size: Size) -> Size {
    guard let image, imageScale > 0 else { return .zero }
    return Size(Double(image.width), Double(image.height)) * (1 / imageScale)
  }
}
