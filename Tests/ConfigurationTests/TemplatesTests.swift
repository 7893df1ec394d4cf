import PanelRaster
import Scenes
import TestSupport
import Testing

@testable import Configuration

/// Nodes with parameters, in the file that uses them or in an included one.
@Suite struct TemplatesTests {
  private let hive = """
    "hive": {
      "parameters": ["name", "title", "size"],
      "values": {"weight-${name}": {"set": "7", "unit": "kg"}, "// note": "${nothing}"},
      "node": {"name": "open-${name}", "button": {
        "title": "${title}: {weight-${name}} $${{HOME}}", "// note": "${nothing}",
        "action": {"set": {"weight-${name}": "${size}"}}}}
    }
    """

  private func use(_ name: String, _ title: String = "Linden") -> String {
    #"{"template": "hive", "with": {"name": "\#(name)", "title": "\#(title)", "size": 3.5}}"#
  }

  private func errors(_ templates: String, _ node: String) -> [String] {
    SceneReader.errors(#"{"templates": {\#(templates)}, "root": {"children": [\#(node)]}}"#)
  }

  @Test func valuesOfTemplatesHaveAlerts() throws {
    let scene = SceneReader.read(
      Array(
        #"""
        {"templates": {"t": {"parameters": ["n"], "values": {"v${n}": {"initial": null, "alert":
          {"is": "fault", "title": "Machine ${n}: {v${n}}"}}}, "node": {"text": {"string": "{v${n}}"}}}},
         "root": {"stack": {}, "children": [{"template": "t", "with": {"n": "1"}}, {"template": "t", "with": {"n": "2"}}]}}
        """#.utf8), name: "a")
    #expect(scene.errors == [])
    let title = try LiveText(template: "Machine 2: {v2}")
    #expect(scene.scene.values["v2"]?.alert?.message.title == title)
  }

  @Test func argumentsReplaceParameters() throws {
    let scene = try SceneReader.scene(
      """
      {"values": {"total": {"set": "14"}}, "templates": {\(hive)},
       "root": {"visible": {"when": "weight-b", "is": "7"}, "children": [\(use("a")), \(use("b", "{total} kg"))]}}
      """)
    #expect(scene.values.keys.sorted() == ["total", "weight-a", "weight-b"])
    #expect(scene.values["weight-a"]?.unit == "kg")
    let buttons = scene.root.children.compactMap(\.button)
    let titles = buttons.compactMap { $0.title?.template }
    #expect(titles == ["Linden: {weight-a} ${{HOME}}", "{total} kg: {weight-b} ${{HOME}}"])
    #expect(buttons.map(\.name) == ["open-a", "open-b"])
    #expect(buttons.map(\.action) == [.set(["weight-a": ["3.5"]]), .set(["weight-b": ["3.5"]])])
  }

  /// A text that is a parameter and nothing else takes a number, a color, or a whole node.
  @Test func argumentsMayBeAnyJSON() throws {
    let scene = try SceneReader.scene(
      """
      {"templates": {
        "card": {"parameters": ["content", "color", "size"], "node": {
          "backgroundColor": "${color}", "height": "${size}", "children": ["${content}"]}},
        "title": {"parameters": ["text"], "node": {"text": {"string": "${text}", "size": 30}}}},
       "root": {"stack": {}, "children": [{"template": "card", "with": {
         "color": [1, 0, 0, 1], "size": 80,
         "content": {"template": "title", "with": {"text": "No. ${{1}} and 5"}}}}]}}
      """)
    let card = try #require(scene.root.children.first)
    #expect(card.height == 80 && card.backgroundColor == Color(1, 0, 0, 1))
    #expect(card.children.first?.text?.string.template == "No. ${{1}} and 5")
  }

  /// The root, a row of a list and a face's content can be from templates.
  @Test func everyNodeMayUseTemplates() throws {
    let scene = try SceneReader.scene(
      """
      {"templates": {
        "page": {"node": {"list": {"value": "notes", "row": {"template": "row"}}}, "values": {"notes": {"set": "a"}}},
        "row": {"node": {"text": {"string": "{line} {seen}"}}, "values": {"seen": {"set": "b"}}}},
       "root": {"template": "page"}}
      """)
    #expect(scene.root.list?.row.first?.text?.string.template == "{line} {seen}")
    #expect(scene.values.keys.sorted() == ["notes", "seen"])
    let directory = try TemporaryDirectory()
    try directory.write(#"{"templates": {\#(hive)}}"#, to: "parts.json")
    let file = try directory.write(
      #"{"include": ["parts.json"], "faces": {"1": {"content": \#(use("a"))}}}"#, to: "kiosk.json")
    let (options, errors) = ConfigurationReader.read(file)
    #expect(errors == [] && options.faces[1]?.content?.button?.name == "open-a")
    #expect(options.values.definitions["weight-a"]?.unit == "kg")
  }

  @Test func includedFilesAreSources() throws {
    let directory = try TemporaryDirectory()
    let parts = try directory.write(#"{"// note": 1, "templates": {\#(hive)}}"#, to: "parts/hives.json")
    let file = try directory.write(
      #"{"include": ["parts/hives.json", "none.json"], "root": \#(use("a"))}"#, to: "panel.json")
    let (options, errors) = FileChecker.read(file)
    let missing = "\(directory.path)/none.json"
    #expect(errors.map(\.description) == ["\(missing): No such file or directory"])
    #expect(options.files.paths == [file, parts, missing])
    #expect(options.files.manifest.map(\.name) == ["panel.json", "parts/hives.json"])
    #expect(FileChecker.read(parts).errors == [])
  }

  /// An error in a template names the place there and the uses.
  @Test func errorsNameBothPlaces() throws {
    let directory = try TemporaryDirectory()
    let parts = try directory.write(
      """
      {"templates": {
        "title": {"parameters": ["text"], "node": {"text": {"string": "${text}", "size": "big"}}},
        "card": {"node": {"children": [{"template": "title", "with": {"text": "a"}}]}},
        "lamp": {"node": {"name": "lamp", "button": {"title": "", "action": "light"}}}}}
      """, to: "parts.json")
    let file = try directory.write(
      """
      {"include": ["parts.json"],
       "root": {"children": [{"template": "card"}, {"template": "lamp"}, {"template": "lamp"}]}}
      """, to: "panel.json")
    #expect(
      FileChecker.read(file).errors.map(\.description) == [
        "\(parts): $.templates.title.node.text.size: found 'big'; expected a number from 1 to 2000"
          + ", used at \(parts): $.templates.card.node.children[0], used at \(file): $.root.children[0]",
        "\(parts): $.templates.lamp.node.name: found 'lamp'; expected a name that no other button or control here has"
          + ", such as one with a parameter of the template, used at \(file): $.root.children[2]",
      ])
  }

  /// An error in a template is printed once, whatever the number of uses, and one of its definition isn't repeated by them.
  @Test func errorsAreOncePerTemplate() throws {
    let directory = try TemporaryDirectory()
    let use = #"{"template": "card", "with": {"side": "big"}}"#
    let file = try directory.write(
      #"""
      {"templates": {"card": {"parameters": ["side"], "node": {"cornerRadius": "${side}", "opacity": 2}},
                     "flat": {"opacity": 1}},
       "root": {"children": [\#(use), \#(use), {"template": "card", "with": {"side": 3}}, {"template": "flat"}]}}
      """#, to: "panel.json")
    let (card, place) = ("\(file): $.templates.card.node", ", used at \(file): $.root.children[0] and")
    #expect(
      FileChecker.read(file).errors.map(\.description) == [
        "\(file): $.templates.flat: found keys of a node; expected them in its node: { \"node\": { … } }",
        "\(card).opacity: found 2; expected a number from 0 to 1\(place) 2 more places",
        "\(card).cornerRadius: found 'big'; expected a number from 0 to 16384\(place) 1 more place",
      ])
  }

  @Test func invalidDefinitionsAreErrors() {
    #expect(
      errors(#""a b": {"node": {}}, "c": {"parameters": ["x", "x"], "node": {}}, "d": {"nodes": {}}"#, "") == [
        ": $.templates.a b: found 'a b'; expected a name of at most 40 letters, digits, - and _",
        ": $.templates.c.parameters[1]: found 'x'; expected each parameter once",
        ": $.templates.d.nodes: found an unknown key; did you mean node?",
        ": $.templates.d.node: found nothing; expected this key",
      ])
    #expect(
      errors(#""a": {"parameters": ["title"], "node": {"text": {"string": "${titel} ${x}"}}}"#, "") == [
        ": $.templates.a.node: found ${titel}, which isn't in \"parameters\"; did you mean ${title}?",
        ": $.templates.a.node: found ${x}, which isn't in \"parameters\"; expected ${title}, or $${ for a literal ${",
      ])
  }

  @Test func invalidUsesAreErrors() {
    let path = ": $.root.children[0]"
    #expect(
      errors(hive, #"{"template": "hives"}"#)
        == ["\(path).template: found 'hives', which isn't in \"templates\"; did you mean hive?"])
    #expect(
      errors("", #"{"template": "hive"}"#)
        == [
          "\(path).template: found 'hive', which isn't in \"templates\"; "
            + "expected one of \"templates\" or \"include\""
        ])
    #expect(errors(hive, #"{"template": "hive"}"#) == ["\(path).with.name: found nothing; expected this key"])
    #expect(
      errors(hive, #"{"template": "hive", "with": {"name": "a", "titel": "b", "size": 1}}"#) == [
        "\(path).with.titel: found an unknown key; did you mean title?",
        "\(path).with.title: found nothing; expected this key",
      ])
    #expect(
      errors(hive, #"{"template": "hive", "with": {"name": [1], "title": "b", "size": 1}}"#) == [
        "\(path).with.name: found an array of 1; expected a text, a number, true or false, for a part of a text"
      ])
    #expect(errors(hive, #"{"with": {}}"#) == ["\(path).with: found with without template; expected both"])
    #expect(
      errors(
        #""a": {"node": {"children": [{"template": "b"}]}}, "b": {"node": {"template": "a"}}"#, #"{"template": "a"}"#)
        == [
          ": $.templates.b.node.template: found a in itself; expected no cycle"
            + ", used at a.json: $.templates.a.node.children[0], used at a.json\(path)"
        ])
    let levels = (1...5).map { #""t\#($0)": {"node": {"template": "t\#($0 + 1)"}}"# }.joined(separator: ", ")
    let deep = errors(levels, #"{"template": "t1"}"#)
    #expect(deep.count == 1 && deep[0].contains("t4.node.template: found level 5; expected at most 4 templates"))
  }

  @Test func valuesOfUsesAgree() {
    let value = #""a": {"parameters": ["x"], "values": {"v": {"set": "${x}"}}, "node": {"text": {"string": "{v}"}}}"#
    let uses = { (x: String) in #"{"template": "a", "with": {"x": "1"}}, {"template": "a", "with": {"x": "\#(x)"}}"# }
    #expect(errors(value, uses("1")) == [])
    #expect(
      errors(value, uses("2")) == [
        ": $.templates.a.values.v: found another definition of v; expected the same, or a name with a parameter, "
          + "such as ${name}, used at a.json: $.root.children[1]"
      ])
  }

  /// Few bytes can't become many: each level has a hundred times the nodes of the one before.
  @Test func expandedSizeIsLimited() {
    func copies(_ template: String) -> String {
      Array(repeating: #"{"template": "\#(template)"}"#, count: 100).joined(separator: ",")
    }
    let levels = (1...3).map { #""t\#($0)": {"node": {"children": [\#(copies("t\($0 + 1)"))]}}"# }
    let found = errors(levels.joined(separator: ",") + #", "t4": {"node": {}}"#, #"{"template": "t1"}"#)
    #expect(found.count <= LocatedJSON.maximumErrors)
    #expect(found.first?.contains("expected at most 5000 nodes") == true)
    let text = String(repeating: "${x}", count: 5000)
    let argument = String(repeating: "y", count: 5000)
    let long = errors(
      #""a": {"parameters": ["x"], "node": {"// \#(text)": 1, "label": "\#(text)"}}"#,
      #"{"template": "a", "with": {"x": "\#(argument)"}}"#)
    let found4MiB = "found templates of more than 4 MiB when used; expected fewer or smaller ones"
    #expect(long == [": $.root.children[0]: \(found4MiB)"])
  }
}
