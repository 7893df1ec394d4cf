import ControlProtocol
import JSON
import Testing

@testable import HomeAssistant

@Suite struct EntityChangeTests {
  private func call(_ entity: String, _ member: String, _ text: String, _ state: EntityState? = nil) -> String {
    do throws(Refusal) {
      let call = try EntityChange(entity: entity, member: member, text: text).call(state)
      return JSONValue.object(JSONMembers([("call", .string("\(call.domain).\(call.service)"))] + call.data)).canonical
        .singleLine
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    ("light.hall", "", "on", #"{"call":"light.turn_on"}"#),
    ("light.hall", "/state", "off", #"{"call":"light.turn_off"}"#),
    ("light.hall", "/attributes/brightness", "40", #"{"brightness_pct":40,"call":"light.turn_on"}"#),
    ("light.hall", "/attributes/brightness", "0", #"{"call":"light.turn_off"}"#),
    ("fan.hall", "/attributes/percentage", "0", #"{"call":"fan.set_percentage","percentage":0}"#),
    ("fan.hall", "/attributes/oscillating", "on", #"{"call":"fan.oscillate","oscillating":true}"#),
    ("input_boolean.x", "", "on", #"{"call":"input_boolean.turn_on"}"#),
    ("cover.x", "/attributes/current_position", "70", #"{"call":"cover.set_cover_position","position":70}"#),
    ("cover.x", "", "closed", #"{"call":"cover.close_cover"}"#), ("cover.x", "", "on", #"{"call":"cover.open_cover"}"#),
    ("number.x", "", "2.5", #"{"call":"number.set_value","value":2.5}"#),
    ("select.x", "", "eco", #"{"call":"select.select_option","option":"eco"}"#),
    ("climate.x", "", "heat", #"{"call":"climate.set_hvac_mode","hvac_mode":"heat"}"#),
    ("climate.x", "/attributes/temperature", "21.5", #"{"call":"climate.set_temperature","temperature":21.5}"#),
    ("media_player.x", "/attributes/volume_level", "35", #"{"call":"media_player.volume_set","volume_level":0.35}"#),
    ("lock.x", "", "off", #"{"call":"lock.unlock"}"#), ("lock.x", "", "locked", #"{"call":"lock.lock"}"#),
  ]) func changesBecomeCalls(_ entity: String, _ member: String, _ text: String, _ expected: String) {
    #expect(call(entity, member, text) == expected)
  }

  @Test(arguments: [
    ("sensor.x", "", "7", "sensor.x can't be changed"), ("nonsense", "", "7", "nonsense can't be changed"),
    ("light.x", "", "dim", "light.x: found 'dim'; expected off or on"),
    (
      "light.x", "/attributes/brightnes", "7",
      "light.x: /attributes/brightnes can't be changed; did you mean /attributes/brightness?"
    ),
    ("switch.x", "/attributes/power", "7", "switch.x: /attributes/power can't be changed; expected no member"),
    ("number.x", "", "seven", "number.x: found 'seven'; expected a number"),
    ("fan.x", "/attributes/oscillating", "7", "fan.x: found '7'; expected on or off"),
  ]) func othersAreRefused(_ entity: String, _ member: String, _ text: String, _ expected: String) {
    #expect(call(entity, member, text) == expected)
  }

  @Test func bothEndsOfARangeAreSent() {
    let state = EntityState(
      state: "auto", attributes: ["target_temp_low": .number(18), "target_temp_high": .number(23)])
    #expect(
      call("climate.x", "/attributes/target_temp_low", "19", state)
        == #"{"call":"climate.set_temperature","target_temp_high":23,"target_temp_low":19}"#)
  }

  // MARK: Calls of buttons

  private func call(_ name: String, _ members: JSONMembers) -> String {
    do throws(Refusal) {
      let message = JSONObject(members: members, json: LocatedJSON(value: .object(members), file: "test"))
      return JSONValue.object(JSONMembers(try ServiceCall(name, message).members)).singleLine
    } catch {
      return error.description
    }
  }

  @Test func callsAreRead() {
    #expect(
      call("light.turn_on", ["target": "light.hall", "data": ["brightness_pct": .integer(40)]])
        == #"{"domain":"light","service":"turn_on","target":{"entity_id":"light.hall"},"service_data":{"brightness_pct":40}}"#
    )
    #expect(call("scene.reload", [:]) == #"{"domain":"scene","service":"reload"}"#)
    #expect(call("light", [:]) == "found 'light'; expected a service such as light.turn_on")
    #expect(call("a.b", ["payload": "x"]) == "a.b: found a payload; expected data")
    #expect(call("a.b", ["data": "x"]) == "a.b: expected an object as data")
  }
}
