import ControlProtocol
import JSON
import TestSupport
import Testing

@testable import MQTTBridge

@Suite struct PanelStateTests {
  private static let status = #"""
    {"event": "status", "lost": 0, "version": "1.2", "scene": "cube", "idle": "active", "count": 3, "t": 5,
      "values": {
        "door": {"value": "shut", "stale": false, "set": true},
        "level": {"value": null, "stale": true, "set": true, "range": [-1.5, 10], "unit": "m"},
        "mode": {"value": "day", "set": ["day", "night"]}, "oven": {"value": "21", "stale": true},
        "plan": {"value": "a", "set": true, "lines": 3},
        "clock": {"value": "7", "unit": "h"}},
      "page": "hall", "addresses": [{"address": "hall", "kind": "page"}, {"address": "notes", "kind": "page"},
        {"address": "hall/my door", "kind": "button", "title": "Open", "hold": true},
        {"address": "face6/öffnen \"x\"", "kind": "button"}, {"address": "hall/level", "kind": "slider"}]}
    """#

  @Test func statusIsRead() throws {
    let state = try PanelState(status: Self.status)
    #expect(state.version == "1.2")
    #expect(state.values.map(\.name) == ["door", "level", "mode", "oven", "plan", "clock"])
    #expect(state.values.map(\.isSettable) == [true, true, true, false, true, false])
    #expect(state.values.map(\.choices) == [[], [], ["day", "night"], [], [], []])
    #expect(state.values.map(\.unit) == [nil, "m", nil, nil, nil, "h"])
    #expect(state.values.map(\.range) == [nil, [-1.5, 10], nil, nil, nil, nil])
    #expect(state.values.map(\.isStale) == [false, true, false, true, false, false])
    #expect(state.values.map(\.hasLines) == [false, false, false, false, true, false])
    let other = #"face6/öffnen "x""#
    #expect(
      state.buttons == [
        PanelState.Button(address: "hall/my door", title: "Open", needsHold: true),
        .init(address: other, title: other, needsHold: false),
      ])
    #expect(state.pages == ["hall", "notes"])
  }

  @Test func payloadHasReadingsIdleStateAndScene() throws {
    #expect(
      try PanelState(status: Self.status).json.singleLine
        == #"""
        {"values":{"door":"shut","level":null,"mode":"day","oven":null,"plan":"a","clock":"7"},"idle":"active",\#
        "scene":"cube","page":"hall"}
        """#)
    #expect(
      try PanelState(status: #"{"version": "1"}"#).json.singleLine
        == #"{"values":{},"idle":null,"scene":null,"page":null}"#)
  }

  @Test func eventsChangeTheState() throws {
    var state = try PanelState(status: Self.status)
    for event in [
      #"{"event": "value", "name": "level", "value": "2.5", "t": 6}"#, #"{"event": "value", "name": "mode"}"#,
      #"{"event": "value", "name": "oven", "value": "22", "stale": false}"#,
      #"{"event": "value", "name": "clock", "value": "7", "stale": true}"#, #"{"event": "idle", "state": "dark"}"#,
      #"{"event": "scene", "scene": "map", "page": "notes"}"#,
    ] {
      #expect(try state.apply(JSONObject(text: event)), "\(event)")
    }
    #expect(
      state.json.singleLine
        == #"""
        {"values":{"door":"shut","level":"2.5","mode":null,"oven":"22","plan":"a","clock":null},"idle":"dark",\#
        "scene":"map","page":"notes"}
        """#)
  }

  @Test(arguments: [("door", "a b c"), ("plan", "a\nb\nc"), ("unknown", "a b c")])
  func lineBreaksBecomeSpacesInALine(_ name: String, _ text: String) throws {
    #expect(try PanelState(status: Self.status).text("a\nb\nc", for: name) == text)
  }

  @Test(arguments: [
    #"{"event": "value", "name": "other", "value": "1"}"#, #"{"event": "press", "name": "door"}"#,
    #"{"event": 1}"#, "{}",
  ])
  func otherEventsChangeNothing(_ event: String) throws {
    var state = try PanelState(status: Self.status)
    let before = state.json.singleLine
    #expect(try !state.apply(JSONObject(text: event)))
    #expect(state.json.singleLine == before)
  }

  @Test(arguments: [
    ("{}", "$.version: found nothing"), (#"{"version": 1}"#, "$.version: found 1"),
    (#"{"version": "1", "values": []}"#, "$.values: found an array of 0"),
    (#"{"version": "1", "values": {"a": 1}}"#, "$.values.a: found 1"),
    (#"{"version": "1", "addresses": [{"kind": "button"}]}"#, "$.addresses[0].address: found nothing"),
    (#"{"version": "1", "addresses": [{"address": 1, "kind": "page"}]}"#, "$.addresses[0].address: found 1"),
  ])
  func invalidStatusIsRefused(_ status: String, _ reason: String) throws {
    let error = thrownError(Diagnostic.self) { try PanelState(status: status) }
    #expect(error?.description.hasPrefix("a: \(reason)") == true, "\(error?.description ?? "accepted")")
  }
}
