import ControlProtocol
import JSON
import Testing

@Suite struct ControlRequestTests {
  private static let requests: [ControlRequest] = [
    .status, .list, .get("home/level"), .screenshot, .reload, .wake, .sleep, .press(address: "home/open", line: nil),
    .press(address: "notes/done", line: "Milk \"\n"), .pressOnFace(3, button: "open"),
    .set([.init("door", "open"), .init("level", "21.5")], line: nil), .set([.init("notes/amount", "2")], line: "Milk"),
    .append([.init("notes", "Milk"), .init("log", "3")]), .remove([.init("notes", "Milk")]),
    .scene("fold"), .speech(.on), .speech(.off), .dismiss("oven"),
    .message(json: #"{"id":"oven","title":"The bread"}"#), .watch([]), .watch([.press, .touchFix]),
  ]

  /// The panel reads what its clients write.
  @Test func writtenRequestIsReadAgain() throws {
    for request in Self.requests { #expect(try ControlLine(request.json.singleLine).request() == request) }
    #expect(Set(Self.requests.map(\.command)) == Set(ControlCommand.allCases))
  }

  /// The example of each command in the manual is a request of that command.
  @Test(arguments: ControlCommand.allCases) func manualsExampleIsRead(_ command: ControlCommand) throws {
    #expect(try ControlLine(command.request.singleLine).request().command == command)
  }

  @Test func wordsAreReadAsThoseOfCtl() throws {
    let requests: [(String, ControlRequest)] = [
      ("press 3 open", .pressOnFace(3, button: "open")),
      (" press\thome/open ", .press(address: "home/open", line: nil)),
      ("press notes/done Milk", .press(address: "notes/done", line: "Milk")), ("status\r", .status),
      ("watch", .watch([])),
      ("watch press touch-fix", .watch([.press, .touchFix])),
      ("set door open t -5", .set([.init("door", "open"), .init("t", "-5")], line: nil)),
      ("append notes Milk", .append([.init("notes", "Milk")])),
      ("remove notes Milk", .remove([.init("notes", "Milk")])),
      ("speech off", .speech(.off)), ("message Hi you", .message(json: #"{"title":"Hi","text":"you"}"#)),
    ]
    for (words, request) in requests { #expect(try ControlLine(words).request() == request, "\(words)") }
  }

  @Test(arguments: [
    ("statsu", "request: 'statsu'; expected "), ("press", "request: expected press ADDRESS [LINE]"),
    (#"{"statsu":true}"#, "request: $: found an object; expected a member that is named "),
    (#"{"command":"statsu"}"#, "request: $.command: found 'statsu'; expected "),
  ]) func unknownRequestNamesTheNearest(_ line: String, _ reason: String) {
    do {
      _ = try ControlLine(line).request()
      Issue.record("accepted")
    } catch {
      let text = "\(error)"
      #expect(text.hasPrefix(reason) && text.hasSuffix("did you mean status?") == line.contains("statsu"), "\(text)")
    }
  }

  @Test func onlyTextsAndNumbersAreIDs() {
    let ids = [#"{"id":7}"#, #"{"id":"a"}"#, #"{"id":null}"#, "{}", "status", "{", #"{"id":[1]}"#]
    #expect(ids.map { ControlLine($0).id?.singleLine } == ["7", "\"a\"", nil, nil, nil, nil, nil])
  }
}
