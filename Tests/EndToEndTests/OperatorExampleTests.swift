import Foundation
import TestSupport
import Testing

/// The operators' examples that can be checked without their programs. `Tests/operators` checks all of them with these.
struct OperatorExampleTests {
  private static func example(_ name: String) throws -> String {
    try String(contentsOfFile: "\(Program.checkout)/systemd/examples/\(name)", encoding: .utf8)
  }

  @Test func dashboardNamesExistingMetrics() throws {
    let panel = try Panel(configuration: #"{"values": {"level": {"set": "5"}}}"#)
    let metrics = try Program.run(["ctl", "--socket", panel.socket, "--prometheus", "status"]).output
    let dashboard = try Self.example("grafana.json")
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(dashboard.utf8)) }
    let names = Set(dashboard.matches(of: /cube_kiosk_[a-z0-9_]+/).map { String($0.output) })
    #expect(names.count >= 8)
    for name in names { #expect(metrics.contains("\n# TYPE \(name) "), "\(name)") }
    #expect(panel.stop() == 0)
  }

  @Test(arguments: [(#"{"dimAfter": 60}"#, 78), (#"{"idle": {"dimAfter": 60}}"#, 0)])
  func ansibleChecksTheConfiguration(_ text: String, _ status: Int32) throws {
    let role = try Self.example("ansible/cube_kiosk/tasks/main.yml")
    let options = try #require(role.firstMatch(of: /validate: cube-kiosk (.*) %s/)?.1)
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: "source")
    #expect(try Program.run(options.split(separator: " ").map(String.init) + [file]).status == status)
  }
}
