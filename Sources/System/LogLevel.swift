/// The severity of a log message.
public enum LogLevel: String, CaseIterable, Sendable {
  case error, warning, notice, info, debug

  /// The syslog priority, which the journal reads as a prefix of a line.
  public var priority: Int {
    switch self {
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug: 7
    }
  }
}
