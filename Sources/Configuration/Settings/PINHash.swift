import CCrypt
import Glibc

/// Tells the right PIN from the others, without knowing it.
package struct PINHash: Equatable {
  /// As crypt(3) writes it: the method, the salt, the hash.
  package let text: String
  /// The number of the PIN's digits, if somebody says it: a hash doesn't. A PIN of another length is wrong then, so
  /// that the number is true.
  package var digits: Int?

  /// So many a PIN may have; a new one has no fewer than `leastOfNew`.
  package static let digits = 4...12
  package static let leastOfNew = 6

  package func matches(_ pin: String) -> Bool {
    let isRight = Self.crypt(pin, setting: text) == text
    return isRight && pin.utf8.count == digits ?? pin.utf8.count
  }

  /// The PIN's hash, salted, by the method that the system prefers; `nil` where it has none.
  package static func make(_ pin: String) -> String? {
    guard let setting = crypt_gensalt_ra(nil, 0, nil, 0) else { return nil }
    defer { free(setting) }
    return crypt(pin, setting: String(cString: setting))
  }

  private static func crypt(_ pin: String, setting: String) -> String? {
    var data: UnsafeMutableRawPointer?
    var size: Int32 = 0
    defer { free(data) }
    guard let result = crypt_ra(pin, setting, &data, &size) else { return nil }
    let text = String(cString: result)
    return text.hasPrefix("*") ? nil : text
  }
}
