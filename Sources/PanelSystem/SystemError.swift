import Glibc

/// A failed system call, or a system resource in an unexpected state.
public struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The call, or the path of the file that it accessed.
  public let subject: String
  /// An errno value.
  public let code: Int32
  /// A description for people.
  public let reason: String

  public init(_ subject: String, _ code: Int32) {
    self.init(subject, code, String(cString: strerror(code)))
  }

  /// Creates an error whose description replaces strerror's.
  public init(_ subject: String, _ code: Int32, _ reason: String) {
    (self.subject, self.code, self.reason) = (subject, code, reason)
  }

  public var description: String { "\(subject): \(reason)" }
}
