import Geometry
import Layers
import Views

/// Something that comes up from the bottom over a dimmed stage, and goes when one taps beside it, or when nobody
/// touches it for a while.
///
/// A popover appears where it belongs, beside what it came from, over a stage that isn't dimmed.
class Sheet: View {
  /// The time for which it stays untouched, in seconds: the next visitor shall not find it.
  static let inactivityTimeout = 30.0

  var onDismiss: (() -> Void)?

  let theme: Theme
  /// The contentView that comes up. A subclass places it.
  let contentView = View(name: "sheet")
  private let backdrop = Backdrop(name: "dismiss")
  private var waiting: Timer?
  private let isPopover: Bool

  init(name: String, theme: Theme, isPopover: Bool = false) {
    (self.theme, self.isPopover) = (theme, isPopover)
    super.init(name: name)
    if !isPopover { backdrop.layer.backgroundColor = theme.backdrop }
    backdrop.addAction(for: .primaryActionTriggered) { [unowned self] _ in onDismiss?() }
    addSubview(backdrop)
    contentView.layer.backgroundColor = theme.sheet
    addSubview(contentView)
  }

  /// Comes up from the bottom. It is laid out by then.
  ///
  /// Layout alone says where the contentView is, and the animation alone how far from there it is: whatever lays the sheet
  /// out anew meanwhile, the contentView ends where it belongs.
  final func open() {
    contentView.layer.transform = away
    if isPopover {
      contentView.alpha = 0
      contentView.animate(\.opacity, to: 1, .curve(.easeOut, seconds: 0.12), allowsUserInteraction: true)
    }
    backdrop.alpha = 0
    contentView.animate(
      \.transform, to: .identity, .spring(Spring(response: 0.42, dampingRatio: 0.9)), allowsUserInteraction: true)
    backdrop.animate(\.opacity, to: 1, allowsUserInteraction: true)
    restartInactivityTimer()
  }

  /// Goes down, and out of its superview. From now on it takes no touch.
  final func close() {
    isUserInteractionEnabled = false
    waiting?.cancel()
    backdrop.animate(\.opacity, to: 0)
    let seconds = isPopover ? 0.12 : 0.22
    if isPopover { contentView.animate(\.opacity, to: 0, .curve(.easeIn, seconds: seconds)) }
    contentView.animate(\.transform, to: away, .curve(.easeIn, seconds: seconds)) { [self] in removeFromSuperview() }
  }

  /// Somebody is there: it stays for another while.
  final func restartInactivityTimer() {
    waiting?.cancel()
    waiting = window?.after(seconds: Self.inactivityTimeout) { [weak self] in self?.onDismiss?() }
  }

  /// A key while the sheet is open; false for one that is of no use to it. What lies beneath hears of none.
  ///
  /// Escape closes it.
  func press(_ key: Key) -> Bool {
    guard key == .escape else { return false }
    onDismiss?()
    return true
  }

  /// From where the contentView belongs to where it is at first and at last: beneath the lower edge.
  private var away: Transform3D {
    let distance = isPopover ? 10 * unit : bounds.height - (contentView.center.y - contentView.bounds.height / 2)
    return Transform3D(translationX: 0, y: distance, z: 0)
  }

  /// Puts the contentView into the middle: a little larger than the rest of the stage, and smaller on a low panel. Its unit is
  /// then its own.
  ///
  /// - Parameters:
  ///   - width: in the contentView's units, as `height` is.
  final func centerContentView(width: Double, height: Double) {
    let u = min(unit * 1.1, (bounds.height - 16) / height, (bounds.width - 16) / width)
    contentView.layer.cornerRadius = 20 * u
    contentView.frame = Rect(
      ((bounds.width - width * u) / 2).rounded(), ((bounds.height - height * u) / 2).rounded(), width * u, height * u)
    contentView.overrideUnit = u
  }

  override func layoutSubviews() {
    // Beyond the edges as well: the stage may be shifted by a few points.
    backdrop.frame = bounds.insetBy(-Stage.maximumShift, -Stage.maximumShift)
  }
}

/// Covers the stage for fingers. A key that dismisses the sheet is Escape.
private final class Backdrop: Control {
  override var canBecomeFocused: Bool { false }
}
