import Scenes
import Testing

@testable import Kiosk

@Suite struct PINLockTests {
  private static let second: UInt64 = 1_000_000_000

  /// 2468 as others hashed it: `openssl passwd -6 -salt salt`, `openssl passwd -5 -salt salt`.
  private static let sha512 =
    "$6$salt$0q4/XJPFp4rHtMGiPdaoNQ1mvXHSq0ztj7fwMczlWT0xUjzJlw9mCeLqFJqlK3btbGWorzD1JdfTRcxYkKtbv0"
  private static let sha256 = "$5$salt$PrghSwoVNIAjJghRVGy03nQFNu.ZLET0j9HB.l7iYYB"

  @Test(arguments: [sha512, sha256]) func othersHashesAreUnderstood(_ hash: String) {
    var lock = PINLock(hash: hash)
    #expect(PINLock.isHash(hash))
    #expect(lock.answer(to: "2468", now: 0) == .right)
    #expect(lock.answer(to: "8642", now: 0) == .wrong(wait: 2))
  }

  @Test func ourOwnHashes() throws {
    let (a, b) = (try #require(PINLock.hash("1234")), try #require(PINLock.hash("1234")))
    // Salted: two panels with one PIN don't look alike.
    #expect(a != b && a.hasPrefix("$") && PINLock.isHash(a))
    var lock = PINLock(hash: a)
    #expect(lock.answer(to: "1234", now: 0) == .right)
  }

  @Test(arguments: ["", "2468", "$", "$6$", "$6$salt$short", "*0", "$99$salt$x", "plain text"])
  func whatIsNoHash(_ text: String) { #expect(!PINLock.isHash(text)) }

  /// Each wrong one costs twice the time of the last, up to five minutes; meanwhile the right one isn't heard either.
  @Test func guessingTakesLongerAndLonger() {
    var lock = PINLock(hash: Self.sha512)
    var now = Self.second
    for expected in [2.0, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
      #expect(lock.answer(to: "0000", now: now) == .wrong(wait: expected))
      #expect(lock.wait(now: now) == expected)
      let early = now + UInt64((expected - 1) * 1e9)
      #expect(lock.answer(to: "2468", now: early) == .wrong(wait: 1))
      now += UInt64(expected * 1e9)
      #expect(lock.wait(now: now) == 0)
    }
    #expect(lock.answer(to: "2468", now: now) == .right)
    // And it is forgotten.
    #expect(lock.answer(to: "0000", now: now) == .wrong(wait: 2))
  }
}
