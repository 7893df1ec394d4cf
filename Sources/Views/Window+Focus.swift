extension Window {
  /// Takes a key. False when nothing here wanted it, and somebody else may have it.
  ///
  /// Tab and backwards Tab move the focus over the controls that are seen; Return and Space press the one that has it, as
  /// long as they are held; the arrows are its own if it wants them; what is left goes to `onKey`.
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

  /// The key was let go.
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

  /// Gives the keyboard to a control; to none with `nil`.
  public func focus(_ control: Control?) {
    guard control !== focusedControl else { return }
    focusedControl?.cancelPress()
    focusedControl?.isFocused = false
    focusedControl = control
    control?.isFocused = true
  }

  /// The control that has the keyboard, as long as it is seen.
  private var pressableControl: Control? { focusable.first { $0 === focusedControl } }

  /// The controls that the keyboard reaches, in the order of the tree.
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

  /// True for a control that faces the viewer and has nothing drawn over its middle, whatever the order in which touches
  /// are routed.
  private func isVisible(_ control: Control) -> Bool {
    let layer = control.layer
    guard layer.facing == (layer.isMirrored ? .back : .front),
      let middle = layer.homographyToRoot.apply(to: control.bounds.center)
    else { return false }
    let seen = rootView.visibleView(at: middle) { $0.isDescendant(of: control) || $0.isBlocking }
    return seen?.isDescendant(of: control) == true
  }
}

extension View {
  /// True unless eye and finger both get through, as they do through a label.
  fileprivate final var isBlocking: Bool {
    let views = sequence(first: self, next: \.superview)
    return views.allSatisfy(\.isUserInteractionEnabled)
      || (!layer.opaqueCore.isEmpty && views.allSatisfy { $0.alpha == 1 })
  }
}
