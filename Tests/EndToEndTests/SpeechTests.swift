import Foundation
import TestSupport
import Testing

/// Explore by touch on a running panel.
@Suite(.serialized) struct SpeechTests {
  @Test func spokenTextsAreWatched() throws {
    let panel = try Panel(configuration: "{\"language\": \"de\", \"touchFix\": \"depth\"}")
    let watch = try panel.watch("speech")
    try watch.line("the status")
    #expect(try !panel.status().isSpeechOn)
    #expect(try panel.ctl("speech", "on").status == 0)
    let introduction = try watch.event("the introduction")
    #expect(introduction.text?.hasPrefix("Würfel. Die Sprachausgabe ist an") == true && introduction.language == "de")
    #expect(try panel.status().isSpeechOn)
    // A touch is silence, then the element beneath the finger. It presses nothing.
    let place = try panel.place("button")
    try panel.fingers("down 5 \(place)")
    #expect(try watch.event("silence").text == "")
    #expect(try watch.event("the button").text?.contains("Taste") == true)
    try panel.fingers("up 5")
    #expect(try panel.status().count == 0)
    try panel.fingers("tap \(place)", "tap \(place)")
    #expect(try panel.wait("press").count == 1)
    #expect(try panel.ctl("sleep").status == 0)
    try watch.event("the end") { $0.text == "Die Sprachausgabe ist aus" }
    #expect(try !panel.status().isSpeechOn)
    // `--events` doesn't keep texts.
    try panel.wait("idle")
    #expect(panel.count("speech") == 0)
    #expect(panel.stop() == 0)
  }

  @Test func keyOrHeldCornerStartsSpeech() throws {
    let panel = try Panel(configuration: #"{"speech": {"keyboard": true, "corner": "bottom-left"}}"#)
    let watch = try panel.watch("speech")
    try watch.line("the status")
    // A letter, a short touch and another corner don't start it.
    try panel.type(.l)
    try panel.fingers("tap 5 795", "down 0 1275 795")
    #expect(try !panel.status().isSpeechOn)
    try panel.fingers("up 0")
    try panel.type(.tab)
    #expect(try watch.event("the introduction").text?.contains("Press the right arrow") == true)
    // The first key only starts it, the next one goes to the first element.
    try panel.type(.tab)
    #expect(try watch.event("silence").text == "" && watch.event("the element").text?.isEmpty == false)
    #expect(try panel.ctl("speech", "off").status == 0)
    try watch.event("the end") { $0.text == "Speech is off. Press an arrow key to start it again" }
    try panel.fingers("down 0 5 795")
    try watch.event("the introduction") { $0.text?.contains("Move a finger") == true }
    try panel.fingers("up 0")
    #expect(panel.stop() == 0)
  }

  /// The exit status of a keypad's command is the answer.
  @Test(arguments: [("true", "Code accepted"), ("false", "Code not accepted, 0 of 1 digits")])
  func answerToACodeIsSpoken(_ command: String, _ answer: String) throws {
    let weston = try Weston()
    try weston.directory.write(
      """
      {"values": {"code": {"set": true}}, "root": {"stack": {}, "children": [
        {"keypad": {"value": "code", "digits": 1, "action": {"command": ["\(command)"]}}}]}}
      """, to: "code.json")
    let panel = try Panel(["--scene", weston.directory.file("code.json")], on: weston)
    let watch = try panel.watch("speech")
    try watch.line("the status")
    #expect(try panel.ctl("speech", "on").status == 0)
    // The count of digits, then the first key.
    try panel.type(.tab, .tab)
    try watch.event("the key") { $0.text == "1, button" }
    try panel.type(.enter)
    try watch.event("the count") { $0.text == "1 of 1 digits, Code entered" }
    try watch.event("the answer") { $0.text == answer }
    #expect(panel.stop() == 0)
  }

  @Test func typedPINIsNotSpoken() throws {
    let pin = "778899"
    let panel = try Panel(
      configuration: "{\"maintenance\": {\(try MaintenanceTests().hashed(pin)), \"corner\": \"top-right\"}}")
    try panel.holdCorner()
    let watch = try panel.watch("speech")
    try watch.line("the status")
    #expect(try panel.ctl("speech", "on").status == 0)
    for digit in pin { try panel.type(.digit(digit.wholeNumberValue!)) }
    var texts: [String] = []
    try watch.event("all digits") {
      texts.append($0.text ?? "")
      return $0.text == "6 digits"
    }
    try panel.type(.enter)
    try watch.event("the menu") {
      texts.append($0.text ?? "")
      return $0.text == "Maintenance"
    }
    #expect(texts.contains("2 digits") && texts.allSatisfy { !$0.contains { "789".contains($0) } }, "\(texts)")
    #expect(panel.stop() == 0)
  }
}
