import Foundation
import PanelViews
import Scenes
import TestSupport
import Testing

@testable import Configuration
@testable import Control
@testable import Kiosk

/// A panel with adapters in process, and the lines that they got.
final class AdapterRig {
  static let values = """
    {"hall": {"from": "ha:light.hall"}, "level": {"from": "ha:light.hall", "member": "/attributes/level"},
      "co2": {"from": "mqtt:air", "member": "/co2", "unit": "ppm"}, "note": {"set": "x"},
      "names": {"from": "ha:names", "lines": 3}}
    """
  let rig: ButtonActionsRig
  private(set) var lines: [String: [String]] = [:]

  /// - Parameter actions: The buttons' actions, as JSON.
  init(_ actions: String = "[]", values: String = AdapterRig.values, timeout: UInt64 = 10_000_000_000) throws {
    let list = LocatedJSON(value: try .read(Array(actions.utf8), name: "actions"), file: "actions")
    var errors: [Diagnostic] = []
    let buttonActions = try list.array().map { try Action.read($0, &errors) }
    #expect(errors == [])
    rig = try ButtonActionsRig(
      buttonActions,
      nodes: """
        {"name": "level", "frame": [0, 0, 99, 44], "slider": {"value": "level"}},
        {"name": "hall", "frame": [0, 50, 99, 44], "switch": {"value": "hall"}}
        """, values: values, answerTimeout: timeout)
  }

  func connect(_ prefix: String) {
    rig.adapters.adapterConnected(prefix) { [unowned self] in lines[prefix, default: []].append($0.singleLine) }
  }

  /// Sends a line to the panel.
  ///
  /// - Returns: The reason why the panel refuses it.
  @discardableResult func receive(_ line: String, from prefix: String) -> String? {
    do {
      let json = LocatedJSON(value: try JSONValue.read(Array(line.utf8), name: "line"), file: "line")
      try rig.adapters.adapterSent(prefix, json.object())
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
  @Test func valuesFollowAdapter() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    #expect(rig.taken("ha") == [#"{"uses":["light.hall","names"],"visible":[]}"#])
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

  @Test func usesAreSentAgainOnlyAfterChanges() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    #expect(rig.taken("ha").count == 1)
    try rig.settle()
    #expect(rig.taken("ha") == [])
    rig.rig.adapters.visibleNames = { ["level", "co2", "note"] }
    try rig.settle()
    #expect(rig.taken("ha") == [#"{"uses":["light.hall","names"],"visible":["light.hall"]}"#])
    // Another member of the same address: the adapter has to send the address again.
    rig.receive(#"{"values":{"light.hall":{"state":"on","attributes":{"level":40,"color":"red"}}}}"#, from: "ha")
    var definitions = rig.rig.sources.definitions
    definitions["level"] = ValueDefinition(
      .adapter(AdapterAddress(prefix: "ha", name: "light.hall"), member: "/attributes/color"))
    rig.rig.sources.replaceDefinitions(definitions)
    try rig.settle()
    #expect(rig.taken("ha") == [#"{"uses":["light.hall","names"],"visible":["light.hall"]}"#])
    #expect(rig.texts("hall", "level") == ["on", "–"])
    definitions["hall"] = nil
    definitions["level"] = nil
    rig.rig.sources.replaceDefinitions(definitions)
    try rig.settle()
    #expect(rig.taken("ha") == [#"{"uses":["names"],"visible":[]}"#])
  }

  @Test func invalidMessagesAreRefused() throws {
    let rig = try AdapterRig()
    rig.connect("ha")
    for line in [#"{"value":{}}"#, #"{"values":[]}"#, #"{"id":"x","ok":true}"#, #"{"id":1}"#, #"{"stale":[1]}"#, "{}"] {
      #expect(rig.receive(line, from: "ha") != nil, "\(line)")
    }
    #expect(rig.receive(#"{"value":{}}"#, from: "ha") == "line: $: found an unknown message; expected values?")
    #expect(rig.rig.log.contains("adapter ha: line: "))
    // Members that only later versions know have no effect.
    #expect(rig.receive(#"{"describe":{"light.hall":{"kind":"switch"}},"history":{},"new":1}"#, from: "ha") == nil)
    #expect(rig.receive(#"{"id":77,"ok":true}"#, from: "ha") == nil)
    #expect(rig.taken("ha").count == 1)
  }

  // MARK: Calls

  private static let calls = """
    [{"call": "ha:light.turn_on", "target": "light.{note}", "data": {"level": 40, "on": [true, "{level} {{note}}"]}},
      {"call": "mqtt:cmnd/plug/POWER", "payload": "TOGGLE"}, {"call": "ha:scene"}]
    """

  @Test func buttonShowsAnswer() throws {
    let rig = try AdapterRig(Self.calls)
    #expect(rig.rig.press(1) == "no adapter serves mqtt" && rig.rig.phases[1] == .failed(75))
    #expect(rig.rig.log.contains("call, result refused: no adapter serves mqtt, "))
    rig.connect("ha")
    rig.connect("mqtt")
    _ = (rig.taken("ha"), rig.taken("mqtt"))
    #expect(rig.rig.press(0) == "the value level was never read or set" && rig.rig.phases[0] == .failed(75))
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
    #expect(rig.rig.phases[1] == .failed(1))
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
    #expect(throws: Refusal("no adapter serves ha")) { try rig.rig.actions.set(control, to: "80") }
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
