import JSON
import Testing

@testable import HomeAssistant

/// The messages are those of Home Assistant 2026.11.
@Suite struct EntityHistoryTests {
  private static let now = 1_795_788_800.0

  private func message(_ entity: String, _ seconds: Double, _ result: String) throws -> String? {
    let json = try JSONValue.read(Array(result.utf8), name: "test")
    return EntityHistory(entity: entity, seconds: seconds).message(json, now: Self.now)?.singleLine
  }

  @Test func commandHasTheStartInUTC() {
    let members = EntityHistory(entity: "sensor.t", seconds: 86400).members(now: Self.now)
    #expect(
      JSONValue.object(JSONMembers(members)).singleLine
        == #"{"entity_ids":["sensor.t"],"start_time":"2026-11-26T14:13:20+00:00","significant_changes_only":false,"#
        + #""minimal_response":true,"no_attributes":true}"#)
  }

  @Test func readingsHaveTimes() throws {
    let result =
      #"{"sensor.t":[{"s":"21.5","a":{},"lu":1795780000.25},{"s":"unavailable","lu":1795788000},{"s":"22","lu":1795788500.5}]}"#
    #expect(
      try message("sensor.t", 3600, result)
        == #"{"history":{"sensor.t":[[1795785200,{"state":"21.5","attributes":{}}],"#
        + #"[1795788000,{"state":"unavailable","attributes":{}}],[1795788501,{"state":"22","attributes":{}}]]}}"#)
    #expect(try message("sensor.u", 3600, result) == nil)
    #expect(try message("sensor.t", 3600, "[]") == nil)
  }

  @Test func attributesAreKept() throws {
    let result = #"{"climate.x":[{"s":"heat","a":{"current_temperature":20.5,"hvac_modes":["heat"]},"lc":1795788000}]}"#
    #expect(
      try message("climate.x", 3600, result)
        == #"{"history":{"climate.x":[[1795788000,{"state":"heat","attributes":{"current_temperature":20.5}}]]}}"#)
  }

  @Test func manyReadingsAreThinned() throws {
    let states = (0..<20000).map { #"{"s":"\#($0)","lu":\#(1_795_702_400 + 4 * $0)}"# }.joined(separator: ",")
    let text = try #require(try message("sensor.t", 86400, #"{"sensor.t":[\#(states)]}"#))
    #expect(text.utf8.count < 49152)
    #expect(text.split(separator: "],[").count > 400 && text.contains(#""state":"19999""#))
  }
}
