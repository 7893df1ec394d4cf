extension Window {
  /// Takes a key. False when nothing here wanted it.
  ///
  /// Tab and backwards Tab move the focus over the controls; Return and Space press the one that has it; what is left
  /// goes to `onKey`.
  public func press(_ key: Key, at time: UInt64) -> Bool {
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
        guard let control = focusedControl, control.canBecomeFocused else { return onKey?(key) ?? false }
        pressedControl?.cancelPress()
        pressedControl = control
        control.beginPress()
        return true
      case .character:
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
    var order: [Control] = []
    collectFocusable(in: rootView, into: &order)
    guard !order.isEmpty else { return focus(nil) }
    let current = order.firstIndex { $0 === focusedControl }
    let start = step > 0 ? -1 : 0
    focus(order[((current ?? start) + step + order.count) % order.count])
  }

  private func focus(_ control: Control?) {
    guard control !== focusedControl else { return }
    focusedControl?.isFocused = false
    focusedControl = control
    control?.isFocused = true
  }

  /// Takes the focus ring away, as a touch does: whoever touches isn't using the keyboard.
  func clearFocus() { focus(nil) }

  private func collectFocusable(in view: View, into order: inout [Control]) {
    guard !view.isHidden, view.alpha >= View.leastTouchableAlpha, view.isUserInteractionEnabled else { return }
    if let control = view as? Control, control.canBecomeFocused { order.append(control) }
    for subview in view.subviews { collectFocusable(in: subview, into: &order) }
  }
}
