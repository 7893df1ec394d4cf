import Foundation
import TestSupport
import Testing

/// Everything that an owner describes is reached by its address.
@Suite(.serialized) struct AddressTests {
  /// A panel of two pages, whose buttons write to files.
  private func panel() throws -> Panel {
    let weston = try Weston()
    let files = [
      "hall.json": """
      {"values": {"level": {"set": "20", "range": [0, 100]}, "notes": {"command": ["printf", "Milk\\\\nBread\\\\n"],
         "lines": 10}},
       "root": {"stack": {}, "children": [
         {"name": "open", "button": {"title": "Open", "confirm": "Hold", "action": {"command": ["sh", "-c", "echo open >>DIR/ran"]}}},
         {"name": "fail", "button": {"title": "Fail", "action": {"command": ["sh", "-c", "sleep 0.2; exit 3"]}}},
         {"name": "more", "button": {"title": "More", "action": {"scene": "DIR/notes.json"}}},
         {"name": "light", "slider": {"value": "level"}}, {"button": {"title": "No name", "action": "light"}}]}}
      """,
      "notes.json": """
      {"root": {"list": {"value": "notes", "row": {"height": 60, "stack": {}, "children": [
         {"name": "done", "button": {"title": "Done", "action": {"command": ["sh", "-c", "echo {line} >>DIR/ran"]}}}]}}}}
      """,
    ]
    for (name, text) in files {
      try weston.directory.write(text.replacing("DIR", with: weston.directory.path), to: name)
    }
    return try Panel(configuration: #"{"scene": "DIR/hall.json"}"#, on: weston)
  }

  @Test func pagesButtonsControlsAndRowsAreReached() throws {
    let panel = try panel()
    let list = try panel.ctl("list").output
    for line in [
      "hall\tpage\tshown", "notes\tpage\t", "hall/open\tbutton\tidle", "hall/light\tslider\t20", "level\tvalue\t20",
    ] { #expect(list.split(separator: "\n").contains(line[...]), "\(line) in \(list)") }
    // The demonstration isn't part of the panel.
    #expect(!list.contains("face"))
    #expect(try panel.ctl("press", "3", "button").status == 1)
    // A press by its address needs no confirmation, and its home page may be left out.
    #expect(try panel.ctl("press", "--wait", "open").status == 0)
    #expect(try panel.directory.read("ran") == "open\n")
    let failed = try panel.ctl("press", "--wait", "hall/fail")
    #expect(failed.status == 1 && failed.errors.contains("the action failed with status 3"))
    #expect(try panel.ctl("set", "hall/light", "40").status == 0)
    #expect(try panel.value("level") == "40")
    #expect(try panel.ctl("press", "--wait", "notes/done", "Bread").status == 0)
    #expect(try panel.directory.read("ran") == "open\nBread\n")
    #expect(try panel.ctl("scene", "notes").status == 0)
    #expect(try panel.ctl("list").output.contains("notes\tpage\tshown"))
    for (words, error) in [
      (["press", "opn"], "no such button: opn; did you mean hall/open?"),
      (["press", "notes/done", "Eggs"], "no such button in a row 'Eggs': notes/done"),
      (["set", "hall/open", "1"], "no such control: hall/open"),
    ] {
      let refused = try Program.run(["ctl", "--socket", panel.socket] + words)
      #expect(refused.status == 1 && refused.errors.contains(error), "\(refused.errors)")
    }
    let press = try panel.wait("press") { $0.address == "notes/done" }
    #expect(press.line == "Bread" && press.count == 4)
    #expect(panel.stop() == 0)
  }
}
