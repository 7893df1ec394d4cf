/// The severity of a log message.
public enum LogLevel: String, CaseIterable, Sendable {
  case error, warning, notice, info, debug

  /// The syslog priority, from 3 for errors to 7. The journal reads it as `<3>` at the start of a line.
  public var priority: Int { 3 + (Self.allCases.firstIndex(of: self) ?? 0) }
}
