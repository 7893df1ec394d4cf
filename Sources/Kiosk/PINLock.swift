import CCrypt
import Glibc
import Scenes

/// Lets those in who know the PIN, and makes those who guess wait longer each time.
struct PINLock: Equatable {
  /// As crypt(3) writes it: the method, the salt, the hash.
  let hash: String
  private var failures = 0
  /// Nanoseconds of the loop's clock.
  private var closedUntil: UInt64 = 0

  /// The longest wait, in seconds.
  static let longestWait = 300.0
  static let digits = 4...12

  init(hash: String) { self.hash = hash }

  /// - Parameter now: nanoseconds of the loop's clock.
  mutating func answer(to pin: String, now: UInt64) -> PINAnswer {
    guard wait(now: now) == 0 else { return .wrong(wait: wait(now: now)) }
    guard Self.hash(pin, setting: hash) == hash else {
      failures += 1
      let seconds = min(Double(1 << min(failures, 20)), Self.longestWait)
      closedUntil = now + UInt64(seconds * 1e9)
      return .wrong(wait: seconds)
    }
    failures = 0
    return .right
  }

  /// Seconds until it listens again.
  func wait(now: UInt64) -> Double { closedUntil > now ? Double(closedUntil - now) / 1e9 : 0 }

  // MARK: Hashes

  /// True for a hash that the system can make again.
  static func isHash(_ text: String) -> Bool {
    // Older methods than the preferred one are good enough: four digits are what is weak.
    text.hasPrefix("$") && ![CRYPT_SALT_INVALID, CRYPT_SALT_METHOD_DISABLED].contains(crypt_checksalt(text))
      && hash("0", setting: text)?.count == text.count
  }

  /// The PIN's hash, salted, by the method that the system prefers; `nil` where it has none.
  static func hash(_ pin: String) -> String? {
    guard let setting = crypt_gensalt_ra(nil, 0, nil, 0) else { return nil }
    defer { free(setting) }
    return hash(pin, setting: String(cString: setting))
  }

  private static func hash(_ pin: String, setting: String) -> String? {
    var data: UnsafeMutableRawPointer?
    var size: Int32 = 0
    defer { free(data) }
    guard let result = crypt_ra(pin, setting, &data, &size) else { return nil }
    let text = String(cString: result)
    return text.hasPrefix("*") ? nil : text
  }
}
