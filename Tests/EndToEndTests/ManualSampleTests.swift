import Foundation
import TestSupport
import Testing

/// Commands that the manual shows, and their output. `ManualTests` checks its files.
@Suite(.serialized, .onlyInCheck) struct ManualSampleTests {
  private static let pages = [
    "cube-kiosk.1", "cube-kiosk-ctl.1", "kiosk.json.5", "cube-kiosk-scene.5", "cube-kiosk-values.5",
  ]

  static func samples(_ page: String) throws -> [String] {
    try String(contentsOfFile: "\(Program.checkout)/Sources/Manual/\(page)", encoding: .utf8)
      .components(separatedBy: ".EX\n").dropFirst().map {
        $0.components(separatedBy: "\n.EE")[0].replacing("\\-", with: "-").replacing("\\e", with: "\\")
      }
  }

  @Test func commandsSucceed() throws {
    let weston = try Weston()
    try weston.directory.write(
      """
      {"root": {"stack": {}, "children": [
        {"name": "open", "button": {"title": "Open", "action": "none"}},
        {"name": "volume", "slider": {"value": "volume"}},
        {"name": "lamp", "switch": {"value": "lamp"}},
        {"name": "notes", "button": {"title": "Notes", "action": {"scene": "notes.json"}}},
        {"name": "cube", "button": {"title": "Cube", "action": {"scene": "cube"}}}]}}
      """, to: "home.json")
    try weston.directory.write(
      """
      {"root": {"list": {"value": "notes", "row": {"height": 60, "stack": {}, "children": [
        {"name": "done", "button": {"title": "Done", "action": "none"}}]}}}}
      """, to: "notes.json")
    let panel = try Panel(
      configuration: """
        {"scene": "DIR/home.json", "values": {"door": {"set": true}, "room": {"set": true}, "fan": {"set": true},
          "volume": {"set": "20"}, "lamp": {"set": "off"}, "notes": {"command": ["echo", "Milk"], "lines": 9}}}
        """, on: weston)
    let directory = try TemporaryDirectory()
    // `ctl` has to find this panel.
    try directory.write(
      program: """
        #!/bin/sh
        command=$1
        shift
        [ "$command" != ctl ] || set -- --socket '\(panel.socket)' "$@"
        exec '\(Program.path)' "$command" "$@"
        """, to: "bin/cube-kiosk")
    let environment = ["PATH": directory.file("bin") + ":/usr/bin:/bin"]
    try directory.write(Self.samples("cube-kiosk-scene.5")[0], to: "panel.json")
    try directory.write("{}", to: "new.json")
    var watches: [String] = []
    for page in Self.pages {
      let samples = try Self.samples(page).filter { $0.hasPrefix("cube-kiosk ") }
      #expect(!samples.isEmpty, "\(page)")
      for sample in samples {
        guard !sample.contains("ctl watch") else {
          watches.append(sample)
          continue
        }
        let result = try FinishedProcess(["/bin/sh", "-ec", sample], environment: environment, in: directory.path)
        #expect(result.status == 0, "\(sample)\n\(result.errors)")
      }
    }
    for picture in ["cube", "map", "exploded", "shear", "panel", "new"] { #expect(directory.exists("\(picture).png")) }

    let watch = try RunningProcess(["/bin/sh", "-ec", #require(watches.first)], environment: environment)
    // A watch that begins later doesn't see this press.
    try waitUntil("the button's name") {
      try #require(panel.ctl("press", "3", "button").status == 0)
      return watch.output.available().contains("button")
    }
    #expect(panel.stop() == 0 && watch.waitForExit() == 0)
  }

  @Test func transcriptOfSocketMatches() throws {
    let panel = try Panel()
    let sample = try #require(Self.samples("cube-kiosk-protocol.7").first { $0.hasPrefix("$ ") })
    let requests = sample.matches(of: /'([{a-z][^']*)'/).map { String($0.1) }
    let client = try SocketClient(panel.socket)
    client.send(requests.map { $0 + "\n" }.joined())
    client.finish()
    let replies = sample.split(separator: "\n").suffix(requests.count).map { $0 + "\n" }.joined()
    #expect(requests.count == 2 && String(decoding: client.rest(), as: UTF8.self) == replies)
    #expect(panel.stop() == 0)
  }
}
