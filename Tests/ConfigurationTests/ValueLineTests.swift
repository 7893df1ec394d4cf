import TestSupport
import Testing

@testable import Configuration

/// Readings of several lines.
@Suite struct ValueLineTests {
  private static let limit = ValueLine.maximumBytes

  private func reading(_ lines: [String], atMost count: Int = ValueLine.maximumCount) throws -> [String] {
    let directory = try TemporaryDirectory()
    let file = try directory.write(lines.joined(separator: "\n") + "\n", to: "notes.txt")
    let text = try #require(try ValueLine.first(count, ofFile: file))
    #expect(ValueLine.text(of: .string(lines.joined(separator: "\n")), lines: count) == text)
    return text.split(separator: "\n").map(String.init)
  }

  @Test func eachLineHasAThousandCharacters() throws {
    let lines = (1...40).map { "\($0) " + String(repeating: "ü", count: 800) }
    #expect(try reading(lines) == lines)
    let long = String(repeating: "x", count: 1001)
    #expect(try reading([long, "b"]) == [String(long.dropLast()), "b"])
  }

  @Test func furtherLinesAreIgnored() throws {
    let lines = (1...600).map { "\($0)" }
    #expect(try reading(lines) == Array(lines.prefix(500)))
    #expect(try reading(lines, atMost: 20) == Array(lines.prefix(20)))
  }

  /// The last line within the limit is whole.
  @Test(arguments: [1, 2, 3, 500, 999, 1000]) func longTextEndsWithAWholeLine(_ length: Int) throws {
    for character in ["x", "漢"] {
      let lines = (1...500).map { "\($0):" + String(repeating: character, count: max(length - 4, 0)) }
      let all = try reading(lines)
      let rest = lines.dropFirst(all.count)
      #expect(all == Array(lines.prefix(all.count)))
      let count = all.joined(separator: "\n").utf8.count
      #expect(count <= Self.limit)
      if let next = rest.first { #expect(count + 1 + next.utf8.count > Self.limit) }
    }
  }

  /// A replacement character is longer than the byte that it replaces.
  @Test func replacedBytesCount() throws {
    let bytes = Array(repeating: Array(repeating: 0xFF as UInt8, count: 127) + [0x0A], count: 500).joined()
    let text = try #require(ValueLine.text(bytes, lines: 500))
    #expect(text.utf8.count <= Self.limit && text.utf8.count > Self.limit - 400)
    #expect(text.split(separator: "\n").allSatisfy { $0.unicodeScalars.count == 127 })
  }

  @Test(arguments: [
    (["a", "", "b"], 2, nil),
    (["a", "", "b", "c"], 2, #"has 3 lines; the value takes the first 2, because of "lines": 2"#),
    (["a", "b"], 1, nil),
    (
      ["a", String(repeating: "x", count: 1001)], 2,
      "has a line of 1001 characters; the value takes 1000 of each line"
    ),
    (
      Array(repeating: String(repeating: "x", count: 999), count: 70), 500,
      "has 70 lines; the value takes the first 65, because of a limit of 65536 bytes"
    ),
  ])
  func omittedLinesAreReported(_ lines: [String], _ count: Int, _ omission: String?) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(lines.joined(separator: "\n") + "\n", to: "notes.txt")
    #expect(ValueLine.omission(ofFile: file, lines: count) == omission)
  }
}
