extension Log {
  /// Logs a panel's message at the level of its severity.
  func write(_ severity: Panel.Severity, _ text: String) {
    switch severity {
    case .error: error(text)
    case .warning: warning(text)
    case .notice: notice(text)
    }
  }
}
