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
      "buttons": [{"face": 3, "button": "my door"}, {"face": 6, "button": "öffnen \"x\""}]}
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
    #expect(state.buttons == [PanelState.Button(face: 3, name: "my door"), .init(face: 6, name: "öffnen \"x\"")])
    #expect(
      state.buttons[0].request.singleLine == #"{"command":"press","face":3,"button":"my door"}"#)
  }

  @Test func payloadHasReadingsIdleStateAndScene() throws {
    #expect(
      try PanelState(status: Self.status).json.singleLine
        == #"""
        {"values":{"door":"shut","level":null,"mode":"day","oven":null,"plan":"a","clock":"7"},"idle":"active",\#
        "scene":"cube"}
        """#)
    #expect(
      try PanelState(status: #"{"version": "1"}"#).json.singleLine == #"{"values":{},"idle":null,"scene":null}"#)
  }

  @Test func eventsChangeTheState() throws {
    var state = try PanelState(status: Self.status)
    for event in [
      #"{"event": "value", "name": "level", "value": "2.5", "t": 6}"#, #"{"event": "value", "name": "mode"}"#,
      #"{"event": "value", "name": "oven", "value": "22", "stale": false}"#,
      #"{"event": "value", "name": "clock", "value": "7", "stale": true}"#, #"{"event": "idle", "state": "dark"}"#,
      #"{"event": "scene", "scene": "map", "path": "/a.json"}"#,
    ] {
      #expect(try state.apply(JSONObject(text: event)), "\(event)")
    }
    #expect(
      state.json.singleLine
        == #"""
        {"values":{"door":"shut","level":"2.5","mode":null,"oven":"22","plan":"a","clock":null},"idle":"dark",\#
        "scene":"map"}
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
    (#"{"version": "1", "values": {"a": {"range": [1]}}}"#, "$.values.a.range: found an array of 1"),
    (#"{"version": "1", "buttons": [{"face": 0, "button": "a"}]}"#, "$.buttons[0].face: found 0"),
    (#"{"version": "1", "buttons": [{"face": 1}]}"#, "$.buttons[0].button: found nothing"),
  ])
  func invalidStatusIsRefused(_ status: String, _ reason: String) throws {
    let error = thrownError(Diagnostic.self) { try PanelState(status: status) }
    #expect(error?.description.hasPrefix("a: \(reason)") == true, "\(error?.description ?? "accepted")")
  }
}
