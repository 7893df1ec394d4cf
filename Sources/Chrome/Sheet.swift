import Explanation
import Localization
import PanelViews

/// A view that slides up from the bottom over a dimmed stage. A tap outside or Escape dismisses it.
///
/// A popover appears next to its control instead, without dimming the stage.
class Sheet: View {
  /// Dismisses this sheet. The stage sets it when it presents the sheet.
  var dismiss: () -> Void = {}

  let theme: Theme
  /// The sheet's content. Subclasses position it.
  let contentView: View
  private let backdrop = Backdrop(name: "dismiss")
  private let isPopover: Bool

  init(name: String, theme: Theme, isPopover: Bool = false, contentView: View = View(name: "sheet")) {
    (self.theme, self.isPopover, self.contentView) = (theme, isPopover, contentView)
    super.init(name: name)
    controlLook = theme.look()
    if !isPopover { backdrop.layer.backgroundColor = theme.backdrop }
    backdrop.addAction(for: .primaryActionTriggered) { [unowned self] _ in dismiss() }
    addSubview(backdrop)
    contentView.layer.backgroundColor = theme.sheet
    // A black sheet on a black background needs an edge.
    if isPopover || theme == .contrast {
      (contentView.layer.borderColor, contentView.layer.borderWidth) = (theme.hairline, 1)
    }
    addSubview(contentView)
  }

  /// Animates the sheet in, after it was laid out.
  ///
  /// The layout determines the content's frame, the animation only the transform, so that a layout during the animation
  /// doesn't disturb it.
  final func open() {
    contentView.layer.transform = dismissedTransform
    if isPopover {
      contentView.alpha = 0
      contentView.animate(\.opacity, to: 1, .curve(.easeOut, seconds: 0.12), allowsUserInteraction: true)
    }
    backdrop.alpha = 0
    contentView.animate(
      \.transform, to: .identity, .spring(Spring(response: 0.42, dampingRatio: 0.9)), allowsUserInteraction: true)
    backdrop.animate(\.opacity, to: 1, allowsUserInteraction: true)
  }

  /// Animates the sheet out, then removes it. It receives no touches from now on.
  final func close() {
    isUserInteractionEnabled = false
    backdrop.animate(\.opacity, to: 0)
    let seconds = isPopover ? 0.12 : 0.22
    if isPopover { contentView.animate(\.opacity, to: 0, .curve(.easeIn, seconds: seconds)) }
    contentView.animate(\.transform, to: dismissedTransform, .curve(.easeIn, seconds: seconds)) { [self] in
      removeFromSuperview()
    }
  }

  /// Handles a key while the sheet is open; the stage beneath gets none. Returns false for a key without an effect.
  ///
  /// Escape dismisses the sheet.
  func press(_ key: Key) -> Bool {
    guard key == .escape else { return false }
    dismiss()
    return true
  }

  /// The content's transform before the sheet opens and after it closes: it is off screen, or slightly lower for a
  /// popover.
  private var dismissedTransform: Transform3D {
    let top = contentView.center.y - contentView.bounds.height / 2
    let panelBottom = bounds.midY + bounds.height / 2 / magnification
    return Transform3D(translationX: 0, y: isPopover ? 10 : panelBottom - top, z: 0)
  }

  /// The factor of `centerContentView`.
  private var magnification = 1.0

  /// Centers the content, enlarged by 1.1, or less if it wouldn't fit the panel.
  ///
  /// - Parameters:
  ///   - width: in the content's points.
  ///   - height: in the content's points.
  final func centerContentView(width: Double, height: Double) {
    magnification = min(1.1, (bounds.height - 16) / height, (bounds.width - 16) / width)
    layer.sublayerTransform = Transform3D(scaleX: magnification, y: magnification, z: 1)
    contentView.contentScaleFactor = (window?.scale ?? 1) * magnification
    /// Returns the point of the subviews' coordinates that is displayed at a point.
    func unmagnified(_ point: Point) -> Point { bounds.center + (point - bounds.center) * (1 / magnification) }
    let origin = Point(
      roundedToPixels((bounds.width - width * magnification) / 2),
      roundedToPixels((bounds.height - height * magnification) / 2))
    contentView.frame = Rect(origin: unmagnified(origin), size: Size(width, height))
    contentView.layer.cornerRadius = 20
    backdrop.frame = Rect(
      origin: unmagnified(backdrop.frame.origin), size: backdrop.frame.size * (1 / magnification))
  }

  override func layoutSubviews() {
    // Covers the whole panel: also the part above the sheet's frame, which people can't reach, and beyond the edges
    // as much as the stage can be shifted.
    let panel = Rect(0, -frame.minY, bounds.width, frame.maxY)
    backdrop.frame = panel.insetBy(-Stage.maximumPixelShift, -Stage.maximumPixelShift)
  }

  /// True everywhere: no touch passes a sheet.
  override func point(inside point: Point) -> Bool { true }
}

/// Covers the stage. A tap dismisses the sheet; keyboards use Escape.
private final class Backdrop: Control {
  override var canBecomeFocused: Bool { false }
  override var accessibilityDefaults: AccessibilityDefaults { .init(label: LocalizedText.close.text, traits: .button) }
}
