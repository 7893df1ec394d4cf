import CCrypt
import Glibc

/// A salted hash that verifies a PIN.
package struct PINHash: Equatable {
  /// The hash in crypt(3) format: method, salt and hash.
  package let text: String
  /// The PIN's length, if configured: the hash doesn't reveal it. PINs of any other length are rejected, so the
  /// configured length is reliable.
  package var digits: Int?

  /// The allowed number of digits. A new PIN needs at least `minimumNewLength`.
  package static let digits = 4...12
  package static let minimumNewLength = 6

  package func matches(_ pin: String) -> Bool {
    let isRight = Self.crypt(pin, setting: text) == text
    return isRight && pin.utf8.count == digits ?? pin.utf8.count
  }

  /// Hashes a PIN with a new salt and the system's preferred method; returns `nil` if libcrypt has no such method.
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
