import TestSupport
import Testing

/// Messages on a running panel.
@Suite struct MessageTests {
  private static let configuration = #"""
    {"scene": "DIR/home.json", "values": {"note": {"initial": null}, "door": {"initial": "shut", "alert":
      {"is": "open", "title": "The door is {door}", "buttons": [{"title": "Seen", "action": {"set": {"note": "seen"}}}]}}}}
    """#

  private func panel() throws -> Panel {
    let weston = try Weston()
    let button = #"{"title": "Done", "action": {"message": {"title": "Thank you", "seconds": 1}}}"#
    try weston.directory.write(
      #"{"root": {"stack": {}, "children": [{"name": "thanks", "button": \#(button)}]}}"#, to: "home.json")
    return try Panel(configuration: Self.configuration, on: weston)
  }

  private func waitForMessage(_ state: String, on panel: Panel) throws -> Event {
    try panel.wait("message") { $0.state == state }
  }

  /// Taps the only button of a message with one line of title, again if the message doesn't take touches yet.
  private func tapButton(on panel: Panel) throws -> Event {
    try panel.settle()
    var pressed: Event?
    try waitUntil("the button") {
      try panel.fingers("tap 640 421")
      pressed = try? panel.wait("message", within: 2) { $0.state == "pressed" }
      return pressed != nil
    }
    return try #require(pressed)
  }

  @Test func alertIsAnsweredWithAFinger() throws {
    let panel = try panel()
    #expect(try panel.ctl("set", "door", "open").status == 0)
    let shown = try waitForMessage("shown", on: panel)
    #expect(shown.message == "door" && shown.title == "The door is open")
    #expect(try tapButton(on: panel).button == "Seen")
    try waitUntil("the action") { try panel.value("note") == "seen" }
    // It is shown again only after the door was shut.
    #expect(try panel.ctl("set", "door", "open").status == 0)
    #expect(try panel.ctl("dismiss", "door").errors.contains("no such message: door"))
    #expect(panel.stop() == 0)
  }

  /// A sensor that reported once and is silent then; one that never reported isn't late.
  @Test func silentSensorIsReported() throws {
    let weston = try Weston()
    let silent = #""staleAfter": 0.5, "alert": {"stale": true, "title": "No reading", "seconds": 1}"#
    let values = #""fridge": {"initial": null, \#(silent)}, "freezer": {"initial": null, \#(silent)}"#
    let panel = try Panel(configuration: #"{"values": {\#(values)}}"#, on: weston)
    for reading in ["4", "5"] {
      #expect(try panel.ctl("set", "freezer", reading).status == 0)
      #expect(try waitForMessage("shown", on: panel).message == "freezer")
      #expect(try waitForMessage("expired", on: panel).message == "freezer")
    }
    #expect(panel.stop() == 0)
  }

  @Test func failureOfAMessagesButtonIsShown() throws {
    let weston = try Weston()
    let message = #"{"title": "Help?", "buttons": [{"title": "Call", "action": {"command": ["false"]}}]}"#
    try weston.directory.write(
      #"{"root": {"stack": {}, "children": [{"name": "help", "button": {"title": "Help", "action": {"message": \#(message)}}}]}}"#,
      to: "home.json")
    let panel = try Panel(configuration: #"{"scene": "DIR/home.json"}"#, on: weston)
    #expect(try panel.ctl("press", "help").status == 0)
    _ = try waitForMessage("shown", on: panel)
    #expect(try tapButton(on: panel).button == "Call")
    #expect(try waitForMessage("shown", on: panel).title == "Call")
    #expect(try panel.status().count == 2)
    #expect(panel.stop() == 0)
  }

  @Test func messageOfAnActionExpires() throws {
    let panel = try panel()
    #expect(try panel.ctl("press", "thanks").status == 0)
    #expect(try waitForMessage("shown", on: panel).title == "Thank you")
    _ = try waitForMessage("expired", on: panel)
    #expect(panel.stop() == 0)
  }

  @Test func clientsMessagesAreCheckedAndAnswered() throws {
    let panel = try panel()
    let watch = try panel.watch("message", "status")
    try watch.event("the beginning") { $0.event == "status" }
    #expect(try panel.ctl("message", "The bread is ready", "{not a value}").status == 0)
    #expect(try watch.event("shown") { $0.state == "shown" }.title == "The bread is ready")
    #expect(try panel.ctl("message", #"{"id": "oven", "title": "Done", "urgency": "critical"}"#).status == 0)
    #expect(try watch.event("shown") { $0.state == "shown" }.message == "oven")
    #expect(try panel.ctl("dismiss", "oven").status == 0)
    #expect(try watch.event("dismissed") { $0.state == "dismissed" }.message == "oven")
    #expect(try watch.event("the first again") { $0.state == "shown" }.title == "The bread is ready")
    for (json, error) in [
      (#"{"text": "x"}"#, "$.message.title: found nothing; expected this key"),
      (#"{"title": "x", "second": 5}"#, "$.message.second: found an unknown key; did you mean seconds?"),
      (
        #"{"title": "x", "buttons": [{"title": "y", "action": {"command": ["true"]}}]}"#,
        "$.message.buttons[0].action: found an unknown key; expected title"
      ),
      (#"{"title": "x""#, "message:"),
    ] {
      #expect(try panel.ctl("message", json).errors.contains(error), "\(json)")
    }
    for _ in 0..<8 { #expect(try panel.ctl("message", "more").status == 0) }
    #expect(try panel.ctl("message", "more").errors.contains("8 messages wait already"))
    #expect(panel.stop() == 0)
  }

  /// Only a critical message wakes a panel, and an adapter can't remove another client's.
  @Test func adapterShowsMessages() throws {
    let panel = try panel()
    #expect(try panel.ctl("sleep").status == 0)
    let adapter = try SocketClient(panel.weston.directory.file("adapters"))
    func send(_ line: String) throws -> String? {
      adapter.send(line + "\n")
      return try adapter.line()
    }
    #expect(try send(#"{"message":{"id":"bell","title":"Somebody is at the door"}}"#) == #"{"ok":true}"#)
    #expect(try waitForMessage("shown", on: panel).message == "bell")
    #expect(try panel.status().idle == "dark")
    #expect(try send(#"{"message":{"id":"fire","title":"Fire","urgency":"critical"}}"#) == #"{"ok":true}"#)
    #expect(try waitForMessage("shown", on: panel).message == "fire")
    #expect(try panel.status().idle == "active")
    #expect(try panel.ctl("message", #"{"id": "own", "title": "Own", "urgency": "critical"}"#).status == 0)
    #expect(try send(#"{"dismiss":"own"}"#)?.contains("no such message: own") == true)
    #expect(try send(#"{"dismiss":"fire"}"#) == #"{"ok":true}"#)
    #expect(panel.stop() == 0)
  }
}
