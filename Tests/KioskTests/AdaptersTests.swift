import Foundation
import PanelEvents
import PanelSystem
import PanelViews
import TestSupport
import Testing

@testable import Configuration
@testable import Control
@testable import Kiosk
@testable import Scenes

/// A panel with adapters in process, and the lines that they got.
final class AdapterRig {
  static let values = """
    {"hall": {"from": "ha:light.hall"}, "level": {"from": "ha:light.hall", "member": "/attributes/level"},
      "co2": {"from": "mqtt:air", "member": "/co2", "unit": "ppm"}, "note": {"set": "x"},
      "names": {"from": "ha:names", "lines": 3}, "set": {"from": "ha:climate", "member": "/set"}}
    """
  let rig: ButtonActionsRig
  private(set) var lines: [String: [String]] = [:]

  /// - Parameters:
  ///   - actions: The buttons' actions, as JSON.
  ///   - node: A further node, as JSON.
  init(
    _ actions: String = "[]", values: String = AdapterRig.values, node: String? = nil, timeout: UInt64 = 10_000_000_000
  ) throws {
    let list = LocatedJSON(value: try .read(Array(actions.utf8), name: "actions"), file: "actions")
    var errors: [Diagnostic] = []
    let buttonActions = try list.array().map { try Action.read($0, &errors) }
    #expect(errors == [])
    rig = try ButtonActionsRig(
      buttonActions,
      nodes: """
        {"name": "level", "frame": [0, 0, 99, 44], "slider": {"value": "level"}},
        {"name": "set", "frame": [0, 0, 99, 44], "stepper": {"value": "set"}},
        {"name": "air", "frame": [0, 0, 99, 44], "chart": {"value": "co2", "hours": 1}},
        {"name": "hall", "frame": [0, 50, 99, 44], "switch": {"value": "hall"}}
        """ + (node.map { ", \($0)" } ?? ""), values: values, answerTimeout: timeout)
  }

  func connect(_ prefix: String) {
    rig.adapters.adapterConnected(prefix) { [unowned self] in
      lines[prefix, default: []].append($0.singleLine)
    } sendLine: { [unowned self] in
      lines[prefix, default: []].append(String(decoding: $0.dropLast(), as: UTF8.self))
    }
  }

  /// Sends a line to the panel.
  ///
  /// - Returns: The reason why the panel refuses it.
  @discardableResult func receive(
    _ line: String, from prefix: String, _ descriptors: ReceivedDescriptors = ReceivedDescriptors()
  ) -> String? {
    if rig.adapters.adapterSent(prefix, frame: Array(line.utf8)[...]) { return nil }
    do {
      let json = LocatedJSON(value: try JSONValue.read(Array(line.utf8), name: "line"), file: "line")
      try rig.adapters.adapterSent(prefix, json.object(), descriptors)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Returns the lines that an adapter got since the last call.
  func taken(_ prefix: String) -> [String] { lines.removeValue(forKey: prefix) ?? [] }

  func texts(_ names: String...) -> [String] { names.map(rig.text) }
  func isStale(_ name: String) -> Bool? { rig.reading(name)?.isStale }

  var controls: [ValueControl] { rig.fileScene?.valueControls ?? [] }
  var slider: Double? { controls.lazy.compactMap { $0.view as? Slider }.first?.value }

  /// Waits for the next iteration of the event loop, in which the hub sends the addresses in use.
  func settle() throws {
    rig.adapters.setNeedsUpdate()
    for _ in 0..<3 { try rig.loop.runOnce(timeout: 5_000_000) }
  }
}

@Suite struct AdaptersTests {
  /// Until the adapter answers, its field shows the text, and no other one.
  @Test func pendingTextIsOnlyInItsField() throws {
    let fields = ["hall", "note", "other"].map {
      #"{"name": "f-\#($0)", "frame": [0, 0, 99, 44], "field": {"value": "\#($0)"}}"#
    }
    let values = """
      {"hall": {"from": "ha:hall"}, "note": {"initial": "x"}, "other": {"initial": ""}, "level": {"initial": "1"},
       "set": {"initial": "1"}, "co2": {"initial": "1"}}
      """
    let rig = try AdapterRig(values: values, node: fields.joined(separator: ", "))
    rig.connect("ha")
    let controls = try #require(rig.rig.fileScene?.valueControls).filter { $0.description.kind == .field }
    try rig.rig.actions.set(controls[0], to: "secret")
    #expect(controls.map { ($0.view.subviews.first as? TextField)?.text } == ["secret", "x", ""])
    #expect(rig.taken("ha").last?.contains("secret") == true)
  }

  @Test func valuesFollowAdapter() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    #expect(rig.taken("ha") == [#"{"uses":["climate","light.hall","names"],"visible":[]}"#])
    #expect(rig.texts("hall", "level", "co2") == ["–", "–", "–"])
    rig.receive(#"{"values":{"light.hall":{"state":"on","attributes":{"level":40}},"air":{"co2":9}}}"#, from: "ha")
    #expect(rig.texts("hall", "level", "co2") == ["on", "40", "–"])
    rig.connect("mqtt")
    rig.receive(#"{"values":{"air":{"co2":612.5},"light.hall":"off","x":1}}"#, from: "mqtt")
    #expect(rig.texts("hall", "level", "co2") == ["on", "40", "612.5 ppm"])
    rig.receive(#"{"values":{"light.hall":{"state":true}}}"#, from: "ha")
    #expect(rig.texts("hall", "level") == ["true", "–"])
    rig.receive(#"{"values":{"light.hall":null,"names":"a\nb\nc\nd"}}"#, from: "ha")
    #expect(rig.texts("hall", "names") == ["–", "a\nb\nc"])
    #expect(rig.taken("ha") == [])
  }

  @Test func staleValuesKeepTheirTexts() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    rig.connect("mqtt")
    rig.receive(#"{"values":{"light.hall":"on","names":"a"}}"#, from: "ha")
    rig.receive(#"{"values":{"air":{"co2":600}}}"#, from: "mqtt")
    rig.receive(#"{"stale":["light.hall","air"],"because":"unavailable"}"#, from: "ha")
    #expect(rig.texts("hall", "co2") == ["on", "600 ppm"])
    #expect([rig.isStale("hall"), rig.isStale("names"), rig.isStale("co2")] == [true, false, false])
    rig.receive(#"{"values":{"light.hall":"on"}}"#, from: "ha")
    #expect(rig.isStale("hall") == false)
    rig.rig.adapters.adapterDisconnected("ha")
    #expect(rig.texts("hall", "co2") == ["on", "600 ppm"])
    #expect([rig.isStale("hall"), rig.isStale("names"), rig.isStale("co2")] == [true, true, false])
    // A line that was read before the disconnection has no effect.
    rig.receive(#"{"values":{"light.hall":"off"}}"#, from: "ha")
    #expect(rig.texts("hall") == ["on"])
  }

  /// An adapter needn't repeat anything for a value that a reload adds.
  @Test func newValueGetsLastMessages() throws {
    let rig = try AdapterRig()
    rig.connect("mqtt")
    let properties = #"{"unit":"%","members":{"/co2":{"unit":"ppb"},"/t":{"unit":"°C","range":[5,30]}}}"#
    rig.receive(#"{"describe":{"air":\#(properties)}}"#, from: "mqtt")
    let now = ButtonActionsRig.wallTime
    rig.receive(#"{"history":{"air":[[\#(now - 1800),{"co2":5}],[\#(now - 900),{"co2":7}]]}}"#, from: "mqtt")
    rig.receive(#"{"values":{"air":{"co2":600,"t":21.5}}}"#, from: "mqtt")
    let address = AdapterAddress(prefix: "mqtt", name: "air")
    var definitions = rig.rig.sources.definitions
    // The value that has the chart is renamed.
    definitions["air"] = ValueDefinition(.adapter(address, member: "/co2"))
    definitions["co2"] = nil
    definitions["t"] = ValueDefinition(.adapter(address, member: "/t"))
    rig.rig.sources.replaceDefinitions(definitions)
    #expect(rig.texts("air", "t") == ["600 ppb", "21.5 °C"])
    #expect(rig.rig.sources.definitions["t"]?.range == 5...30)
    let history = rig.rig.history(of: "air", seconds: 3600)
    let numbers = (0..<ValueHistory.slotCount).compactMap { history[$0] }
    #expect(numbers == [5...5, 7...7, 600...600])
    // A chart of another length has what fits.
    let short = rig.rig.history(of: "air", seconds: 1200)
    #expect((0..<ValueHistory.slotCount).compactMap { short[$0] }.contains(7...7))

    rig.receive(#"{"stale":["air"],"because":"no \u0007power"}"#, from: "mqtt")
    definitions["t2"] = definitions["t"]
    rig.rig.sources.replaceDefinitions(definitions)
    #expect(rig.texts("t2") == ["21.5 °C"] && rig.isStale("t2") == true)
    #expect(rig.rig.sources.values.staleReason(of: "t2") == "no \u{FFFD}power")
    rig.rig.adapters.adapterDisconnected("mqtt")
    definitions["t3"] = definitions["t"]
    rig.rig.sources.replaceDefinitions(definitions)
    #expect(rig.texts("t3") == ["21.5 °C"] && rig.isStale("t3") == true)
  }

  /// A large value isn't kept: an adapter can't fill the panel's memory.
  @Test func largeValueIsNotKept() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    let list = String(repeating: "0,", count: 2000)
    rig.receive(#"{"values":{"light.hall":{"state":"on","list":[\#(list)0]}}}"#, from: "ha")
    #expect(rig.texts("hall") == ["on"])
    var definitions = rig.rig.sources.definitions
    definitions["hall2"] = definitions["hall"]
    rig.rig.sources.replaceDefinitions(definitions)
    #expect(rig.texts("hall", "hall2") == ["on", "–"])
  }

  /// The owner of a misspelled address reads the adapter's reason.
  @Test func valueWithoutReadingIsStaleWithReason() throws {
    let rig = try AdapterRig()
    var events: [String] = []
    rig.rig.sources.onValueChange = { name, reading in
      events.append("\(name) \(reading?.raw ?? "-") \(rig.rig.sources.values.isStale(name))")
    }
    rig.connect("ha")
    func status() -> String? {
      rig.rig.sources.status.first { $0.name == "hall" }?.json.singleLine
    }
    #expect(status() == #"{"value":null,"stale":false}"#)
    let line = #"{"stale":["light.hall"],"because":"no such entity"}"#
    for _ in 0..<2 { rig.receive(line, from: "ha") }
    #expect(status() == #"{"value":null,"stale":true,"because":"no such entity"}"#)
    #expect(rig.rig.sources.values.spokenText(of: "hall") == "no such entity" && rig.texts("hall") == ["–"])
    #expect(Set(events) == ["hall - true", "level - true"] && events.count == 2)
    let logged = rig.rig.log.lines.filter { $0.hasSuffix("stale: hall, level: no such entity") }
    #expect(logged.count == 1)
    // Its adapter's end says nothing about it.
    rig.rig.adapters.adapterDisconnected("ha")
    #expect(status() == #"{"value":null,"stale":true,"because":"no such entity"}"#)
    rig.connect("ha")
    rig.receive(#"{"values":{"light.hall":null}}"#, from: "ha")
    #expect(status() == #"{"value":null,"stale":false}"#)
    rig.receive(#"{"values":{"light.hall":"on"}}"#, from: "ha")
    rig.receive(line, from: "ha")
    #expect(status()?.hasSuffix(#""stale":true,"because":"no such entity"}"#) == true)
    rig.receive(#"{"values":{"light.hall":"on"}}"#, from: "ha")
    #expect(status()?.hasSuffix(#""stale":false}"#) == true)
  }

  @Test func usesAreSentAgainOnlyAfterChanges() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    #expect(rig.taken("ha").count == 1)
    try rig.settle()
    #expect(rig.taken("ha") == [])
    rig.rig.adapters.visibleNames = { ["level", "co2", "note"] }
    try rig.settle()
    #expect(rig.taken("ha") == [#"{"uses":["climate","light.hall","names"],"visible":["light.hall"]}"#])
    // Another member of the same address: the panel repeats the line for adapters whose values are too large to be kept.
    rig.receive(#"{"values":{"light.hall":{"state":"on","attributes":{"level":40,"color":"red"}}}}"#, from: "ha")
    var definitions = rig.rig.sources.definitions
    definitions["level"] = ValueDefinition(
      .adapter(AdapterAddress(prefix: "ha", name: "light.hall"), member: "/attributes/color"))
    rig.rig.sources.replaceDefinitions(definitions)
    try rig.settle()
    #expect(rig.taken("ha") == [#"{"uses":["climate","light.hall","names"],"visible":["light.hall"]}"#])
    #expect(rig.texts("hall", "level") == ["on", "red"])
    definitions["hall"] = nil
    definitions["level"] = nil
    rig.rig.sources.replaceDefinitions(definitions)
    try rig.settle()
    #expect(rig.taken("ha") == [#"{"uses":["climate","names"],"visible":[]}"#])
  }

  @Test func invalidMessagesAreRefused() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    for line in [#"{"value":{}}"#, #"{"values":[]}"#, #"{"id":"x","ok":true}"#, #"{"id":1}"#, #"{"stale":[1]}"#, "{}"] {
      #expect(rig.receive(line, from: "ha") != nil, "\(line)")
    }
    #expect(rig.receive(#"{"value":{}}"#, from: "ha") == "line: $: found an unknown message; expected values?")
    #expect(rig.rig.log.contains("adapter ha: line: "))
    for line in [
      #"{"describe":{"light.hall":{"range":[3,2]}}}"#, #"{"describe":{"light.hall":{"step":0}}}"#,
      #"{"describe":{"light.hall":{"members":{"/attributes/level":{"unit":1}}}}}"#, #"{"describe":{"names":1}}"#,
      #"{"history":{"names":[1]}}"#, #"{"history":{"names":[[1]]}}"#, #"{"history":{"names":[["x",1]]}}"#,
    ] { #expect(rig.receive(line, from: "ha")?.hasPrefix("line: $.") == true, "\(line)") }
    // Members that only later versions know have no effect.
    #expect(rig.receive(#"{"describe":{"light.hall":{"kind":"switch"}},"history":{},"new":1}"#, from: "ha") == nil)
    #expect(rig.receive(#"{"history":{"light.hall":[[1790000000.5,1]]}}"#, from: "ha") == nil)
    #expect(rig.receive(#"{"id":77,"ok":true}"#, from: "ha") == nil)
    #expect(rig.taken("ha").count == 1)
  }

  // MARK: Descriptions

  /// A control without a range takes the adapter's, and a text its unit. The file's own properties come first.
  @Test func descriptionsCompleteDefinitions() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    rig.connect("mqtt")
    let stepper = try #require(rig.controls.lazy.compactMap { $0.view as? Stepper }.first)
    #expect([stepper.minimumValue, stepper.maximumValue, stepper.stepValue] == [0, 100, 1])
    rig.receive(
      #"{"describe":{"climate":{"unit":"x","members":{"/set":{"range":[5,30],"step":0.5,"unit":"°C"}}}}}"#, from: "ha")
    #expect([stepper.minimumValue, stepper.maximumValue, stepper.stepValue] == [5, 30, 0.5])
    rig.receive(#"{"values":{"climate":{"set":21.5}}}"#, from: "ha")
    #expect(stepper.value == 21.5 && rig.texts("set") == ["21.5 °C"])
    rig.receive(#"{"describe":{"air":{"members":{"/co2":{"unit":"ppb"}}}},"values":{"air":{"co2":7}}}"#, from: "mqtt")
    #expect(rig.texts("co2") == ["7 ppm"])
    // Another adapter's address isn't described.
    rig.receive(#"{"describe":{"climate":{"members":{"/set":{"unit":"K"}}}}}"#, from: "mqtt")
    #expect(rig.texts("set") == ["21.5 °C"])
    rig.rig.sources.replaceDefinitions(["set": ValueDefinition(.set("3"))])
    #expect(rig.texts("set") == ["3"])
  }

  /// Options are the only texts that the adapter gets.
  @Test func optionsAreChecked() throws {
    let rig = try AdapterRig(#"[{"set": {"hall": "blue"}}, {"set": {"hall": ["red", "green"]}}]"#)
    rig.connect("ha")
    rig.receive(#"{"describe":{"light.hall":{"options":["red","green"]}},"values":{"light.hall":"red"}}"#, from: "ha")
    _ = rig.taken("ha")
    #expect(rig.rig.press(0) == "hall: 'blue'; expected red or green" && rig.taken("ha") == [])
    #expect(rig.rig.press(1) == nil)
    #expect(rig.taken("ha") == [#"{"set":"light.hall","value":"green","id":1}"#])
  }

  @Test func historyFillsChart() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    rig.connect("mqtt")
    #expect(rig.taken("mqtt") == [#"{"uses":["air"],"visible":[],"charts":{"air":3600}}"#])
    #expect(rig.taken("ha") == [#"{"uses":["climate","light.hall","names"],"visible":[]}"#])
    let now = ButtonActionsRig.wallTime
    let readings: [(age: Double, number: String)] = [
      (-7200, "9"), (-1800, "5"), (-900, "null"), (-450, "7"), (600, "8"),
    ]
    let points = readings.map { reading -> String in
      let time = now + reading.age
      return #"[\#(time),{"co2":\#(reading.number)}]"#
    }
    rig.receive(#"{"history":{"air":[\#(points.joined(separator: ","))]}}"#, from: "mqtt")
    let history = rig.rig.history(of: "co2", seconds: 3600)
    let filled = (0..<ValueHistory.slotCount).filter { history[$0] != nil }
    // A slot has 15 s. The newest one began up to 15 s ago.
    #expect(filled.count == 2 && filled.first.map { abs($0 - 119) <= 1 } == true, "\(filled)")
    #expect(filled.map { history[$0] } == [5...5, 7...7])
    let end = try #require((0..<ValueHistory.slotCount).first(where: history.isInterrupted))
    #expect(abs(end - 179) <= 1)
  }

  /// Home Assistant's adapter sends up to 300 readings in several messages, for the 240 slots of a chart.
  @Test func longHistoryFillsEverySlot() throws {
    let rig = try AdapterRig()
    rig.connect("mqtt")
    let now = ButtonActionsRig.wallTime
    let points = (1..<300).map { #"[\#(now - 3600 + 12 * Double($0)),{"co2":\#($0)}]"# }
    for part in [points[..<150], points[150...]] {
      #expect(rig.receive(#"{"history":{"air":[\#(part.joined(separator: ","))]}}"#, from: "mqtt") == nil)
    }
    let history = rig.rig.history(of: "co2", seconds: 3600)
    let missing = (1..<ValueHistory.slotCount - 1).filter { history[$0] == nil }
    #expect(missing == [] && !(0..<ValueHistory.slotCount).contains(where: history.isInterrupted), "\(missing)")
    let lows = (1..<ValueHistory.slotCount - 1).compactMap { history[$0]?.lowerBound }
    #expect(lows == lows.sorted() && lows.first.map { $0 < 5 } == true && lows.last.map { $0 > 295 } == true)
  }

  // MARK: Calls

  private static let calls = """
    [{"call": "ha:light.turn_on", "target": "light.{note}", "data": {"level": 40, "on": [true, "{level} {{note}}"]}},
      {"call": "mqtt:cmnd/plug/POWER", "payload": "TOGGLE"}, {"call": "ha:scene"}]
    """

  @Test func buttonShowsAnswer() throws {
    let rig = try AdapterRig(Self.calls)
    #expect(rig.rig.press(1) == "no adapter serves mqtt" && rig.rig.phases[1] == .refused("No connection"))
    #expect(rig.rig.log.contains("call, result refused: no adapter serves mqtt, "))
    rig.connect("ha")
    rig.connect("mqtt")
    _ = (rig.taken("ha"), rig.taken("mqtt"))
    let reason = "the value level was never read or set"
    #expect(rig.rig.press(0) == reason && rig.rig.phases[0] == .refused(reason))
    rig.receive(#"{"values":{"light.hall":{"attributes":{"level":7}}}}"#, from: "ha")
    #expect(rig.rig.press(0) == nil && rig.rig.phases[0] == .running)
    #expect(
      rig.taken("ha") == [
        #"{"call":"light.turn_on","target":"light.x","data":{"level":40,"on":[true,"7 {{note}}"]},"id":1}"#
      ])
    #expect(rig.rig.press(0) == "the button's action is still running")
    // Another adapter can't answer.
    rig.receive(#"{"id":1,"ok":true}"#, from: "mqtt")
    #expect(rig.rig.phases[0] == .running)
    rig.receive(#"{"id":1,"ok":true}"#, from: "ha")
    #expect(rig.rig.phases[0] == .succeeded)
    #expect(rig.rig.log.contains("root/cube/face3/b0, call, result ok, "))
    #expect(rig.rig.press(1) == nil)
    #expect(rig.taken("mqtt") == [#"{"call":"cmnd/plug/POWER","payload":"TOGGLE","id":2}"#])
    rig.receive(#"{"id":2,"ok":false,"error":"no plug"}"#, from: "mqtt")
    #expect(rig.rig.phases[1] == .refused("no plug"))
    #expect(rig.rig.log.contains("root/cube/face3/b1, call, result failed: no plug, "))
  }

  @Test func unansweredCallIsUnknown() throws {
    let rig = try AdapterRig(Self.calls, timeout: 50_000_000)
    rig.connect("ha")
    #expect(rig.rig.press(2) == nil)
    try rig.rig.loop.run { rig.rig.phases[2] != .running }
    #expect(rig.rig.phases[2] == .outcomeUnknown)
    #expect(rig.rig.log.contains("result unknown: the adapter didn't answer, "))
    // A late answer has no effect.
    rig.receive(#"{"id":1,"ok":true}"#, from: "ha")
    #expect(rig.rig.phases[2] == .outcomeUnknown)
    #expect(rig.rig.press(2) == nil)
    rig.rig.adapters.adapterDisconnected("ha")
    #expect(rig.rig.phases[2] == .outcomeUnknown)
    #expect(rig.rig.log.contains("result unknown: the adapter disconnected, "))
  }

  // MARK: Controls

  @Test func controlKeepsItsPositionUntilAdapterAnswers() throws {
    let rig = try AdapterRig(timeout: 50_000_000)
    rig.connect("ha")
    rig.receive(#"{"values":{"light.hall":{"attributes":{"level":10}}}}"#, from: "ha")
    _ = rig.taken("ha")
    let control = try #require(rig.controls.first)
    func change(_ text: String) throws {
      try rig.rig.actions.set(control, to: text)
      #expect(rig.slider == Double(text))
    }
    try change("40")
    #expect(rig.taken("ha") == [#"{"set":"light.hall","member":"/attributes/level","value":"40","id":1}"#])
    // The old value, which was on its way, doesn't move the control.
    rig.receive(#"{"values":{"light.hall":{"attributes":{"level":11}}}}"#, from: "ha")
    #expect(rig.slider == 40)
    rig.receive(#"{"id":1,"ok":false,"error":"locked"}"#, from: "ha")
    #expect(rig.slider == 11)

    // After the answer, the control waits for the value.
    try change("50")
    rig.receive(#"{"id":2,"ok":true}"#, from: "ha")
    #expect(rig.slider == 50)
    rig.receive(#"{"values":{"light.hall":{"attributes":{"level":49}}}}"#, from: "ha")
    #expect(rig.slider == 49)

    try change("60")
    rig.receive(#"{"id":3,"ok":true}"#, from: "ha")
    try rig.rig.loop.run { rig.slider != 60 }
    #expect(rig.slider == 49)
    try change("70")
    try rig.rig.loop.run { rig.slider != 70 }
    #expect(rig.slider == 49)

    rig.rig.adapters.adapterDisconnected("ha")
    #expect(throws: Refusal("no adapter serves ha", kind: .noAdapter)) { try rig.rig.actions.set(control, to: "80") }
    #expect(rig.slider == 49)
  }

  /// Of several changes while one is under way, the last one is sent after it.
  @Test func lastChangeIsSentAfterAnswer() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    rig.receive(#"{"values":{"light.hall":{"attributes":{"level":10}}}}"#, from: "ha")
    _ = rig.taken("ha")
    let control = try #require(rig.controls.first)
    for text in ["20", "30", "40"] { try rig.rig.actions.set(control, to: text) }
    #expect(rig.taken("ha").count == 1 && rig.slider == 40)
    rig.receive(#"{"id":1,"ok":true}"#, from: "ha")
    #expect(rig.taken("ha") == [#"{"set":"light.hall","member":"/attributes/level","value":"40","id":2}"#])
    rig.receive(#"{"values":{"light.hall":{"attributes":{"level":20}}}}"#, from: "ha")
    #expect(rig.slider == 40)
    rig.receive(#"{"id":2,"ok":true}"#, from: "ha")
    #expect(rig.slider == 20)
  }

  @Test func staleSwitchKeepsItsPosition() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    rig.receive(#"{"values":{"light.hall":{"state":"on"}}}"#, from: "ha")
    let view = try #require(rig.controls.last?.view as? Switch)
    #expect(view.isOn)
    rig.rig.adapters.adapterDisconnected("ha")
    #expect(view.isOn && view.alpha < 1)
  }

  /// The action `set` sends the changes of an adapter's values to it, and makes the others at once.
  @Test func actionSetsServedValues() throws {
    let rig = try AdapterRig(#"[{"set": {"hall": ["on", "off"], "level": "{note}", "note": "30"}}]"#)
    #expect(rig.rig.press() == "no adapter serves ha" && rig.texts("note") == ["x"])
    rig.connect("ha")
    rig.receive(#"{"values":{"light.hall":{"state":"on"}}}"#, from: "ha")
    _ = rig.taken("ha")
    #expect(rig.rig.press() == nil && rig.texts("note") == ["30"])
    let sent = [
      #"{"set":"light.hall","value":"off","id":1}"#,
      #"{"set":"light.hall","member":"/attributes/level","value":"x","id":2}"#,
    ]
    #expect(rig.taken("ha") == sent)
    rig.receive(#"{"id":1,"ok":false,"error":"locked"}"#, from: "ha")
    #expect(rig.rig.phases == [.running])
    rig.receive(#"{"id":2,"ok":true}"#, from: "ha")
    #expect(rig.rig.phases == [.refused("locked")])
  }

  /// The panel shows why a change was refused, with the control's name.
  @Test func refusalIsShown() throws {
    let rig = try AdapterRig()
    var shown: [String] = []
    rig.rig.actions.showRefusal = { shown.append($0) }
    let control = try #require(rig.controls.last)
    #expect(throws: Refusal("no adapter serves ha", kind: .noAdapter)) { try rig.rig.actions.set(control, to: "on") }
    rig.connect("ha")
    try rig.rig.actions.set(control, to: "on")
    rig.receive(#"{"id":1,"ok":false,"error":"locked"}"#, from: "ha")
    #expect(shown == ["hall: No connection", "hall: locked"])
  }

  @Test func switchSendsItsText() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    rig.receive(#"{"values":{"light.hall":{"state":"off"}}}"#, from: "ha")
    _ = rig.taken("ha")
    let control = try #require(rig.controls.last)
    control.onChange?("on")
    #expect(rig.taken("ha") == [#"{"set":"light.hall","value":"on","id":1}"#])
    #expect((control.view as? Switch)?.isOn == true)
    rig.rig.reload([])
    #expect((control.view as? Switch)?.isOn == true)
    rig.receive(#"{"id":1,"ok":false}"#, from: "ha")
    #expect((control.view as? Switch)?.isOn == false)
  }
}
