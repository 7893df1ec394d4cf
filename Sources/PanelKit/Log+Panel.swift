extension Log {
  /// Takes a panel's line, by its weight.
  func write(_ weight: Panel.Message, _ text: String) {
    switch weight {
    case .error: error(text)
    case .warning: warning(text)
    case .notice: notice(text)
    }
  }
}
