extension Window {
  /// Takes a key. False when nothing here wanted it, and somebody else may have it.
  ///
  /// Tab and backwards Tab move the focus over the controls; Return and Space press the one that has it; the arrows are
  /// its own where it wants them; what is left goes to `onKey`.
  public func press(_ key: Key, at time: UInt64) -> Bool {
    guard takesKeys, shouldReceive?() != false else { return true }
    layoutIfNeeded()
    return handle {
      now = time
      switch key {
      case .tab:
        moveFocus(by: 1)
        return true
      case .backTab:
        moveFocus(by: -1)
        return true
      case .return, .space:
        guard let control = focusedControl, focusable.contains(where: { $0 === control }) else {
          return onKey?(key) ?? false
        }
        pressedControl?.cancelPress()
        pressedControl = control
        control.beginPress()
        return true
      case .up, .down, .left, .right:
        if let control = focusedControl, focusable.contains(where: { $0 === control }), control.press(key) {
          return true
        }
        return onKey?(key) ?? false
      case .character, .escape, .f11:
        return onKey?(key) ?? false
      }
    }
  }

  /// The key was let go.
  public func release(_ key: Key, at time: UInt64) {
    handle {
      now = time
      guard key == .return || key == .space, let control = pressedControl else { return }
      pressedControl = nil
      control.endPress()
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
    focusedControl?.isFocused = false
    focusedControl = control
    control?.isFocused = true
  }

  /// Takes the focus ring away, as a touch does: whoever touches isn't using the keyboard.
  func clearFocus() { focus(nil) }

  /// The controls that the keyboard reaches, in the order of the tree.
  private var focusable: [Control] {
    var order: [Control] = []
    collectFocusable(in: rootView, into: &order)
    return order
  }

  private func collectFocusable(in view: View, into order: inout [Control]) {
    guard view.isReachable else { return }
    if let control = view as? Control, control.canBecomeFocused { order.append(control) }
    if let modal = view.subviews.last(where: { $0.isModal && $0.isReachable }) {
      return collectFocusable(in: modal, into: &order)
    }
    for subview in view.subviews { collectFocusable(in: subview, into: &order) }
  }
}

extension View {
  /// True for a view that a finger would reach, as far as it goes by the view itself.
  fileprivate final var isReachable: Bool { !isHidden && alpha >= Self.leastTouchableAlpha && isUserInteractionEnabled }
}
