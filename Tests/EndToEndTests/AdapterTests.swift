import Foundation
import TestSupport
import Testing

/// The adapter and the panel of cube-kiosk-protocol(7).
@Suite(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "python3 is not installed")) struct AdapterTests {
  private static func sample(_ start: String) throws -> String {
    try #require(ManualSampleTests.samples("cube-kiosk-protocol.7").first { $0.hasPrefix(start) })
  }

  @Test func adapterOfManualServesItsPanel() throws {
    let weston = try Weston()
    let script = try weston.directory.write(Self.sample("#!"), to: "room")
    let scene = try weston.directory.write(Self.sample("{\n"), to: "room.json")
    let panel = try Panel(["--scene", scene], on: weston)
    #expect(try panel.ctl("press", "air").errors.contains("no adapter serves room"))

    let adapter = try RunningProcess(["/usr/bin/python3", script, weston.directory.file("adapters")])
    try waitUntil("the value") { try panel.value("co2") == "1180" }
    #expect(try panel.ctl("list").output.contains("co2\tvalue\t1180\n"))
    let press = try panel.ctl("press", "--wait", "air")
    #expect(press.status == 0, "\(press.errors)")
    try waitUntil("the value after the call") { try panel.value("co2") == "640" }
    #expect(try panel.status().values?["fan"]?.value == "on")

    _ = adapter.stop()
    try waitUntil("stale values") { try panel.status().values?["co2"]?.stale == true }
    #expect(try panel.value("co2") == "640")
    #expect(try panel.ctl("press", "--wait", "air").errors.contains("no adapter serves room"))
    #expect(panel.stop() == 0)
  }
}
