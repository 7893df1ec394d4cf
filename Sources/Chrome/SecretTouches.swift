import PanelViews

/// Knows the touches that began on the PIN pad or on the keyboard. Logs, recordings and the control socket must not reveal them.
public struct SecretTouches {
  private var ids: Set<Int> = []

  public init() {}

  /// Returns whether the event's location and view must be kept secret. Call it for every event, in order.
  public mutating func mustWithhold(_ event: TouchEvent, on view: View?) -> Bool {
    if event.phase == .began,
      sequence(first: view, next: { $0?.superview }).contains(where: { $0 is PINPad || $0 is KeyboardView })
    {
      ids.insert(event.id)
    }
    guard event.phase == .ended || event.phase == .cancelled else { return ids.contains(event.id) }
    return ids.remove(event.id) != nil
  }
}
