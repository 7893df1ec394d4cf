import PanelLayers

/// A row of a `ListView`: contains the application's view and the separator, and shows whether it is pressed, selected
/// or focused.
final class ListRow: Control {
  var index: Int
  var content: View { didSet { replace(oldValue) } }
  /// True if the content has to be replaced.
  var isOutdated = false
  private unowned let list: ListView
  private let separator = Layer()

  init(_ content: View, at index: Int, of list: ListView) {
    (self.content, self.index, self.list) = (content, index, list)
    super.init()
    showContent()
    addSubview(content)
    layer.addSublayer(separator)
    addAction(for: .primaryActionTriggered) { [unowned self] _ in self.list.didChoose(self.index) }
  }

  private func showContent() {
    name = content.name
    explanationName = content.explanationName ?? contentLabel
    isEnabled = list.allowsSelection && list.shouldSelectRow(index)
  }

  /// Ignores touches for a time, as during an animation.
  func ignoreTouches(forSeconds seconds: Double) {
    guard let window else { return }
    blockingAnimations += 1
    window.after(seconds: seconds) { [weak self] in self?.blockingAnimations -= 1 }
  }

  private var contentLabel: String? { content.accessibilityLabel ?? content.accessibilityDefaults.label }

  /// Replaces the content. The focus and the speech continue in the view at the same place of the new content.
  private func replace(_ old: View) {
    isOutdated = false
    showContent()
    guard content !== old else { return }
    window?.handOverTouches(on: old, to: self)
    addSubview(content)
    setNeedsLayout()
    if let control = window?.focusedControl.flatMap({ counterpart(of: $0, in: old) }) as? Control {
      window?.replaceFocusedControl(with: control)
    }
    if let explorer = window?.touchExplorer,
      let element = explorer.currentElement.flatMap({ counterpart(of: $0, in: old) })
    {
      explorer.replaceCurrentElement(with: element)
    }
    if old.superview === self { old.removeFromSuperview() }
  }

  /// Returns the view of the new content at the place of a view in the old one, or the nearest one around it.
  private func counterpart(of view: View, in old: View) -> View? {
    guard view.isDescendant(of: old) else { return nil }
    let path = sequence(first: view, next: { $0 === old ? nil : $0.superview }).reversed()
    var (parent, counterpart) = (old, content)
    for view in path.dropFirst() {
      guard let index = parent.subviews.firstIndex(where: { $0 === view }), index < counterpart.subviews.count else {
        break
      }
      (parent, counterpart) = (view, counterpart.subviews[index])
    }
    return counterpart
  }

  override func layoutSubviews() {
    let margins = list.layoutMargins
    content.place(in: bounds.inset(by: margins))
    let thickness = max(roundedToPixels(1), 1 / pixelsPerPoint)
    separator.backgroundColor = list.separatorColor ?? inheritedLook.track
    separator.isHidden = index == list.numberOfRows - 1
    let inset = list.separatorInset ?? margins.leading
    separator.frame = Rect(inset, bounds.height - thickness, max(bounds.width - inset, 0), thickness)
    stateDidChange()
  }

  /// A touch on the content belongs to the row, except on controls, scroll views and views with gestures.
  override func hitTest(_ point: Point, trace: HitTrace?) -> View? {
    super.hitTest(point, trace: trace).map(touchReceiver)
  }

  override func stateDidChange() {
    let look = inheritedLook
    layer.backgroundColor = isHighlighted ? look.highlightOverlay : isSelected ? look.track : nil
    (layer.borderWidth, layer.borderColor) = (isFocused ? look.focusRingWidth : 0, look.focusRing)
  }

  /// A row is read as one element with the texts of its content. The controls in it are elements after it. A row that can't
  /// be selected and has no other texts is no element.
  override var accessibilityDefaults: AccessibilityDefaults {
    guard isEnabled || !content.spokenLabel.isEmpty else { return .init(isElement: false) }
    var defaults = super.accessibilityDefaults.adding(.button)
    // Rows that can't be selected aren't dimmed.
    if !isEnabled { defaults.traits = [] }
    let controls = content.elementsInReadingOrder.filter { $0 is Control }
    defaults.elements = controls.isEmpty ? nil : controls
    defaults.label = contentLabel
    return defaults
  }
}
