import Foundation
import TestSupport
import Testing

/// The tasks of `Blindfold/Tasks`, with gestures and with a keypad alone, played with nothing but the spoken lines.
/// The files that the tasks' commands write are the effects.
@Suite struct BlindfoldTests {
  private let directory: TemporaryDirectory
  private var tasks: String { directory.file("Tasks") }

  init() throws {
    directory = try TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: Program.checkout + "/Tests/Blindfold/Tasks", toPath: directory.file("Tasks"))
  }

  private static let keys = [
    "swipe right": "key tab", "swipe left": "key left", "swipe up": "key up", "swipe down": "key down",
    "double": "key return",
  ]

  /// Plays steps on a panel. Returns the spoken lines after the introduction.
  ///
  /// - Parameter usesKeys: True to press the keys that do the same as the gestures.
  private func play(_ options: [String], _ steps: [String], usesKeys: Bool = false) throws -> [Substring] {
    let steps = steps.map { usesKeys ? Self.keys[$0] ?? $0 : $0 }
    return try output((usesKeys ? ["--keypad"] : []) + options, steps).split(separator: "\n").dropFirst() + []
  }

  private func output(_ arguments: [String], _ steps: [String]) throws -> String {
    let result = try FinishedProcess(
      [Program.directory + "/Blindfold"] + arguments, input: Data(steps.joined(separator: "\n").utf8))
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  private func file(_ name: String) throws -> String {
    try directory.read("Tasks/\(name)").trimmingCharacters(in: .newlines)
  }

  @Test(arguments: [false, true]) func lampIsPressed(_ usesKeys: Bool) throws {
    let spoken = try play(
      ["--config", tasks + "/lamp.json"], ["swipe right", "swipe right", "swipe right", "double", "double"],
      usesKeys: usesKeys)
    #expect(
      spoken[1...] == ["* face 3, with Lamp, in front, adjustable", "* Lamp, on, button", "off", "on"], "\(spoken)")
  }

  @Test(arguments: [false, true]) func cubeIsTurnedToFaceFiveAndItsButtonPressed(_ usesKeys: Bool) throws {
    let spoken = try play(
      ["--config", tasks + "/doorbell.json"], ["swipe right", "swipe up", "swipe up", "swipe right", "double"],
      usesKeys: usesKeys)
    #expect(spoken[0].hasPrefix("* face 1, adjustable, cube, face 3 in front. "), "\(spoken)")
    #expect(
      spoken[1...2] == ["* face 4, in front, adjustable", "* face 5, with Doorbell, in front, adjustable"], "\(spoken)")
    #expect(spoken[3...] == ["* Doorbell, button", "pressed", "Done"])
    #expect(try file("rings").hasPrefix("rang at "))
  }

  @Test(arguments: [false, true]) func meetingRoomIsBookedForFifteenMinutes(_ usesKeys: Bool) throws {
    let options = ["--scene", tasks + "/room.json", "--windowed", "800x480"]
    let steps = Array(repeating: "swipe right", count: 5)
    let spoken = try play(options, steps + ["double", "double", "swipe left"], usesKeys: usesKeys)
    let elements = ["* Room, Free", "* until somebody books it", "* Book for 15 minutes, button"]
    #expect(spoken[2...4].map(String.init) == elements, "\(spoken)")
    let end = try file("end")
    // The two files are read in any order.
    #expect(spoken[5...6] == ["pressed", "Done"] && Set(spoken[7...8]) == ["Room, Booked", end[...]], "\(spoken)")
    #expect(spoken[9...].map(String.init) == ["Can't be pressed. Currently: Booked", "* \(end)"])
    #expect(try file("status") == "booked" && end.hasPrefix("until "))
    // Ending the meeting asks for a second double tap.
    let ended = try play(options, steps + ["swipe right", "swipe right", "double", "double"], usesKeys: usesKeys)
    let question = usesKeys ? "Press again to confirm" : "Double tap again to confirm"
    #expect(ended.suffix(5).prefix(3) == [question[...], "pressed", "Done"], "\(ended)")
    #expect(Set(ended.suffix(2)) == ["Room, Free", "until somebody books it"])
    #expect(try file("status") == "free")
  }

  @Test(arguments: [false, true]) func sliderIsSet(_ usesKeys: Bool) throws {
    let up = Array(repeating: "swipe up", count: 7)
    let spoken = try play(
      ["--scene", tasks + "/heating.json"], Array(repeating: "swipe right", count: 4) + up + ["swipe down"],
      usesKeys: usesKeys)
    let hint = usesKeys ? "Up or down arrow to change" : "Swipe up or down to change"
    #expect(
      spoken[3...] == [
        "* Temperature, 18 °C, adjustable. \(hint)", "19 °C", "20 °C", "21 °C", "22 °C", "23 °C", "24 °C, too warm",
        "25 °C, too warm", "24 °C, too warm",
      ], "\(spoken)")
    #expect(try file("thermostat") == "24")
  }

  @Test(arguments: [false, true]) func codeIsEnteredAndNeverSpoken(_ usesKeys: Bool) throws {
    let key = { (steps: Int) in
      Array(repeating: steps < 0 ? "swipe left" : "swipe right", count: abs(steps)) + ["double"]
    }
    // The keys 2, 5, 8 and 0, then OK; first with 9 instead of 0.
    let steps = ["swipe right", "swipe right"] + key(2) + key(3) + key(3) + key(1) + key(3)
    let again = key(-10) + key(3) + key(3) + key(3) + key(1)
    let spoken = try play(["--scene", tasks + "/door.json"], steps + again, usesKeys: usesKeys)
    let answers = spoken.filter { !$0.hasPrefix("* ") }
    #expect(
      answers == [
        "1 of 4 digits", "2 of 4 digits", "3 of 4 digits", "4 of 4 digits, Code entered",
        "Code not accepted, 0 of 4 digits", "Code not accepted", "1 of 4 digits", "2 of 4 digits", "3 of 4 digits",
        "4 of 4 digits, Code entered",
        "Code accepted", "Side door: Unlocked", "Code accepted",
      ], "\(spoken)")
    #expect(spoken[1] == "* 0 of 4 digits. The last digit enters the code, OK enters fewer")
    #expect(try file("door") == "unlocked")
  }

  @Test func nameAndPINAreTyped() throws {
    let letters = ["capital A", "d", "x", "Delete", "a", "Space"].map { "slide \($0)" }
    let digits = ["2", "5", "8", "1", "Delete", "0"].map { "slide \($0)" }
    let steps =
      ["slide Your name", "double"] + letters + ["triple", "slide Next"] + digits + ["triple", "slide Done"]
    let output = try output(["--scene", tasks + "/sign-in.json", "--windowed", "800x480"], steps)
    // The finger crosses other elements before the last one.
    let spoken = output.components(separatedBy: "\n\n").dropFirst().map { step -> [String] in
      let lines = step.split(separator: "\n").map { String($0) }
      return Array(lines[(lines.lastIndex { $0.hasPrefix("* ") } ?? 0)...])
    }
    let (name, pin) = ("Your name, text field", "PIN of your invitation, secure text field")
    let expected: [[String]] = [
      ["* \(name), empty"],
      ["editing, empty", "Keyboard below. Slide to a key, and lift the finger to type it"],
      ["* capital A", "capital A"], ["* d", "d"], ["* x", "x"], ["* Delete", "x", "deleted"], ["* a", "a"],
      ["* Space", "Space", "Ada"], ["Ada", "Space, keyboard", "\(name), editing, Ada "],
      ["* \(pin), editing, empty"],
      ["* 2", "dot"], ["* 5", "dot"], ["* 8", "dot"], ["* 1", "dot"], ["* Delete", "deleted"], ["* 0", "dot"],
      ["dot", "0, keyboard", "\(pin), editing, 4 characters"],
    ]
    #expect(Array(spoken.prefix(expected.count)) == expected)
    let end = spoken.dropFirst(expected.count).joined()
    // The command may end before its file is read.
    #expect(Set(end) == ["* \(pin), 4 characters", "Done", "Signed in: Ada"], "\(end)")
    #expect(try file("guest") == "Ada")
  }

  /// Large texts, high contrast and low reach.
  private static func adapted(_ size: String) -> [String] {
    ["--windowed", size, "--text-size", "200", "--theme", "contrast", "--reach", "40"]
  }

  @Test(arguments: ["800x480", "1280x800", "1080x1920"])
  func tasksAreDoneBySwipesWithLargeTextsAndLowReach(_ size: String) throws {
    func swipe(_ file: String, _ steps: [String]) throws -> [Substring] {
      let option = ["lamp.json", "doorbell.json"].contains(file) ? "--config" : "--scene"
      return try play([option, tasks + "/" + file] + Self.adapted(size), steps)
    }
    #expect(try swipe("lamp.json", ["find right Lamp", "double"]).suffix(2) == ["* Lamp, on, button", "off"])
    let ring = try swipe(
      "doorbell.json", ["find right face 1", "swipe up", "swipe up", "find right Doorbell", "double"])
    #expect(ring.suffix(3) == ["* Doorbell, button", "pressed", "Done"])
    #expect(try file("rings").hasPrefix("rang at "))
    _ = try swipe("room.json", ["find right Book for 15 minutes", "double"])
    #expect(try file("status") == "booked")
    #expect(try swipe("heating.json", ["find right Temperature", "swipe up", "swipe up", "swipe up"]).last == "21 °C")
    #expect(try file("thermostat") == "21")
    let code = [2, 5, 8, 0].flatMap { ["find right \($0), button", "double"] }
    #expect(try swipe("door.json", code).suffix(2) == ["Code accepted", "Side door: Unlocked"])
    #expect(try file("door") == "unlocked")
  }

  @Test func commandsFindTheControlSocket() throws {
    try directory.write(
      #"""
      {"values": {"hall": {"set": "dark"}}, "root": {"stack": {}, "children": [
        {"button": {"title": "Hall", "action": {"command": [
          "sh", "-c", "exec \#(Program.path) ctl --socket $RUNTIME_DIRECTORY/control set hall lit"]}}},
        {"text": {"string": "{hall}", "announces": true}}]}}
      """#, to: "hall.json")
    let spoken = try play(["--scene", directory.file("hall.json")], ["swipe right", "double"])
    #expect(spoken == ["* Hall, button", "pressed", "lit", "Done"])
  }

  @Test func keysAreSpokenInTheLanguageOfThePanel() throws {
    let spoken = try play(
      ["--scene", tasks + "/heating.json", "--language", "de"],
      ["key left", "key left", "key left", "key up", "nonsense"])
    #expect(
      spoken.suffix(3) == [
        "* Temperature, 18 °C, anpassbar. Zum Ändern Pfeil nach oben oder unten", "19 °C", "-",
      ], "\(spoken)")
  }
}
