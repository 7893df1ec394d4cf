import Emulation
import Foundation

/// An expected event that didn't occur in time, or a missing program.
package struct TestFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The sanitizer that the tests and the program are built with, if any.
package enum Sanitizer {
  /// The environment variables with the sanitizer's options: each program that a test starts needs them.
  package static let options = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }

  package static var isOn: Bool { !options.isEmpty }

  /// ThreadSanitizer adds a thread and a file to every process.
  package static var isThreadSanitizer: Bool { options["TSAN_OPTIONS"] != nil }

  /// Extends a timeout under a sanitizer or emulation.
  package static func timeout(_ seconds: Double) -> Double { isOn ? 6 * seconds : Emulation.extended(seconds) }
}

/// Polls until a condition holds. Use it only if no event reports the change.
///
/// - Parameters:
///   - fact: The condition in words, for the error after a timeout.
///   - interval: The pause between two checks, in seconds.
package func waitUntil(
  _ fact: String, within seconds: Double = 20, every interval: Double = 0.005, _ condition: () throws -> Bool
) throws {
  let seconds = Sanitizer.timeout(seconds)
  let end = Date().addingTimeInterval(seconds)
  while try !condition() {
    guard Date() < end else { throw TestFailure("\(fact): not within \(seconds) s") }
    Thread.sleep(forTimeInterval: interval)
  }
}

/// Checks that a condition holds the whole time. Use it only if no later event proves that something didn't happen.
///
/// - Returns: `false` as soon as the condition doesn't hold.
package func holds(for seconds: Double, _ condition: () throws -> Bool) throws -> Bool {
  let end = Date().addingTimeInterval(seconds)
  repeat {
    if try !condition() { return false }
    Thread.sleep(forTimeInterval: seconds / 20)
  } while Date() < end
  return true
}

/// Returns the error that `body` throws, or `nil`. `#expect(throws:)` returns it only since Swift 6.1; Debian 13 has
/// 6.0.
package func thrownError<Failure: Error>(
  _ type: Failure.Type = Failure.self, _ body: () throws -> some Any
) -> Failure? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? Failure
  }
}
