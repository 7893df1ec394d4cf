extension Window {
  /// Handles a key down. Returns false if nothing handled it.
  ///
  /// Tab and Shift-Tab move the focus between visible controls. Return and Space press the focused control while held. It
  /// gets arrow keys if it uses them. All other keys go to `onKey`.
  public func press(_ key: Key, at time: UInt64) -> Bool {
    guard takesKeys, shouldReceive?() != false else { return true }
    layoutIfNeeded()
    return handle {
      now = time
      switch key {
      case .tab: moveFocus(by: 1)
      case .backTab: moveFocus(by: -1)
      default: if pressableControl?.begin(key) != true { return onKey?(key) ?? false }
      }
      return true
    }
  }

  public func release(_ key: Key, at time: UInt64) {
    guard key == .return || key == .space else { return }
    layoutIfNeeded()
    handle {
      now = time
      if let control = pressableControl { control.endPress() } else { focusedControl?.cancelPress() }
    }
  }

  private func moveFocus(by step: Int) {
    let order = focusable
    guard !order.isEmpty else { return focus(nil) }
    let current = order.firstIndex { $0 === focusedControl }
    let start = step > 0 ? -1 : 0
    focus(order[((current ?? start) + step + order.count) % order.count])
  }

  /// Focuses a control, or none with `nil`.
  public func focus(_ control: Control?) {
    guard control !== focusedControl else { return }
    focusedControl?.cancelPress()
    focusedControl?.isFocused = false
    focusedControl = control
    control?.isFocused = true
  }

  private var pressableControl: Control? { focusable.first { $0 === focusedControl } }

  private var focusable: [Control] {
    var order: [Control] = []
    collectFocusable(in: rootView, into: &order)
    return order
  }

  private func collectFocusable(in view: View, into order: inout [Control]) {
    guard !view.isHidden, view.alpha >= View.minimumTouchableAlpha, view.isUserInteractionEnabled else { return }
    if let control = view as? Control, control.canBecomeFocused, isVisible(control) { order.append(control) }
    for subview in view.subviews { collectFocusable(in: subview, into: &order) }
  }

  /// Returns true if the control faces the viewer and nothing covers its center, whatever the hit-test order.
  private func isVisible(_ control: Control) -> Bool {
    let layer = control.layer
    guard layer.facing == (layer.isMirrored ? .back : .front),
      let middle = layer.homographyToRoot.apply(to: control.bounds.center)
    else { return false }
    let visible = rootView.visibleView(at: middle) { $0.isDescendant(of: control) || $0.isBlocking }
    return visible?.isDescendant(of: control) == true
  }
}

extension View {
  /// False if the view neither receives touches nor hides what is behind it, such as a label.
  fileprivate final var isBlocking: Bool {
    let views = sequence(first: self, next: \.superview)
    return views.allSatisfy(\.isUserInteractionEnabled)
      || (!layer.opaqueCore.isEmpty && views.allSatisfy { $0.alpha == 1 })
  }
}
