import Foundation
import TestSupport
import Testing

/// Everything that an owner describes is reached by its address.
@Suite(.serialized) struct AddressTests {
  /// A panel of two pages, whose buttons write to files.
  private func panel(environment: [String: String] = [:]) throws -> Panel {
    let weston = try Weston()
    let files = [
      "hall.json": """
      {"values": {"level": {"set": "20", "range": [0, 100]}, "notes": {"command": ["printf", "Milk\\\\nBread\\\\n"],
         "lines": 10},
         "log": {"initial": "a", "lines": 3}},
       "root": {"stack": {}, "children": [
         {"name": "open", "button": {"title": "Open", "confirm": "Hold", "action": {"command": ["sh", "-c", "echo open >>DIR/ran"]}}},
         {"name": "fail", "button": {"title": "Fail",
           "action": [{"append": {"log": "failed"}}, {"command": ["sh", "-c", "sleep 0.2; exit 3"]}, {"set": {"log": ""}}]}},
         {"name": "more", "button": {"title": "More", "action": {"scene": "DIR/notes.json"}}},
         {"name": "light", "slider": {"value": "level"}},
         {"name": "late", "slider": {"value": "level", "enabled": {"when": "level", "is": "60"}}},
         {"name": "shut", "button": {"title": "Shut", "enabled": {"when": "level", "is": "60"}, "action": "none"}}, {"button": {"title": "No name", "action": "light"}}]}}
      """,
      "notes.json": """
      {"root": {"list": {"value": "notes", "row": {"height": 60, "stack": {}, "children": [
         {"name": "done", "button": {"title": "Done", "action": {"command": ["sh", "-c", "sleep 0.3; echo {line} >>DIR/ran"]}}}]}}}}
      """,
    ]
    for (name, text) in files {
      try weston.directory.write(text.replacing("DIR", with: weston.directory.path), to: name)
    }
    return try Panel(configuration: #"{"scene": "DIR/hall.json"}"#, on: weston, environment: environment)
  }

  @Test func pagesButtonsControlsAndRowsAreReached() throws {
    let panel = try panel()
    try waitUntil("the command's lines") { try panel.value("notes") == "Milk\nBread" }
    let list = try panel.ctl("list").output
    for line in [
      "hall\tpage\tshown", "notes\tpage\t", "hall/open\tbutton\tidle", "hall/light\tslider\t20", "level\tvalue\t20",
      "notes/done\tbutton\twith one of 2 lines",
      "hall/late\tslider\t20\tdisabled", "hall/shut\tbutton\tdisabled",
    ] { #expect(list.split(separator: "\n").contains(line[...]), "\(line) in \(list)") }
    // The demonstration isn't part of the panel.
    #expect(!list.contains("face"))
    #expect(try panel.ctl("press", "3", "button").status == 1)
    // A press by its address needs no confirmation, and its home page may be left out.
    #expect(try panel.ctl("press", "--wait", "open").status == 0)
    #expect(try panel.directory.read("ran") == "open\n")
    let failed = try panel.ctl("press", "--wait", "hall/fail")
    #expect(failed.status == 1 && failed.errors.contains("the action failed with status 3"))
    #expect(try panel.ctl("append", "log", "b {level}").status == 0 && panel.ctl("remove", "log", "a").status == 0)
    #expect(try panel.value("log") == "failed\nb {level}")
    #expect(try panel.ctl("set", "hall/light", "40").status == 0)
    #expect(try panel.value("level") == "40")
    #expect(try panel.ctl("press", "--wait", "notes/done", "Bread").status == 0)
    #expect(try panel.directory.read("ran") == "open\nBread\n")
    #expect(try panel.ctl("scene", "notes").status == 0)
    #expect(try panel.ctl("list").output.contains("notes\tpage\tshown"))
    for (words, error) in [
      (["press", "opn"], "no such button: opn; did you mean hall/open?"),
      (["press", "notes/done", "bread"], "notes/done has no line 'bread'; did you mean 'Bread'?"),
      (["press", "notes/done"], "notes/done is in the rows of a list; expected a line after it"),
      (["press", "hall/open", "Bread"], "hall/open isn't in a list; expected no line after it"),
      (["set", "hall/open", "1"], "hall/open is a button, not a control"),
      (["press", "light"], "hall/light is a slider, not a button"),
      (["set", "hall/light", "40.5"], "'40.5'; expected a number from 0 to 100, in steps of 1"),
      (["set", "level", "101"], "level: '101'; expected a number from 0 to 100, in steps of 1"),
      (["append", "level", "1"], "level has one line; expected a value with"),
    ] {
      let refused = try Program.run(["ctl", "--socket", panel.socket] + words)
      #expect(refused.status == 1 && refused.errors.contains(error), "\(refused.errors)")
    }
    let press = try panel.wait("press") { $0.address == "notes/done" }
    #expect(press.line == "Bread" && press.count == 4)
    #expect(panel.stop() == 0)
  }

  /// The words that bash offers for the last word of a command line.
  private func completions(of words: String..., on panel: Panel) throws -> [String] {
    let script = """
      PATH=\(Program.directory):$PATH
      source \(Program.checkout)/Sources/Manual/cube-kiosk.bash
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _cube_kiosk
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try FinishedProcess(
      ["/bin/bash", "-c", script, "bash", "cube-kiosk"] + words,
      environment: ["XDG_RUNTIME_DIR": panel.directory.path])
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func bashCompletesAddresses() throws {
    // As on a developer's desktop, where ctl finds the user's own panel.
    let panel = try panel(environment: ["RUNTIME_DIRECTORY": ""])
    #expect(
      try completions(of: "ctl", "press", "hall/", on: panel) == ["hall/open", "hall/fail", "hall/more", "hall/shut"])
    #expect(try completions(of: "ctl", "press", "--wait", "hall/o", on: panel) == ["hall/open"])
    #expect(try completions(of: "ctl", "set", "", on: panel) == ["hall/light", "hall/late", "level", "log", "notes"])
    #expect(try completions(of: "ctl", "scene", "n", on: panel) == ["notes"])
  }
}
