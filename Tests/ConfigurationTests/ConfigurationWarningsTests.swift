import Foundation
import Testing

@testable import Configuration

/// What check-config says of a panel that nobody can read, or hit.
@Suite struct ConfigurationWarningsTests {
  private func warnings(_ text: String, _ name: String = "kiosk.json") throws -> [String] {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-warnings-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let file = directory.appendingPathComponent(name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    let (options, faults) = ConfigurationReader.read(file.path)
    try #require(faults.isEmpty, "\(faults)")
    return ConfigurationWarnings.all(options, now: 0)
  }

  private static let right = [
    "{\"touchFix\": \"depth\"}", "{\"scene\": \"fold\", \"shade\": 1}",
    """
    {"faces": {"1": {"label": "Light", "count": true, "buttons": [{"action": "light"}]},
      "2": {"label": "Door", "colors": ["#808080", "#767676"], "buttons": [{"action": "none"}, {"action": "none"}]}}}
    """,
  ]

  /// What the program chooses by itself is legible and large enough, in any colours.
  @Test(arguments: right) func whatIsRightIsNotWarnedOf(_ text: String) throws { #expect(try warnings(text) == []) }

  /// The book's own light has black faces.
  @Test func aShadeThatHidesWhatIsWritten() throws {
    let all = try warnings("{\"shade\": 1, \"faces\": {\"4\": {\"label\": \"Exit\"}}}")
    let words = "cube/face4/number 'Exit': a contrast of 1 with its ground in the worst light; expected 3 or more"
    #expect(all.contains(words), "\(all)")
  }

  /// Of a face's content, the ink is its owner's. Large text needs less.
  @Test func inkThatIsLikeItsGround() throws {
    func content(_ color: String, _ size: Int) -> String {
      """
      {"faces": {"1": {"colors": ["#FFFFFF", "#FFFFFF"], "content": {"children": [{"name": "word",
        "bounds": [0, 0, 180, 60], "position": [100, 100],
        "text": {"string": "Word", "size": \(size), "color": "\(color)"}}]}}}}
      """
    }
    // 5.7 to white, and less where the white is in the shade of a lamp that is out.
    let small = try warnings(content("#666666", 18))
    #expect(small.count == 1 && small[0].contains("/word 'Word': a contrast of 3."), "\(small)")
    #expect(small.first?.hasSuffix("; expected 4.5 or more") == true)
    #expect(try warnings(content("#666666", 40)) == [] && warnings(content("#303030", 18)) == [])
  }

  /// What can be read at once is measured as it is read, not as the dash of what never came.
  @Test func aTimeThatFindsNoRoom() throws {
    func clock(_ format: String) throws -> [String] {
      try warnings(
        """
        {"values": {"clock": {"time": "\(format)"}}, "faces": {"1": {"content": {"children": [
          {"name": "clock", "frame": [10, 10, 60, 30], "text": {"string": "{clock}", "size": 20}}]}}}}
        """)
    }
    #expect(try clock("%M") == [])
    let long = try clock("%H:%M:%S %H:%M:%S")
    #expect(long.count == 1 && long[0].hasSuffix("finds no room, and is cut; expected fewer letters, or more room"))
  }

  @Test func whatHasNoSize() throws {
    let all = try warnings(
      #"{"faces": {"1": {"content": {"children": [{"name": "word", "text": {"string": "Word"}}]}}}}"#)
    #expect(all.count == 1 && all[0].hasSuffix("/word 'Word': has no size, and isn't seen; expected a frame"), "\(all)")
  }

  /// A button that takes no press may be faint.
  @Test func aButtonThatIsNotEnabled() throws {
    let text = """
      {"values": {"shift": {"set": ["night", "early"]}}, "faces": {"1": {"buttons": [
        {"title": "Ring", "enabled": {"when": "shift", "is": "early"}, "action": "none"}]}}}
      """
    #expect(try warnings(text) == [])
  }

  @Test func aFollowedPictureThatIsNotThere() throws {
    let all = try warnings(
      """
      {"faces": {"1": {"content": {"frame": [0, 0, 200, 200], "contents": {"file": "nobody.png", "follow": true}}}}}
      """)
    #expect(all.count == 1 && all[0].contains("/nobody.png: is followed, and isn't a picture yet"))
  }

  /// A camera's still is a JPEG, most likely.
  @Test func aFollowedPictureOfAnotherKind() throws {
    let all = try warnings(
      """
      {"faces": {"1": {"content": {"frame": [0, 0, 200, 200], "contents": {"file": "still.jpg", "follow": true}}}}}
      """)
    #expect(all.count == 1 && all[0].contains("/still.jpg: is followed, and isn't a PNG picture, the only kind"))
  }

  /// The file is what is missing; the dash in its place is as legible as anything.
  @Test func aValueWhoseFileIsNotThere() throws {
    let all = try warnings(
      """
      {"values": {"note": {"file": "note.txt"}}, "faces": {"1": {"content": {"children": [
        {"frame": [10, 10, 180, 60], "text": {"string": "{note}", "lines": 2}}]}}}}
      """)
    #expect(all.count == 1 && all[0].hasPrefix("values.note: nothing can be read from /"), "\(all)")
    #expect(all.first?.hasSuffix("/note.txt yet; it is a dash until something can") == true)
  }

  /// A short word on a wide label of two lines is measured where it is.
  @Test func aShortWordWithRoomForMore() throws {
    func word(_ color: String) throws -> [String] {
      try warnings(
        """
        {"faces": {"1": {"colors": ["#FFFFFF", "#FFFFFF"], "content": {"children": [{"name": "word",
          "frame": [10, 10, 180, 60], "text": {"string": "On", "lines": 2, "color": "\(color)"}}]}}}}
        """)
    }
    #expect(try word("#303030") == [])
    #expect(try word("#999999").count == 1)
  }

  @Test func aConditionThatNeverHolds() throws {
    func button(_ value: String, is word: String) throws -> [String] {
      try warnings(
        """
        {"values": {"pool": \(value)}, "faces": {"1": {"buttons": [
          {"name": "pump", "title": "Pump", "enabled": {"when": "pool", "is": "\(word)"}, "action": "none"}]}}}
        """)
    }
    let map = #"{"set": true, "map": {"1": "open", "0": "shut"}}"#
    #expect(try button(map, is: "shut") == [])
    #expect(try button(map, is: "0") == [])
    let found = try button(map, is: "closed")
    #expect(found == ["cube/face1/pump 'Pump': goes by pool, which hardly says closed; expected 0, 1, shut or open"])
    let misspelt = try button(#"{"set": ["on", "off"]}"#, is: "of")
    #expect(misspelt.first?.hasSuffix("hardly says of; expected on or off") == true, "\(misspelt)")
    #expect(try button(#"{"set": true}"#, is: "anything") == [])
  }

  /// Before anything is known the longest of a map's words is measured, and afterwards as well.
  @Test(arguments: ["true", #""1""#, #"["1", "0"]"#]) func aMapsWordThatFindsNoRoom(_ first: String) throws {
    let all = try warnings(
      """
      {"values": {"pool": {"set": \(first), "map": {"1": "on", "0": "shut until further notice"}}},
       "faces": {"1": {"content": {"children": [
        {"name": "pool", "frame": [10, 10, 60, 30], "text": {"string": "{pool}", "size": 20}}]}}}}
      """)
    #expect(all.count == 1 && all[0].contains("'shut until further notice': finds no room"), "\(all)")
  }

  /// A name is one line, whatever the title.
  @Test func aTitleOfTwoLines() throws {
    let all = try warnings(
      #"{"faces": {"1": {"buttons": [{"name": "a", "title": "Open the large\ndoor at the back", "action": "none"}]}}}"#)
    #expect(all.first?.hasPrefix("cube/face1/a 'Open the large door at the back': ") == true, "\(all)")
  }

  @Test func wordsThatFindNoRoom() throws {
    let long = try warnings(
      """
      {"faces": {"1": {"label": "An unusually long label for a face", "buttons": [
        {"name": "a", "title": "Open the large door at the back", "action": "none"}, {"action": "none"}]}}}
      """)
    #expect(
      long.contains {
        $0.hasPrefix("cube/face1/number 'An unusually long label for a face': finds no room, and is cut;")
      })
    #expect(
      long.contains { $0.hasPrefix("cube/face1/a 'Open the large door at the back': finds no room, and is cut;") })
    #expect(long.count == 2, "\(long)")
  }

  @Test func buttonsThatNoFingerMeets() throws {
    func face(_ height: Int) -> String {
      """
      {"faces": {"2": {"content": {"children": [{"name": "open", "bounds": [0, 0, 120, \(height)],
        "position": [100, 100], "button": {"title": "Open", "action": "none"}}]}}}}
      """
    }
    let small = try warnings(face(20))
    #expect(small.count == 1 && small[0].contains("/open 'Open': 7."), "\(small)")
    #expect(small.first?.hasSuffix(" mm on a screen of 217 mm, which is assumed; a finger needs 9") == true)
    #expect(try warnings(face(40)) == [])
  }
}
