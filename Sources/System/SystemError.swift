import Glibc

/// A call to the system that failed, or something of the system's that isn't as it has to be.
public struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The call, or the path of the file that it was about.
  public let subject: String
  /// An errno value.
  public let code: Int32
  /// For people.
  public let reason: String

  public init(_ subject: String, _ code: Int32) {
    self.init(subject, code, String(cString: strerror(code)))
  }

  /// - Parameter reason: the words instead of errno's own.
  public init(_ subject: String, _ code: Int32, _ reason: String) {
    (self.subject, self.code, self.reason) = (subject, code, reason)
  }

  public var description: String { "\(subject): \(reason)" }
}
