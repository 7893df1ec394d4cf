import JSON
import Testing

@testable import HomeAssistant

/// The messages are those of Home Assistant 2026.11.
@Suite struct EntityHistoryTests {
  private static let now = 1_795_788_800.0

  private func messages(_ entity: String, _ seconds: Double, _ result: String) throws -> [String] {
    let json = try JSONValue.read(Array(result.utf8), name: "test")
    return EntityHistory(entity: entity, seconds: seconds).messages(json, now: Self.now).map(\.singleLine)
  }

  @Test func commandHasTheStartInUTC() {
    let members = EntityHistory(entity: "sensor.t", seconds: 86400).members(now: Self.now)
    #expect(
      JSONValue.object(JSONMembers(members)).singleLine
        == #"{"entity_ids":["sensor.t"],"start_time":"2026-11-26T14:13:20+00:00","significant_changes_only":false,"#
        + #""minimal_response":true,"no_attributes":true}"#)
  }

  @Test func readingsHaveTimes() throws {
    let states =
      #"[{"s":"21.5","a":{},"lu":1795788500.25},{"s":"unknown","lu":1795788600},{"s":"22","lu":1795788650.5}]"#
    // A reading holds until the next one. Parts of the time have 12 s.
    let pairs = [
      #"[1795788500,{"state":"21.5","attributes":{}}]"#, #"[1795788588,{"state":"21.5","attributes":{}}]"#,
      #"[1795788600,{"state":"unknown","attributes":{}}]"#, #"[1795788639,{"state":"unknown","attributes":{}}]"#,
      #"[1795788651,{"state":"22","attributes":{}}]"#,
    ]
    #expect(
      try messages("sensor.t", 3600, #"{"sensor.t":\#(states)}"#)
        == [#"{"history":{"sensor.t":[\#(pairs.joined(separator: ","))]}}"#])
    #expect(try messages("sensor.u", 3600, #"{"sensor.t":\#(states)}"#) == [])
    #expect(try messages("sensor.t", 3600, "[]") == [])
  }

  @Test func constantStateIsRepeated() throws {
    let text = try messages("sensor.t", 3600, #"{"sensor.t":[{"s":"7","a":{},"lu":1795780000}]}"#).joined()
    #expect(text.hasPrefix(#"{"history":{"sensor.t":[[1795785236,{"state":"7","attributes":{}}],[1795785416,"#))
    #expect(text.split(separator: "],[").count == 20)
  }

  @Test func attributesAreKept() throws {
    let result = #"{"climate.x":[{"s":"heat","a":{"current_temperature":20.5,"hvac_modes":["heat"]},"lc":1795788700}]}"#
    #expect(
      try messages("climate.x", 3600, result)
        == [#"{"history":{"climate.x":[[1795788700,{"state":"heat","attributes":{"current_temperature":20.5}}]]}}"#])
  }

  @Test func manyReadingsAreThinned() throws {
    let padding = String(repeating: "x", count: 200)
    let states = (0..<20000).map { #"{"s":"\#($0)","lu":\#(1_795_702_400 + 4 * $0)}"# }.joined(separator: ",")
    let text = try messages("sensor.t", 86400, #"{"sensor.t":[\#(states)]}"#).joined()
    #expect(text.split(separator: "],[").count > 250 && text.contains(#""state":"19999""#))
    let long = (0..<500).map { #"{"s":"\#($0)\#(padding)","lu":\#(1_795_702_400 + 160 * $0)}"# }.joined(separator: ",")
    let lines = try messages("sensor.t", 86400, #"{"sensor.t":[\#(long)]}"#)
    #expect(lines.count > 1 && lines.allSatisfy { $0.utf8.count < 65536 })
  }
}
