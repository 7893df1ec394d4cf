import PanelViews

/// Withholds touches that began on the PIN pad from logs and events, until they end.
public struct SecretTouches {
  private var ids: Set<Int> = []

  public init() {}

  /// - Returns: true if neither the event's location nor its view may be reported.
  public mutating func mustWithhold(_ event: TouchEvent, on view: View?) -> Bool {
    if event.phase == .began, sequence(first: view, next: { $0?.superview }).contains(where: { $0 is PINPad }) {
      ids.insert(event.id)
    }
    guard event.phase == .ended || event.phase == .cancelled else { return ids.contains(event.id) }
    return ids.remove(event.id) != nil
  }
}
