import PanelLayers

/// A row of a `ListView`: contains the application's view and the separator, and shows whether it is pressed, selected
/// or focused.
final class ListRow: Control {
  let index: Int
  let content: View
  private unowned let list: ListView
  private let separator = Layer()

  init(_ content: View, at index: Int, of list: ListView) {
    (self.content, self.index, self.list) = (content, index, list)
    super.init(name: content.name)
    accessibilityLabel = content.accessibilityLabel ?? (content as? Label)?.text
    isEnabled = list.allowsSelection && list.shouldSelectRow(index)
    addSubview(content)
    layer.addSublayer(separator)
    addAction(for: .primaryActionTriggered) { [unowned self] _ in self.list.didChoose(self.index) }
  }

  override func layoutSubviews() {
    let margins = list.layoutMargins * unit
    content.place(in: bounds.inset(by: margins))
    let thickness = unit.rounded(.down)
    separator.backgroundColor = list.separatorColor ?? inheritedLook.track
    separator.isHidden = index == list.numberOfRows - 1
    separator.frame = Rect(
      margins.leading, bounds.height - thickness, max(bounds.width - margins.leading, 0), thickness)
    stateDidChange()
  }

  /// A touch on the content belongs to the row, except on controls, scroll views and views with gestures.
  override func hitTest(_ point: Point, trace: HitTrace?) -> View? {
    guard let hit = super.hitTest(point, trace: trace) else { return nil }
    let receiver = sequence(first: hit, next: \.superview).first {
      $0 is Control || $0 is ScrollView || !$0.gestureRecognizers.isEmpty
    }
    return receiver === self ? self : hit
  }

  override func stateDidChange() {
    let look = inheritedLook
    layer.backgroundColor = isHighlighted ? look.highlightOverlay : isSelected ? look.track : nil
    (layer.borderWidth, layer.borderColor) = (isFocused ? look.focusRingWidth : 0, look.focusRing)
  }

  /// A row is read as one element with the texts of its content. The controls in it are elements after it.
  override var accessibilityDefaults: AccessibilityDefaults {
    var defaults = super.accessibilityDefaults.adding(.button)
    // Rows that can't be selected aren't dimmed.
    if !isEnabled { defaults.traits = [] }
    let controls = content.elementsInReadingOrder.filter { $0 is Control }
    defaults.elements = controls.isEmpty ? nil : controls
    return defaults
  }
}
