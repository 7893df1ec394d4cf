import Localization
import PanelLayers

/// A view over everything else in a window, as a presented view controller in UIKit: the base class of alerts, sheets,
/// menus and popovers.
///
/// While it is shown, nothing behind it receives touches, keys, focus or speech, not even another modal view. Once it
/// is dismissed, the focus and the place in the speech return to where they were. Escape and a tap outside of the
/// content dismiss it, arrow keys move the focus in it.
///
/// ```swift
/// let menu = ModalView(style: .popover, contentView: stack)
/// menu.present(in: window)
/// ```
///
/// A subclass positions `contentView` in `layoutSubviews`, within `safeFrame`.
open class ModalView: View {
  /// The animation with which the content appears and disappears.
  public enum Style: Sendable {
    /// In the middle of the window: it grows slightly.
    case alert
    /// From the bottom edge of the window.
    case sheet
    /// Next to what opened it, without dimming the window.
    case popover
  }

  public final let style: Style
  /// The only part that is drawn, besides the dimming. It gets the inherited look's `surface` as its background.
  public final let contentView: View
  /// True if a tap outside of the content doesn't dismiss the view.
  public final var isModalInPresentation = false { didSet { backdrop.isEnabled = !isModalInPresentation } }
  /// Called once the view has begun to disappear, or was removed.
  public final var onDismiss: (() -> Void)?
  /// True from `present` until the view is dismissed or removed.
  public private(set) final var isPresented = false

  private let backdrop = Backdrop(name: "dismiss")
  private weak var previouslyFocused: Control?
  private weak var previousAccessibilityElement: View?

  /// The distance, in points, by which the dimming extends beyond the window, whose picture may be shifted.
  private static let overhang = 32.0

  /// - Parameters:
  ///   - name: the view's name in `path`.
  ///   - style: how the content appears.
  ///   - contentView: the content.
  public init(name: String? = nil, style: Style, contentView: View = View()) {
    (self.style, self.contentView) = (style, contentView)
    super.init(name: name)
    backdrop.addAction(for: .primaryActionTriggered) { [unowned self] _ in dismiss() }
    addSubview(backdrop)
    addSubview(contentView)
  }

  // MARK: Presentation

  /// Shows the view over a window's other views.
  ///
  /// - Parameters:
  ///   - window: the window.
  ///   - animated: false to show it at once.
  public final func present(in window: Window, animated: Bool = true) {
    isPresented = true
    // A dismissed message doesn't show the keyboard again, whose keys would be where the message was.
    previouslyFocused = window.firstResponder == nil ? window.focusedControl : nil
    previousAccessibilityElement = window.touchExplorer?.currentElement
    window.focus(nil)
    window.rootView.addSubview(self)
    frame = window.rootView.bounds
    window.layoutIfNeeded()
    window.moveAccessibilityFocus(to: contentView)
    if animated { animateIn() }
  }

  /// Removes the view, and returns the focus and the place in the speech.
  public final func dismiss() {
    guard isPresented else { return }
    endPresentation()
    animateOut()
  }

  open override func willMove(toWindow newWindow: Window?) {
    if newWindow == nil { endPresentation() }
  }

  /// Returns the focus, or leaves that to the modal view above.
  private func endPresentation() {
    guard isPresented, let window else { return }
    let modalAbove = window.modalViews.drop { $0 !== self }.dropFirst().first
    isPresented = false
    if let modalAbove {
      modalAbove.previouslyFocused = previouslyFocused
      modalAbove.previousAccessibilityElement = previousAccessibilityElement
    } else {
      window.focus(previouslyFocused)
      let element = previousAccessibilityElement.flatMap { $0.window === window ? $0 : nil }
      window.moveAccessibilityFocus(to: element ?? window.modalView ?? window.rootView)
    }
    onDismiss?()
  }

  /// Animates only the transform and the opacity, so that a layout during the animation doesn't disturb it.
  private func animateIn() {
    contentView.layer.transform = dismissedTransform
    if style != .sheet {
      contentView.alpha = 0
      contentView.animate(\.opacity, to: 1, .curve(.easeOut, seconds: 0.12), allowsUserInteraction: true)
    }
    backdrop.alpha = 0
    let spring =
      style == .alert ? Spring(response: 0.3, dampingRatio: 0.85) : Spring(response: 0.42, dampingRatio: 0.9)
    contentView.animate(\.transform, to: .identity, .spring(spring), allowsUserInteraction: true)
    backdrop.animate(\.opacity, to: 1, allowsUserInteraction: true)
  }

  private func animateOut() {
    isUserInteractionEnabled = false
    let seconds = style == .sheet ? 0.22 : 0.14
    backdrop.animate(\.opacity, to: 0)
    if style != .sheet { contentView.animate(\.opacity, to: 0, .curve(.easeIn, seconds: seconds)) }
    contentView.animate(\.transform, to: dismissedTransform, .curve(.easeIn, seconds: seconds)) { [self] in
      removeFromSuperview()
    }
  }

  /// The content's transform before it appears and after it disappears.
  private var dismissedTransform: Transform3D {
    switch style {
    case .alert: Transform3D(scaleX: 0.92, y: 0.92, z: 1)
    case .sheet:
      Transform3D(
        translationX: 0,
        y: bounds.midY + bounds.height / 2 / magnification - (contentView.center.y - contentView.bounds.height / 2),
        z: 0)
    case .popover: Transform3D(translationX: 0, y: 10, z: 0)
    }
  }

  // MARK: Keys

  /// Handles a key that no control used. All other keys are kept from the views behind.
  ///
  /// - Parameter key: the key.
  /// - Returns: false for a key without an effect.
  open func press(_ key: Key) -> Bool {
    if key == .escape {
      dismiss()
    } else if let step = focusStep(for: key) {
      moveFocus(by: step)
    } else {
      return false
    }
    return true
  }

  /// Moves the focus for an arrow key. Returns false if it can't move, or if no control has the focus or is preferred:
  /// the key then scrolls, such as an alert's long text.
  final func moveFocusBeforeScrolling(_ key: Key) -> Bool {
    guard let window, let step = focusStep(for: key) else { return false }
    let focused = window.focusedControl
    guard focused != nil || preferredFocusedControl != nil else { return false }
    moveFocus(by: step)
    return window.focusedControl !== focused
  }

  private func focusStep(for key: Key) -> Int? {
    switch key {
    case .up: -1
    case .down: 1
    case .left: layer.isMirrored ? 1 : -1
    case .right: layer.isMirrored ? -1 : 1
    default: nil
    }
  }

  /// The control at which an arrow key begins if none has the focus; `nil` for the first or the last one.
  open var preferredFocusedControl: Control? { nil }

  private func moveFocus(by step: Int) {
    guard let window else { return }
    let controls = window.focusableControls(in: contentView)
    let current = controls.firstIndex { $0 === (window.focusedControl ?? preferredFocusedControl) }
    let next = (current ?? (step > 0 ? -1 : controls.count)) + step
    if !controls.isEmpty { window.focus(controls[min(max(next, 0), controls.count - 1)]) }
  }

  // MARK: Layout

  /// The part of the bounds that content may use: without the window's `safeAreaInsets`.
  public final var safeFrame: Rect { bounds.inset(by: window?.safeAreaInsets ?? .zero) }

  open override func layoutSubviews() {
    if let superview { frame = superview.bounds }
    placeBackdrop()
    backdrop.backgroundColor = style == .popover ? .clear : inheritedLook.backdrop
    contentView.backgroundColor = inheritedLook.surface
  }

  /// The factor by which everything is magnified.
  package final var magnification = 1.0 {
    didSet {
      guard magnification != oldValue else { return }
      layer.sublayerTransform = Transform3D(scaleX: magnification, y: magnification, z: 1)
      placeBackdrop()
    }
  }

  private func placeBackdrop() {
    let size = bounds.insetBy(-Self.overhang, -Self.overhang).size * (1 / magnification)
    backdrop.frame = Rect(origin: bounds.center - Point(size.width / 2, size.height / 2), size: size)
  }

  /// True everywhere: no touch passes a modal view.
  open override func point(inside point: Point) -> Bool { true }
}

/// Covers the window behind a modal view. A tap dismisses the modal view; keyboards use Escape.
private final class Backdrop: Control {
  override var canBecomeFocused: Bool { false }
  override var accessibilityDefaults: AccessibilityDefaults {
    isEnabled ? .init(label: LocalizedText.close.text, traits: .button) : .init(isElement: false)
  }
}
