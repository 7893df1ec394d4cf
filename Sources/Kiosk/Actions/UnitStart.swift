import Scenes

/// Units are started by systemctl, which waits for the job's result. polkit decides whether the start is allowed.
extension Action.Command {
  /// The command that starts a systemd unit.
  static func starting(_ unit: String, timeout: Double) -> Self {
    Self(arguments: ["systemctl", "--no-ask-password", "start", "--", unit], timeout: timeout)
  }
}

extension CommandRun.Outcome {
  /// Returns what the end of systemctl says about the start of a unit. Without a result, the unit's job may still be
  /// running.
  func unitStart(of unit: String) -> (status: Int, isKnown: Bool, text: String) {
    switch self {
    case .exited(0): (0, true, "\(unit) started")
    case .exited: (1, true, "\(unit): systemctl \(self)")
    case .signaled, .timedOut:
      (CommandRun.timedOutStatus, false, "\(unit): systemctl \(self); whether it was started is not known")
    }
  }
}
