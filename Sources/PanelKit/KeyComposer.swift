import CXKBCommon

/// Composes characters from dead keys and the Compose key, by the table of libX11.
final class KeyComposer {
  private let state: OpaquePointer

  enum Result: Equatable {
    /// The symbol begins or continues a sequence.
    case pending
    case composed(String)
    /// No sequence continues with the symbol.
    case cancelled
    /// The symbol isn't in a sequence.
    case unchanged
  }

  /// Loads the table, or returns `nil` if it isn't installed.
  init?(_ context: OpaquePointer) {
    // Not that of the user's locale: Greek's has no Latin letters, and an unknown locale has no table.
    guard let table = xkb_compose_table_new_from_locale(context, "C.UTF-8", XKB_COMPOSE_COMPILE_NO_FLAGS) else {
      return nil
    }
    defer { xkb_compose_table_unref(table) }
    guard let state = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else { return nil }
    self.state = state
  }

  deinit { xkb_compose_state_unref(state) }

  func reset() { xkb_compose_state_reset(state) }

  func feed(_ symbol: xkb_keysym_t) -> Result {
    guard xkb_compose_state_feed(state, symbol) == XKB_COMPOSE_FEED_ACCEPTED else { return .unchanged }
    switch xkb_compose_state_get_status(state) {
    case XKB_COMPOSE_COMPOSING: return .pending
    case XKB_COMPOSE_COMPOSED:
      return .composed(readText { xkb_compose_state_get_utf8(state, $0, $1) })
    case XKB_COMPOSE_CANCELLED: return .cancelled
    default: return .unchanged
    }
  }

  /// Returns what a complete sequence types; `nil` if there is no such sequence.
  func compose(_ symbols: [xkb_keysym_t]) -> String? {
    reset()
    defer { reset() }
    var result = Result.unchanged
    for (index, symbol) in symbols.enumerated() {
      result = feed(symbol)
      if result != .pending, index < symbols.count - 1 { return nil }
    }
    guard case .composed(let text) = result, !text.isEmpty else { return nil }
    return text
  }

  /// Returns the own character of a dead key, such as `´`; `nil` if it has none.
  func ownCharacter(ofDeadKey symbol: xkb_keysym_t) -> String? {
    compose([symbol, symbol]) ?? compose([symbol, xkb_keysym_t(XKB_KEY_space)])
  }

  /// True for a dead key.
  static func isDead(_ symbol: xkb_keysym_t) -> Bool {
    (xkb_keysym_t(XKB_KEY_dead_grave)...xkb_keysym_t(XKB_KEY_dead_longsolidusoverlay)).contains(symbol)
  }

  /// True for a symbol that may begin a sequence, or that is one: a dead key, the Compose key, and Arabic's ligature of
  /// two letters.
  static func mayCompose(_ symbol: xkb_keysym_t) -> Bool {
    let presentationForms: ClosedRange<xkb_keysym_t> = 0x100_FB50...0x100_FEFF
    return isDead(symbol) || symbol == xkb_keysym_t(XKB_KEY_Multi_key) || presentationForms.contains(symbol)
  }
}

/// Returns the text that a symbol types; empty for none.
func text(of symbol: xkb_keysym_t) -> String { readText { xkb_keysym_to_utf8(symbol, $0, $1) } }

/// Reads a short text by a function of libxkbcommon.
private func readText(_ read: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
    // swift-format-ignore: NeverForceUnwrap
    let start = buffer.baseAddress!
    start.pointee = 0
    _ = read(start, buffer.count)
    return String(cString: start)
  }
}
