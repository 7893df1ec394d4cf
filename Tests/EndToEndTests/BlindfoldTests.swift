import Foundation
import TestSupport
import Testing

/// Five tasks, with gestures and with a keypad alone, played with nothing but the spoken lines. `Blindfold` prints these
/// lines, and the effects to standard error.
@Suite struct BlindfoldTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let keys = [
    "swipe right": "key tab", "swipe up": "key up", "swipe down": "key down", "double": "key return",
  ]

  /// Plays steps on a panel. Returns the spoken lines after the introduction, and the effects.
  ///
  /// - Parameter usesKeys: True to press the keys that do the same as the gestures.
  private func play(
    _ options: [String], _ steps: [String], usesKeys: Bool = false
  ) throws -> (spoken: [Substring], effects: [Substring]) {
    let steps = steps.map { usesKeys ? Self.keys[$0] ?? $0 : $0 }
    let result = try FinishedProcess(
      [Program.directory + "/Blindfold"] + (usesKeys ? ["--keypad"] : []) + options,
      input: Data(steps.joined(separator: "\n").utf8))
    #expect(result.status == 0)
    return (result.output.split(separator: "\n").dropFirst() + [], result.errors.split(separator: "\n"))
  }

  @Test(arguments: [false, true]) func lampIsPressed(_ usesKeys: Bool) throws {
    let (spoken, effects) = try play([], ["swipe right", "swipe right", "double"], usesKeys: usesKeys)
    #expect(spoken[1...] == ["* Lamp, on, button", "off"] && spoken[0].hasPrefix("* face 3"))
    #expect(effects == ["(pressed root/cube/face3/button: light)"])
  }

  @Test(arguments: [false, true]) func cubeIsTurnedToFaceFiveAndItsButtonPressed(_ usesKeys: Bool) throws {
    let file = try directory.write(
      #"{"faces": {"5": {"buttons": [{"name": "bell", "title": "Bell", "action": {"turn": 1}}]}}}"#, to: "kiosk.json")
    let turns = Array(repeating: "swipe up", count: 4)
    let (spoken, effects) = try play(
      ["--config", file], ["swipe right"] + turns + ["swipe right", "double"], usesKeys: usesKeys)
    let faces = spoken.prefix(5).map { $0.prefix(8) }
    #expect(faces == (1...5).map { "* face \($0)" } && spoken[5] == "* Bell, button", "\(spoken)")
    #expect(effects == ["(pressed root/cube/face5/bell: turn)"])
  }

  @Test(arguments: [false, true]) func meetingRoomIsKeptForFifteenMinutesMore(_ usesKeys: Bool) throws {
    let options = ["--scene", Program.example("meeting-room"), "--size", "800x480", "--set", "room=1"]
    let steps = Array(repeating: "swipe right", count: 9)
    let (spoken, _) = try play(options, steps)
    let index = try #require(spoken.firstIndex { $0.contains("15 minutes") }, "\(spoken)")
    let (_, effects) = try play(options, steps[...index] + ["double"], usesKeys: usesKeys)
    #expect(effects.count == 2 && effects[0] == "(pressed extend: command)" && effects[1].hasPrefix("(would run: sh"))
    // Ending the meeting asks for a second double tap.
    let (endSpoken, endEffects) = try play(options, steps[...(index + 1)] + ["double", "double"], usesKeys: usesKeys)
    let question = usesKeys ? "Press again to confirm" : "Double tap again to confirm"
    #expect(
      endSpoken.suffix(2) == [question[...], "pressed"] && endEffects.first == "(pressed end: set)",
      "\(endSpoken) \(endEffects)")
  }

  private func form() throws -> String {
    try directory.write(
      #"""
      {"size": [800, 480], "values": {"heat": {"set": "18", "unit": "°C", "colors": [
        {"from": 23, "color": "#F26B5E", "label": "too warm"}]}, "code": {"set": ""}},
       "root": {"frame": [0, 0, 800, 480], "stack": {}, "children": [
        {"slider": {"value": "heat", "minimum": 10, "maximum": 30, "accessibleName": "Temperature"}},
        {"keypad": {"value": "code"}}]}}
      """#, to: "form.json")
  }

  @Test(arguments: [false, true]) func sliderIsSet(_ usesKeys: Bool) throws {
    let up = Array(repeating: "swipe up", count: 5)
    let (spoken, effects) = try play(
      ["--scene", try form()], ["swipe right"] + up + ["swipe down", "swipe down"], usesKeys: usesKeys)
    #expect(
      spoken == [
        "* Temperature, 18 °C, adjustable. \(usesKeys ? "Up or down arrow" : "Swipe up or down") to change", "19 °C",
        "20 °C", "21 °C", "22 °C",
        "23 °C, too warm", "22 °C", "21 °C",
      ])
    #expect(effects.last == "(set heat to 21)")
  }

  @Test(arguments: [false, true]) func codeIsEnteredAndNeverSpoken(_ usesKeys: Bool) throws {
    let steps = ["swipe right", "swipe right", "swipe right"] + (0..<4).flatMap { _ in ["double", "swipe right"] }
    let (spoken, effects) = try play(["--scene", try form()], steps, usesKeys: usesKeys)
    #expect(
      spoken[1...] == [
        "* 0 of 4 digits", "* 1, button", "1 of 4 digits", "* 2, button", "2 of 4 digits", "* 3, button",
        "3 of 4 digits", "* 4, button", "4 of 4 digits, Code entered", "* 5, button",
      ])
    #expect(effects == ["(set code to 1234)"])
  }

  @Test func keysAreSpokenInTheLanguageOfThePanel() throws {
    let (spoken, effects) = try play(
      ["--scene", try form(), "--language", "de"], ["key tab", "key up", "nonsense"])
    #expect(
      spoken == [
        "* Temperature, 18 °C, anpassbar. Zum Ändern Pfeil nach oben oder unten",
        "Die Sprachausgabe ist an. Pfeil nach rechts geht weiter, nach oben oder unten ändert, Eingabe drückt, Bild auf "
          + "wiederholt", "19 °C",
      ])
    #expect(effects == ["(set heat to 19)", "(not a step: nonsense)"])
  }
}
