import CCrypt
import Chrome
import Glibc

/// The maintenance PIN, and the corner to hold to be asked for it.
package struct Maintenance: Equatable {
  package var pin: PINHash
  package var corner = Stage.Corner.topLeft
}

/// A salted hash that verifies a PIN.
package struct PINHash: Equatable {
  /// The hash in crypt(3) format: method, salt and hash.
  package let text: String
  /// The PIN's length, if configured: the hash doesn't reveal it. PINs of any other length are rejected, so that a length
  /// in the file that doesn't match the hash can't hide a short PIN from `check-config`.
  package var length: Int?

  /// The allowed numbers of digits.
  package static let allowedLengths = 4...12
  /// The minimum number of digits of a PIN that `hash-pin` hashes.
  package static let minimumNewLength = 6

  package func matches(_ pin: String) -> Bool {
    let matchesHash = Self.crypt(pin, setting: text) == text
    return matchesHash && pin.utf8.count == length ?? pin.utf8.count
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

extension PINHash {
  /// The maximum cost of a hash, in words: about a third of a second on a desktop processor, a second or two on a slow
  /// board.
  static let maximumCostText =
    "rounds=\(maximumRounds), bcrypt's cost \(maximumBcryptCost), or 64 MiB for yescrypt and scrypt"

  private static let maximumRounds = 1_000_000
  private static let maximumBcryptCost = 12
  private static let maximumMemory = 64 << 20

  /// Whether the system can check PINs against a hash. Judged by the hash's format alone, since computing an expensive
  /// hash could take hours.
  enum Validity {
    case valid
    case invalid
    case tooExpensive
  }

  static func validity(of text: String) -> Validity {
    let salts: Set = [CRYPT_SALT_INVALID, CRYPT_SALT_METHOD_DISABLED]
    guard !salts.contains(crypt_checksalt(text)), let isAffordable = isAffordable(hash: text) else {
      return .invalid
    }
    return isAffordable ? .valid : .tooExpensive
  }

  /// Returns whether a hash's cost is acceptable, or `nil` if the text isn't a hash.
  ///
  /// See crypt(5) for the formats.
  private static func isAffordable(hash text: String) -> Bool? {
    func isHash(_ text: Substring, _ count: Int) -> Bool { base64(text)?.count == count }
    var fields = text.split(separator: "$", omittingEmptySubsequences: false).dropFirst()
    guard let method = fields.popFirst(), let hash = fields.popLast() else { return nil }
    let parameters = fields.first ?? ""
    switch (method, fields.count) {
    case ("1", 1): return isHash(hash, 22) ? true : nil
    case ("5", 1), ("6", 1), ("5", 2), ("6", 2):
      guard isHash(hash, method == "5" ? 43 : 86) else { return nil }
      guard fields.count == 2 else { return true }
      let words = parameters.split(separator: "=")
      guard words.count == 2, words[0] == "rounds", let rounds = Int(words[1]), "\(rounds)" == words[1], rounds >= 1000
      else { return nil }
      return rounds <= maximumRounds
    case ("2a", 1), ("2b", 1), ("2x", 1), ("2y", 1):
      guard isHash(hash, 53), let cost = Int(parameters), cost >= 4 else { return nil }
      return cost <= maximumBcryptCost
    case ("y", 2), ("gy", 2):
      guard isHash(hash, 43), let digits = base64(parameters), digits.count >= 3 else { return nil }
      // Flags, N and r, each a single digit up to 47. N and r are stored minus 1. Further parameters raise the cost.
      return digits.count == 3 && digits.allSatisfy { $0 < 48 } && isAffordable(logN: digits[1] + 1, r: digits[2] + 1)
    case ("7", 1):
      guard isHash(hash, 43), let digits = base64(parameters.prefix(11)), digits.count == 11 else { return nil }
      // One digit for N, then five digits each for r and p, least significant first.
      func number(_ digits: ArraySlice<Int>) -> Int { digits.reversed().reduce(0) { $0 << 6 | $1 } }
      return number(digits[6...]) == 1 && isAffordable(logN: digits[0], r: number(digits[1...5]))
    default: return nil
    }
  }

  /// Returns whether a scrypt or yescrypt hash is affordable: its memory is 128 · r · 2^logN bytes.
  private static func isAffordable(logN: Int, r: Int) -> Bool {
    logN > 0 && r > 0 && r <= maximumMemory >> (logN + 7)
  }

  /// Returns the values of digits in crypt's base 64, or `nil` if the text has any other character.
  private static func base64(_ text: Substring) -> [Int]? {
    let alphabet = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    let digits = text.utf8.compactMap { alphabet.firstIndex(of: $0) }
    return digits.count == text.utf8.count ? digits : nil
  }
}
