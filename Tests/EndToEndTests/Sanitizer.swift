import Emulation
import Foundation
import Testing

/// The sanitizer that all of this is built with, where `.ci/all` has it run under one.
enum Sanitizer {
  /// The variables with its options, which every program that the tests start must have: where the reports go, and which
  /// of them are known.
  static let options = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }

  static var isOn: Bool { !options.isEmpty }

  /// True under ThreadSanitizer, which has a thread and a file of its own in every process.
  static var isOfThreads: Bool { options["TSAN_OPTIONS"] != nil }

  /// Those seconds, or as many as what takes them has with all that is looked at.
  static func patience(_ seconds: Double) -> Double { isOn ? 6 * seconds : Emulation.patience(seconds) }
}
