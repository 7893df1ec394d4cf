import CCrypt
import Glibc
import Testing

@testable import Configuration

@Suite struct PINHashTests {
  /// 246810, hashed by `openssl passwd -6 -salt salt` and `openssl passwd -5 -salt salt`.
  private static let sha512 =
    "$6$salt$OprnTkPEpERcW2pN5bGRApAImVdM8O285JRnwCgT1PHUXisqSliwC3dG4yFHdeVqx.fhGUVbZU0kynTcY9/RU/"
  private static let sha256 = "$5$salt$yUylyJhRyeZFLqvzlJNnJurOcwmVDyccV3rBznSz2X7"

  @Test(arguments: [sha512, sha256]) func hashesOfOpenSSLAreUnderstood(_ text: String) {
    let hash = PINHash(text: text)
    #expect(
      PINHash.validity(of: text) == .valid && hash.matches("246810") && !hash.matches("642810") && !hash.matches(""))
  }

  @Test func createdHashesAreSaltedAndMatch() throws {
    let (a, b) = (try #require(PINHash.make("123456")), try #require(PINHash.make("123456")))
    #expect(a != b && a.hasPrefix("$") && PINHash.validity(of: a) == .valid && PINHash(text: a).matches("123456"))
  }

  @Test(arguments: [
    "", "2468", "$", "$6$", "$6$salt$short", "*0", "$99$salt$x", "plain text",
    "$6$rounds=10$salt$" + String(repeating: "a", count: 86),
    "$6$rounds=05000$salt$" + String(repeating: "a", count: 86),
    "$6$salt$" + String(repeating: "!", count: 86), "$2b$03$" + String(repeating: "a", count: 53),
    "$y$j$salt$" + String(repeating: "a", count: 43),
  ])
  func invalidHashIsRecognized(_ text: String) { #expect(PINHash.validity(of: text) == .invalid) }

  /// Each method's default cost, its highest allowed cost and the next one, as crypt_gensalt writes them.
  @Test(
    arguments: [
      ("$5$", 0, 1_000_000, 1_000_001, 43), ("$6$", 0, 1_000_000, 1_000_001, 86), ("$2b$", 0, 12, 13, 31),
      ("$y$", 0, 7, 8, 43), ("$gy$", 0, 7, 8, 43), ("$7$", 0, 7, 8, 43), ("$1$", 0, nil, nil, 22),
    ] as [(String, UInt, UInt?, UInt?, Int)])
  func costIsBounded(_ method: String, _ defaultCost: UInt, _ highest: UInt?, _ next: UInt?, _ length: Int) throws {
    func validity(_ cost: UInt) throws -> PINHash.Validity {
      let salt = try #require(crypt_gensalt_ra(method, cost, nil, 0))
      defer { free(salt) }
      let separator = method == "$2b$" ? "" : "$"
      return PINHash.validity(of: String(cString: salt) + separator + String(repeating: "a", count: length))
    }
    #expect(try validity(defaultCost) == .valid)
    if let highest { #expect(try validity(highest) == .valid) }
    if let next { #expect(try validity(next) == .tooExpensive) }
  }

  @Test(arguments: [
    "$6$rounds=999999999$salt$", "$2b$31$aaaaaaaaaaaaaaaaaaaaaa", "$y$jzT$aaaa$", "$y$j9zzzz$aaaa$",
    "$7$zU..../....aaaa$",
    "$7$CzzzzzzzzzzAAAA$", "$7$AU....zzzzzaaaa$", "$y$j9T/./$aaaa$", "$y$j0z$aaaa$",
  ])
  func extremeCostIsRefused(_ text: String) {
    let length = text.hasPrefix("$6") ? 86 : text.hasPrefix("$2") ? 31 : 43
    #expect(PINHash.validity(of: text + String(repeating: "a", count: length)) != .valid)
  }

  @Test func pinHasDeclaredLength() {
    #expect(PINHash(text: Self.sha512, length: 6).matches("246810"))
    #expect(!PINHash(text: Self.sha512, length: 8).matches("246810"))
  }
}
