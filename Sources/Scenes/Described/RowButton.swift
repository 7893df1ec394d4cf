import PanelViews

/// The row of a list that is a button as a whole: it contains the views of the row. A touch on a control in it belongs to
/// that control.
public final class RowButton: ActionButton {
  private let contentView: View
  /// Hides the content while a result is shown. The content itself may be hidden by its conditions.
  private let container = View()
  private let margins: Insets
  /// Drawn over the content, whose background would hide it.
  private let overlay = Layer()
  private let overlayLook: ControlLook

  /// - Parameters:
  ///   - content: the views of the row.
  ///   - margins: the distances from the row's edges to the content.
  init(
    _ description: ButtonDescription, content: View, margins: Insets, face: Int?, look: ActionButtonLook, values: Values
  ) {
    (contentView, self.margins) = (content, margins)
    overlayLook = look.titleColor == LegibleTextStyle.light ? .dark : .light
    super.init(description, face: face, look: look, values: values)
    accessibilityHint = content.accessibilityHint
    if description.accessibilityLabel == nil {
      // The label follows the texts. Explanations and the journal have those of the moment.
      accessibilityLabel = nil
      explanationName = content.spokenLabel
    }
    container.addSubview(content)
    addSubview(container)
    layer.addSublayer(overlay)
  }

  public override func layoutSubviews() {
    container.frame = bounds.inset(by: margins)
    contentView.frame = container.bounds
    // A card is highlighted alone.
    let isCard = contentView.layer.backgroundColor != nil
    overlay.frame = isCard ? container.frame : bounds
    overlay.cornerRadii = isCard ? contentView.layer.cornerRadii : CornerRadii()
  }

  /// A touch on the content belongs to the row, except on controls, scroll views and views with gestures.
  public override func hitTest(_ point: Point, trace: HitTrace?) -> View? {
    contentView.isHidden ? nil : super.hitTest(point, trace: trace).map(touchReceiver)
  }

  // MARK: Appearance

  public override var drawnLook: ControlLook {
    var look = super.drawnLook
    (look.background, look.focusRing) = (.clear, .clear)
    return look
  }

  public override func stateDidChange() {
    super.stateDidChange()
    overlay.backgroundColor = isHighlighted ? overlayLook.highlightOverlay : nil
    (overlay.borderWidth, overlay.borderColor) = (isFocused ? overlayLook.focusRingWidth : 0, overlayLook.focusRing)
  }

  /// The result of a press takes the place of the content.
  public override var phase: Phase { didSet { container.isHidden = phase != .idle } }
  public override var isUnavailable: Bool { didSet { container.alpha = isUnavailable ? 0.5 : 1 } }
  public override var canBecomeFocused: Bool { super.canBecomeFocused && !contentView.isHidden }

  // MARK: Accessibility

  /// The row is read as one element with the texts of its content. The controls in it are elements after it.
  public override var accessibilityDefaults: AccessibilityDefaults {
    var defaults = super.accessibilityDefaults
    defaults.isElement = !contentView.isHidden
    let controls = contentView.elementsInReadingOrder.filter { $0 is Control }
    defaults.elements = controls.isEmpty ? nil : controls
    defaults.label = contentView.spokenLabel
    return defaults
  }
}
