import Testing

@testable import Kiosk

@Suite struct LineCollectorTests {
  @Test(arguments: [
    ("a\nb\nc\nd\n", "a\nb\nc"), ("a\n\n  b", "a\nb"), ("", ""), ("\n", ""), ("a\u{1B}\nb", "a\u{FFFD}\nb"),
  ])
  func severalLinesAreOneReading(_ output: String, _ reading: String) {
    for length in [1, 2, 100] {
      var collector = LineCollector(.all(atMost: 3))
      var rest = Array(output.utf8)[...]
      while !rest.isEmpty {
        Array(rest.prefix(length)).withUnsafeBytes { collector.add($0) }
        rest = rest.dropFirst(length)
      }
      #expect(collector.finish() == reading)
    }
  }

  /// Collects from pieces of output. Returns the line taken after each piece, in the mode `newest`, and the line at the
  /// end.
  private func lines(_ mode: LineCollector.Mode, _ pieces: [String]) -> [String?] {
    var collector = LineCollector(mode)
    var taken: [String?] = []
    for piece in pieces {
      Array(piece.utf8).withUnsafeBytes { collector.add($0) }
      if mode == .newest { taken.append(collector.take()) }
    }
    return taken + [collector.finish()]
  }

  @Test func firstLineIsCollected() {
    #expect(lines(.first, ["2", "1\n22\n"]) == ["21"])
    #expect(lines(.first, [" 21 \r\n"]) == ["21"])
    #expect(lines(.first, ["21"]) == ["21"])
    #expect(lines(.first, ["1\n", "2\n"]) == ["1"])
    #expect(lines(.first, []) == [nil])
    // An empty first line is no value, and the second line isn't used instead.
    #expect(lines(.first, ["\nsecond\n"]) == [nil])
  }

  @Test func latestLineOfEachReadIsCollected() {
    #expect(lines(.newest, ["1\n2\n3", "4\n", "5", "6"]) == ["2", "34", nil, nil, "56"])
    #expect(lines(.newest, ["1", "2\n3\n"]) == [nil, "3", nil])
    #expect(lines(.newest, ["1\n\n"]) == [nil, nil])
    #expect(lines(.newest, ["a\nb\n", "c\n"]) == ["b", "c", nil])
  }

  @Test func longLineIsTruncated() {
    let long = String(repeating: "x", count: 10000)
    #expect(lines(.first, [long, long])[0]?.count == 1000)
    #expect(lines(.newest, [long, long + "\nshort\n"]) == [nil, "short", nil])
  }

  @Test func longOutputEndsWithAWholeLine() throws {
    let line = String(repeating: "x", count: 999)
    var collector = LineCollector(.all(atMost: 500))
    for _ in 1...70 { Array("\(line)\n".utf8).withUnsafeBytes { collector.add($0) } }
    #expect(collector.finish() == Array(repeating: line, count: 65).joined(separator: "\n"))
  }

  @Test func controlCharactersAreReplaced() {
    #expect(lines(.first, ["a\u{1B}[2Jb\u{202E}\n"]) == ["a\u{FFFD}[2Jb\u{FFFD}"])
    var collector = LineCollector(.first)
    ([0xFF, 0x41, 0x0A] as [UInt8]).withUnsafeBytes { collector.add($0) }
    #expect(collector.take() == "\u{FFFD}A")
  }
}
