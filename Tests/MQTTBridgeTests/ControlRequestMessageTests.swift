import ControlProtocol
import JSON
import Testing

@testable import MQTTBridge

@Suite struct ControlRequestMessageTests {
  private let topics: Topics

  init() throws { topics = Topics(try .named("hall")) }

  private func request(
    _ topic: String, _ payload: [UInt8], isRetained: Bool = false, permitsScreenshots: Bool = false
  ) throws(Diagnostic) -> ControlRequest {
    try ControlRequest(
      BrokerConnection.Message(topic: "cube-kiosk/hall/\(topic)", payload: payload, isRetained: isRetained), topics,
      permitsScreenshots: permitsScreenshots)
  }

  /// Returns the reason why a message is ignored; `nil` if it isn't.
  private func refusal(_ topic: String, _ payload: [UInt8], isRetained: Bool = false) -> String? {
    do throws(Diagnostic) {
      _ = try request(topic, payload, isRetained: isRetained)
      return nil
    } catch {
      #expect(error.file == "cube-kiosk/hall/\(topic)")
      return "\(error.location) \(error.reason)"
    }
  }

  @Test(arguments: [
    "", "-5.5 °C \"x\"", "two\nlines", "a\tb",
    "$(id)", "--socket", "'\"\\n\\", "%s%n", "{\"a\":1}", String(repeating: "x", count: 32_000),
  ])
  func textSetsValue(_ text: String) throws {
    #expect(try request("set/door", Array(text.utf8)) == .set([.init("door", text)], line: nil))
    #expect(
      try request("set/door", Array((text.dropLast() + "\n").utf8))
        == .set([.init("door", String(text.dropLast()))], line: nil)
    )
    let lines = text.replacing("\n", with: "\r\n")
    if lines.utf8.count < 32_000 {
      #expect(try request("set/door", Array((lines + "\r\n").utf8)) == .set([.init("door", text)], line: nil))
    }
    #expect(refusal("set/door", Array(text.utf8), isRetained: true) == " a retained message is ignored")
  }

  @Test(arguments: [
    ("Dinner", #"{"title":"Dinner"}"#), ("Dinner\nis ready\nnow", #"{"title":"Dinner","text":"is ready\u000anow"}"#),
    (#"{"id": "bell", "title": "Door"}"#, #"{"id":"bell","title":"Door"}"#),
  ])
  func messageIsATextOrAnObject(_ payload: String, _ json: String) throws {
    #expect(try request("message", Array(payload.utf8)) == .message(json: json))
    #expect(refusal("message", Array(payload.utf8), isRetained: true) == " a retained message is ignored")
  }

  /// The panel refuses the names that it doesn't have.
  @Test(arguments: ["a b", "\"", "a/b", "é", ""]) func anyNameIsPassedOn(_ name: String) throws {
    #expect(try request("set/\(name)", [0x61]) == .set([.init(name, "a")], line: nil))
  }

  @Test(arguments: [
    Array("\r".utf8), Array("a\rb".utf8), Array("\u{2028}".utf8), Array("\u{1B}[2J".utf8),
    Array("\u{202E}a".utf8), [0x61, 0x00, 0x62], [0xFF, 0xFE, 0x80], [0xED, 0xA0, 0x80],
    [UInt8](repeating: 0x78, count: 32_001),
  ])
  func otherPayloadsAreRefused(_ payload: [UInt8]) {
    for topic in ["set/door", "press", "command"] {
      #expect(refusal(topic, payload) == " expected a text of at most 32000 bytes, without control characters")
    }
  }

  @Test func buttonIsPressedByItsAddress() throws {
    let payload = Array("hall/my door".utf8)
    #expect(try request("press", payload) == .press(address: "hall/my door", line: nil))
    #expect(refusal("press", payload, isRetained: true) == " a retained message is ignored")
    let row = Array(#"{"press": "notes/done", "line": "Milk"}"#.utf8)
    #expect(try request("press", row) == .press(address: "notes/done", line: "Milk"))
    let old = Array(#"{"face": 3, "button": "my door"}"#.utf8)
    #expect(try request("press", old) == .pressOnFace(3, button: "my door"))
    #expect(try request("page", Array("notes".utf8)) == .scene("notes"))
  }

  @Test(arguments: [
    ("{", "1:1 "), ("{}", "$.press found nothing"),
    (#"{"press": "a", "line": 1}"#, "$.line found 1; expected a string"),
    (#"{"face": 7, "button": "open"}"#, "$.face found 7; expected a whole number from 1 to 6"),
    (#"{"face": 3}"#, "$.button found nothing"), (#"{"face": 3, "button": 1}"#, "$.button found 1; expected a string"),
  ])
  func invalidPressIsRefused(_ payload: String, _ reason: String) {
    let found = refusal("press", Array(payload.utf8))
    #expect(found?.hasPrefix(reason) == true, "\(found ?? "accepted")")
  }

  @Test func commandsArePerformed() throws {
    #expect(try request("command", Array("wake".utf8)) == .wake)
    #expect(try request("command", Array("sleep\n".utf8)) == .sleep)
    #expect(refusal("command", Array("wake".utf8), isRetained: true) == " a retained message is ignored")
    #expect(refusal("command", Array("reload".utf8)) == " unknown command 'reload'")
    #expect(refusal("set", Array("wake".utf8)) == " unknown command 'wake'")
  }

  @Test func screenshotRequiresPermission() throws {
    #expect(try request("command", Array("screenshot".utf8), permitsScreenshots: true) == .screenshot)
    #expect(refusal("command", Array("screenshot".utf8)) == " unknown command 'screenshot'")
  }
}
