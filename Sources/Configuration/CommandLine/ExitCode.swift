/// The program's exit codes. Most follow sysexits.h.
package enum ExitCode {
  package static let refused: Int32 = 1
  package static let usage: Int32 = 64
  package static let badData: Int32 = 65
  package static let unavailable: Int32 = 69
  package static let cannotCreate: Int32 = 73
  package static let outputFailed: Int32 = 74
  /// The same as `Panel.noCompositorExitCode`, which this module can't import.
  package static let noCompositor: Int32 = 75
  /// The panel may have done what was asked: the answer didn't come in time.
  package static let outcomeUnknown: Int32 = 76
  package static let configuration: Int32 = 78
  /// An engineer stopped the program at the panel. The systemd units don't restart it.
  package static let stoppedForService: Int32 = 79

  /// All exit codes, for `--help` and the manual.
  static let meanings: [(code: Int32, meaning: String)] = [
    (0, "success; run was asked to stop"), (refused, "the panel refused the request (ctl); any other failure"),
    (usage, "invalid command line"), (badData, "invalid recording (--replay) or PIN (hash-pin)"),
    (unavailable, "no panel answers (ctl)"), (cannotCreate, "a file can't be created"),
    (outputFailed, "the output can't be written"), (noCompositor, "no compositor within the time of --wait"),
    (outcomeUnknown, "the panel didn't answer in time and may have done what was asked (ctl)"),
    (configuration, "invalid configuration or scene file"),
    (stoppedForService, "stopped for service from the panel's PIN menu; the units don't restart it"),
  ]
}

/// An error that ends the program, or a reload.
package struct CommandFailure: Error, Equatable, CustomStringConvertible {
  package let description: String
  package let exitCode: Int32
  /// The file with the error; `nil` for the command line itself.
  package let file: String?

  package init(_ description: String, exitCode: Int32 = ExitCode.usage, file: String? = nil) {
    (self.description, self.exitCode, self.file) = (description, exitCode, file)
  }

  /// Creates a failure that describes the first error and has the number of other errors; `nil` if there are no errors.
  ///
  /// - Parameter path: The file that the message says to check for the other errors.
  package init?(_ errors: [Diagnostic], of path: String) {
    guard let first = errors.first else { return nil }
    let otherErrors = errors.count > 1 ? "; \(errors.count - 1) more, see cube-kiosk check-config \(path)" : ""
    self.init(first.description + otherErrors, exitCode: ExitCode.configuration, file: first.file)
  }
}
