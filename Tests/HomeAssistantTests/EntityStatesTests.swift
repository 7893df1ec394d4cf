import JSON
import Testing

@testable import HomeAssistant

/// The messages are those of Home Assistant 2026.11.
@Suite struct EntityStatesTests {
  private func json(_ text: String) throws -> JSONValue { try JSONValue.read(Array(text.utf8), name: "test") }

  @Test func differencesAreApplied() throws {
    var states = EntityStates()
    let first = try json(
      #"""
      {"a":{"light.hall":{"s":"on","a":{"brightness":128,"x":[1,2],"friendly_name":"Hall"},"c":"01","lc":1795710063.6},
        "sensor.t":{"s":"21.5","a":{"unit_of_measurement":"°C"},"c":{"id":"1"},"lc":1.5,"lu":2}}}
      """#)
    #expect(states.apply(first) == ["light.hall", "sensor.t"])
    #expect(states.all["sensor.t"]?.state == "21.5")
    let off = #"{"c":{"light.hall":{"+":{"s":"off","lc":1.5,"a":{"brightness":null}},"-":{"a":["x"]}}}}"#
    #expect(states.apply(try json(off)) == ["light.hall"])
    let hall = try #require(states.all["light.hall"])
    #expect(hall.state == "off" && hall.attributes.keys.sorted() == ["brightness", "friendly_name"])
    // Without a state, only attributes changed.
    #expect(states.apply(try json(#"{"c":{"sensor.t":{"+":{"lu":3,"a":{"battery":50}}}}}"#)) == ["sensor.t"])
    #expect(states.all["sensor.t"]?.state == "21.5" && states.all["sensor.t"]?.attributes.count == 2)
    #expect(states.apply(try json(#"{"r":["sensor.t","sensor.none"]}"#)) == ["sensor.t", "sensor.none"])
    #expect(states.all.keys.sorted() == ["light.hall"])
  }

  @Test(arguments: ["[]", "{}", #"{"a":[]}"#, #"{"c":{"light.none":{"+":{"s":"on"}}}}"#, #"{"a":{"light.x":7}}"#])
  func unexpectedMessagesChangeNothing(_ text: String) throws {
    var states = EntityStates()
    #expect(states.apply(try json(text)) == [] && states.all.isEmpty)
  }

  // MARK: Values

  private func state(_ state: String, _ attributes: String) throws -> EntityState {
    guard case .object(let members) = try json(attributes) else { return EntityState(state: state, attributes: [:]) }
    return EntityState(
      state: state, attributes: Dictionary(uniqueKeysWithValues: members.all.map { ($0.name, $0.value) }))
  }

  @Test(arguments: [
    ("light", "on", "brightness", "255", "100"), ("light", "on", "brightness", "129", "51"),
    ("light", "on", "brightness", "1", "1"), ("light", "off", "brightness", "null", "0"),
    ("fan", "on", "percentage", "33", "33"), ("fan", "off", "percentage", "33", "0"),
    ("media_player", "playing", "volume_level", "0.35", "35"), ("cover", "open", "current_position", "70", "70"),
    ("sensor", "on", "brightness", "255", "255"),
  ]) func levelsArePercentages(_ domain: String, _ word: String, _ name: String, _ raw: String, _ expected: String)
    throws
  {
    let value = try state(word, #"{"\#(name)":\#(raw)}"#).value(of: domain)
    #expect(value.singleLine == #"{"state":"\#(word)","attributes":{"\#(name)":\#(expected)}}"#)
  }

  @Test func longAttributesAreLeftOut() throws {
    let list = "[" + [String](repeating: "\"forecast\"", count: 5000).joined(separator: ",") + "]"
    let value = try state("rainy", #"{"forecast":\#(list),"temperature":7}"#).value(of: "weather")
    #expect(value.singleLine == #"{"state":"rainy","attributes":{"temperature":7}}"#)
  }

  // MARK: Descriptions

  @Test func rangesUnitsAndOptionsAreDescribed() throws {
    let light = try state(
      "on", #"{"brightness":3,"min_color_temp_kelvin":2000,"max_color_temp_kelvin":6535,"color_temp_kelvin":2700}"#)
    #expect(
      light.description(of: "light", temperatureUnit: nil)?.singleLine
        == #"{"kind":"switch","members":{"/attributes/brightness":{"range":[0,100],"unit":"%","step":1},"#
        + #""/attributes/color_temp_kelvin":{"range":[2000,6535],"unit":"K"}}}"#)
    let climate = try state(
      "heat", #"{"hvac_modes":["off","heat"],"temperature":20,"min_temp":5,"max_temp":30,"target_temp_step":0.5}"#)
    #expect(
      climate.description(of: "climate", temperatureUnit: "°C")?.singleLine
        == #"{"options":["off","heat"],"members":{"/attributes/temperature":{"range":[5,30],"step":0.5,"unit":"°C"}}}"#)
    let number = try state("7", #"{"min":0,"max":9,"step":1,"unit_of_measurement":"kW"}"#)
    #expect(
      number.description(of: "number", temperatureUnit: nil)?.singleLine
        == #"{"range":[0,9],"step":1,"unit":"kW"}"#)
    #expect(try state("x", "{}").description(of: "sensor", temperatureUnit: nil) == nil)
  }
}
