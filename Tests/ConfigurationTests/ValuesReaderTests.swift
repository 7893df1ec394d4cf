import Foundation
import PanelRaster
import Scenes
import TestSupport
import Testing

@testable import Configuration

@Suite struct ValuesReaderTests {
  private func read(_ text: String) throws -> (values: [String: ValueDefinition], errors: [String]) {
    let json = LocatedJSON(
      value: try JSONValue.read(Array(text.utf8), name: "kiosk.json"), path: "$.values", file: "/etc/c/kiosk.json")
    var errors: [Diagnostic] = []
    var passedTexts: [PassedText] = []
    let values = ValuesReader.read(json, &errors, &passedTexts)
    return (values, errors.map { $0.description.replacingOccurrences(of: "/etc/c/kiosk.json: ", with: "") })
  }

  @Test(arguments: ["{}", #"{"//lamp": "on"}"#]) func setActionWithoutValuesIsRefused(_ set: String) {
    let action = #"{"button": {"title": "", "action": {"set": \#(set)}}}"#
    #expect(SceneReader.errors(#"{"size": [9, 9], "root": \#(action)}"#).count == 1)
  }

  @Test func everySourceIsRead() throws {
    let (values, errors) = try read(
      """
      {"//": "a comment", "a": {"command": ["true"], "interval": 5}, "b": {"command": ["true", "-x"]},
       "c": {"command": ["true"], "stream": true}, "d": {"file": "door"}, "e": {"file": "/run/x/y"},
       "f": {"set": true}, "g": {"set": "shut"}, "h": {"time": "%H:%M"},
       "i": {"set": ["early", "late", 3]}, "j": {"from": "ha:light.hall"},
       "k": {"from": "a-1:t/o:p", "member": "/a~1b/0"}}
      """)
    #expect(errors == [])
    #expect(
      values.mapValues(\.source) == [
        "a": .command(["true"], interval: 5), "b": .command(["true", "-x"], interval: 30), "c": .stream(["true"]),
        "d": .file("/etc/c/door"), "e": .file("/run/x/y"), "f": .set(nil), "g": .set("shut"), "h": .time("%H:%M"),
        "i": .set("early"), "j": .adapter(.init(prefix: "ha", name: "light.hall"), member: ""),
        "k": .adapter(.init(prefix: "a-1", name: "t/o:p"), member: "/a~1b/0"),
      ])
  }

  private static let invalidSources = [
    #"{"from": "light.hall"}"#, #"{"from": ":light"}"#, #"{"from": "ha:"}"#, #"{"from": "h a:x"}"#, #"{"from": "ä:x"}"#,
    #"{"from": "Ha:x"}"#, #"{"from": "audio:x"}"#,
    #"{"from": "ha:x\ny"}"#, #"{"from": 1}"#, #"{"from": "ha:x", "member": "state"}"#,
    #"{"from": "ha:x", "member": "/a~2"}"#, #"{"from": "ha:x", "member": "/a~"}"#, #"{"from": "ha:x", "set": true}"#,
    #"{"set": true, "member": "/a"}"#,
    #"{"member": "/a"}"#,
  ]

  @Test(arguments: invalidSources) func invalidSourceIsRefused(_ source: String) throws {
    #expect(try read(#"{"a": \#(source)}"#).errors.count == 1)
  }

  @Test func errorsOfAdaptersNameWhatWasExpected() throws {
    #expect(
      try read(#"{"a": {"from": "light.hall"}, "b": {"from": "ha:x", "member": "state"}}"#).errors == [
        "$.values.a.from: found 'light.hall'; expected a prefix of letters from a to z, digits and -, a colon and an address of at most "
          + "256 characters, such as ha:light.hall",
        "$.values.b.member: found 'state'; expected a JSON pointer, such as /attributes/brightness",
      ])
  }

  @Test func callsAreRead() throws {
    let action = #"{"call": "ha:light.turn_on", "target": "light.{a}", "data": {"z": 1, "b": ["{a}"]}, "payload": "x"}"#
    let json = LocatedJSON(value: try .read(Array(action.utf8), name: "a.json"), file: "a.json")
    var errors: [Diagnostic] = []
    let call = try Action.read(json, &errors)
    #expect(
      call
        == .call(
          .init(
            .init(prefix: "ha", name: "light.turn_on"), target: "light.{a}", data: #"{"b":["{a}"],"z":1}"#,
            payload: "x")))
    #expect(
      call.json.singleLine
        == #"{"call":"ha:light.turn_on","data":{"b":["{a}"],"z":1},"payload":"x","target":"light.{a}"}"# && errors == []
    )
  }

  private static let sceneErrors = [
    (#""button": {"title": "", "action": {"call": "turn_on"}}"#, ".action.call: found 'turn_on'; expected a prefix"),
    (#""button": {"title": "", "action": {"call": "ha:x", "data": [1]}}"#, ".button.action.data: "),
    (#""button": {"title": "", "action": {"call": "ha:x", "data": {"a": ["{hal}"]}}}"#, "data.a[0]: found '{hal}'"),
    (#""button": {"title": "", "action": {"payload": "x"}}"#, ".button.action: found none of them"),
    (#""button": {"title": "", "action": {"append": {"hall": "on"}}}"#, "'hall', which has one line"),
    (
      #""switch": {"value": "hall", "action": {"call": "ha:x"}}"#, ".switch.action: found an object; expected no action"
    ),
  ]

  @Test(arguments: sceneErrors) func invalidUsesOfAdaptersAreRefused(_ node: String, _ error: String) {
    let errors = SceneReader.errors(
      #"{"size": [9, 9], "values": {"hall": {"from": "ha:light.hall"}}, "root": {\#(node)}}"#)
    #expect(errors.count == 1 && "\(errors.first ?? "")".contains(error), "\(errors)")
  }

  @Test func controlShowsAdaptersValue() {
    #expect(
      SceneReader.errors(
        #"{"size": [9, 9], "values": {"hall": {"from": "ha:light.hall"}}, "root": {"switch": {"value": "hall"}}}"#)
        == [])
    #expect(
      SceneReader.errors(
        """
        {"size": [9, 9], "values": {"hall": {"from": "ha:light.hall"}},
          "root": {"button": {"title": "", "action": {"set": {"hall": ["on", "off"]}}}}}
        """) == [])
  }

  @Test func relativeProgramStartsAtTheFilesDirectory() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      atPath: "\(directory.path)/places", withDestinationPath: "/usr/bin/true")
    let file = try directory.write(#"{"values": {"a": {"command": ["./places", "./b"]}}}"#, to: "kiosk.json")
    let (options, errors) = ConfigurationReader.read(file)
    #expect(errors.isEmpty, "\(errors)")
    #expect(
      options.values.definitions["a"]?.source == .command(["\(directory.path)/./places", "./b"], interval: 30))
  }

  @Test func choicesAreRead() throws {
    let values = try read(#"{"shift": {"set": ["early", "late", 3]}, "free": {"set": "early"}}"#).values
    #expect(values["shift"]?.choices == ["early", "late", "3"] && values["free"]?.choices == [])
  }

  @Test func formatIsRead() throws {
    let (values, errors) = try read(
      """
      {"t": {"set": true, "keep": true, "unit": "°C", "format": 1, "map": {"85": "broken"}, "staleAfter": 90, "range": [-10, 40],
       "colors": [{"from": 30, "color": "#FF0000"}, {"from": 25, "color": "#00FF00"}]}}
      """)
    var expected = ValueDefinition(.set(nil))
    (expected.unit, expected.decimals, expected.map) = ("°C", 1, ["85": "broken"])
    (expected.staleAfter, expected.range, expected.isKept) = (90, -10...40, true)
    expected.colors = [
      .init(.init(atLeast: 25), color: Color(0, 1, 0)), .init(.init(atLeast: 30), color: Color(1, 0, 0)),
    ]
    #expect(errors == [] && values == ["t": expected])
  }

  @Test func samplesAreReadWithTheirLinesAndChoices() throws {
    let (values, errors) = try read(
      """
      {"t": {"file": "t", "sample": [18, 17.5]}, "list": {"file": "l", "lines": 3, "sample": ["Milk", "Bread"]},
       "door": {"initial": ["shut", "open"], "sample": "open"}, "x": {"initial": ["a"], "sample": "b"},
       "y": {"file": "y", "sample": ["a", "b"]}, "z": {"file": "z", "lines": 2, "sample": ["a", "b", "c"]}}
      """)
    #expect(values["t"]?.sampleReading == "17.5")
    #expect(values["list"]?.sampleReading == "Milk\nBread")
    #expect(values["door"]?.sampleReading == "open")
    #expect(
      errors == [
        "$.values.x.sample: found 'b'; expected a",
        "$.values.y.sample: found an array of 2; expected one text, numbers for a chart, or lines beside it for several texts",
        "$.values.z.sample: found 3 lines; expected at most 2, as lines beside it says",
      ])
  }

  @Test func pictureShowsReadingsFromTheCommandLine() throws {
    let directory = try TemporaryDirectory()
    let values = #"{"a": {"command": ["true"]}, "b": {"set": "0", "map": {"1": "open"}}}"#
    let scene = try directory.write(#"{"size": [9, 9], "values": \#(values), "root": {}}"#, to: "a.json")
    let options = try Options(reading: ["render", "--scene", scene, "--set", "a=x=1", "--set", "b=1", "-o", "x"])
    let texts = options.withOffscreenWindow(now: 0) { _ in ["a", "b"].map(options.values.text) }
    #expect(texts == ["x=1", "open"])
  }

  @Test func pictureShowsSamplesOfValuesWithoutReadings() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write("21", to: "t")
    let values = #"{"a": {"command": ["true"], "sample": [5, 6]}, "b": {"file": "t", "sample": 9}}"#
    let scene = try directory.write(#"{"size": [9, 9], "values": \#(values), "root": {}}"#, to: "a.json")
    let options = try Options(reading: ["render", "--scene", scene, "-o", "x"])
    #expect(options.withOffscreenWindow(now: 0) { _ in ["a", "b"].map(options.values.text) } == ["6", "21"])
    let given = try Options(reading: ["render", "--scene", scene, "--set", "a=x", "-o", "x"])
    #expect(given.withOffscreenWindow(now: 0) { _ in given.values.text(of: "a") } == "x")
  }

  /// An error doesn't prevent other values from being read.
  @Test func allErrorsAreReportedAtOnce() throws {
    let (values, errors) = try read(
      """
      {"a b": {"set": true}, "none": {"unit": "V"}, "two": {"set": true, "time": "%H"}, "typo": {"set": true, "unti": "V"},
       "program": {"command": ["/nonexistent/x"]}, "empty": {"command": []}, "both": {"command": ["true"], "stream": true,
       "interval": 1}, "extra": {"file": "/a", "interval": 1}, "set": {"set": false}, "format": {"set": true, "format": 7,
       "range": [1, 1], "staleAfter": 0, "colors": [{"from": 1}], "map": {"a": 1}}, "file": {"file": ""}, "time":
       {"time": ""}, "no": 7, "interval": {"command": ["true"], "interval": 0}, "good": {"set": true}}
      """)
    #expect(values.keys.contains("good") && values.keys.contains("two") && values["typo"]?.source == .set(nil))
    #expect(
      errors == [
        "$.values.a b: found 'a b'; expected a name of at most 40 letters, digits, - and _",
        "$.values.none: found none of them; expected one of command, file, initial, set, time, from",
        "$.values.two: found set and time; expected one of command, file, initial, set, time, from",
        "$.values.typo.unti: found an unknown key; did you mean unit?",
        "$.values.program.command[0]: found '/nonexistent/x', which isn't there; expected a program",
        "$.values.empty.command: found an array of 0; expected a program and its arguments",
        "$.values.both.interval: found 1; expected either an interval or a stream",
        "$.values.extra.interval: found 1; expected this key only together with command",
        "$.values.set.set: found false; expected null, the initial text, or an array of all texts",
        "$.values.format.format: found 7; expected a whole number from 0 to 6",
        "$.values.format.staleAfter: found 0; expected a number from 0.1 to 10000000",
        "$.values.format.map.a: found 1; expected a string",
        "$.values.format.range: found an array of 2; expected the minimum, then a larger maximum",
        "$.values.format.colors[0].color: found nothing; expected this key",
        "$.values.file.file: found ''; expected a file's path",
        "$.values.time.time: found ''; expected a format of strftime(3), such as %H:%M",
        "$.values.no: found 7; expected an object",
        "$.values.interval.interval: found 0; expected a number from 0.1 to 86400",
      ])
  }

  @Test func commentsAreIgnoredInDictionariesToo() throws {
    let (values, errors) = try read(#"{"a": {"//": 1, "initial": null, "map": {"//": [1], "0": "shut"}}, "// b": 7}"#)
    #expect(errors == [] && values["a"]?.map == ["0": "shut"] && values.count == 1)
    let action = #"{"command": ["true"], "environment": {"// why": 1, "A": "b"}}"#
    let scene = SceneReader.read(Array(#"{"root": {"button": {"title": "", "action": \#(action)}}}"#.utf8), name: "a")
    #expect(scene.errors == [])
    guard case .command(let command) = scene.scene.root.button?.action else { throw TestFailure("no command") }
    #expect(command.environment == ["A": "b"])
  }

  @Test func countsAreLimited() throws {
    func values(_ count: Int, _ source: String) -> String {
      "{\((0..<count).map { "\"v\($0)\": \(source)" }.joined(separator: ","))}"
    }
    #expect(try read(values(1024, #"{"set": true}"#)).errors == [])
    let many = try read(values(1025, #"{"set": true}"#))
    #expect(many.errors == ["$.values: found 1025 values; expected at most 1024"] && many.values.count == 1024)
    #expect(try read(values(16, #"{"command": ["true"]}"#)).errors == [])
    #expect(
      try read(values(17, #"{"command": ["true"]}"#)).errors
        == ["$.values.v16: expected at most 16 values from commands"])
    func errors(mappedWordCount: Int, colorCount: Int) throws -> [String] {
      let words = (0..<mappedWordCount).map { "\"\($0)\": \"a\"" }
      let colors = Array(repeating: ##"{"from": 1, "color": "#FFFFFF"}"##, count: colorCount)
      let text = "\"map\": {\(words.joined(separator: ","))}, \"colors\": [\(colors.joined(separator: ","))]"
      return try read(#"{"a": {"set": true, \#(text)}}"#).errors
    }
    #expect(try errors(mappedWordCount: 100, colorCount: 16) == [])
    #expect(
      try errors(mappedWordCount: 101, colorCount: 17) == [
        "$.values.a.map: found an object; expected at most 100 words",
        "$.values.a.colors: found an array of 17; expected at most 16 colors",
      ])
  }

  // MARK: Use in scene files

  private func errors(of nodes: String) -> [String] {
    let text = #"""
      {"size": [9, 9], "values": {"door": {"set": true}, "clock": {"time": "%H"}}, "root": {"children": [\#(nodes)]}}
      """#
    return SceneReader.errors(text).map { String($0.dropFirst(": $.root.children".count)) }
  }

  @Test func unknownValuesAreReported() {
    #expect(
      errors(
        of: #"""
          {"text": {"string": "{dor}"}}, {"text": {"string": "{door"}}, {"button": {"title": "{{x}}"}},
          {"button": {"title": "x", "enabled": {"when": "gate", "is": 1}, "style": {"when": "door"}}},
          {"button": {"title": "x", "action": {"set": {"clock": "7"}}}}, {"chart": {"value": "dooor"}},
          {"button": {"title": "x", "action": {"set": {"door": null}}}}, {"chart": {"value": "door"}, "text": {"string": ""}},
          {"button": {"title": "x", "style": {"color": "#FFFFFF"}}},
          {"gradient": {"colors": ["#000000", "#FFFFFF"]}, "contents": {"file": "a.png", "follow": true}},
          {"text": {"string": ""}, "contents": {"file": "a.png", "follow": true}}
          """#) == [
          "[0].text.string: found 'dor', which isn't defined in \"values\"; did you mean door?",
          "[1].text.string: found { without }; expected a value's name in braces, or {{ for a brace",
          "[3].button.enabled.when: found 'gate', which isn't defined in \"values\"; expected clock or door",
          "[3].button.style.color: found nothing; expected this key",
          "[3].button.style: found only when; expected is, below, above, atLeast, atMost or stale with it",
          #"[4].button.action: found 'clock', which can't be set; expected a value whose source is "initial" or "from""#,
          "[5].chart.value: found 'dooor', which isn't defined in \"values\"; did you mean door?",
          "[6].button.action.set.door: found null; expected a text, a number, true or false",
          "[7]: found text and chart; expected one of \(SceneDescription.Node.exclusiveContentKeys.alternatives)",
        ])
  }

  /// An error doesn't list a thousand names.
  @Test(arguments: [(40, "expected v"), (41, #"expected one that "values" defines"#)])
  func errorListsFewNames(_ count: Int, _ expected: String) {
    let values = (0..<count).map { "\"v\($0)\": {\"initial\": null}" }.joined(separator: ",")
    let errors = SceneReader.errors("{\"values\": {\(values)}, \"root\": {\"text\": {\"string\": \"{temperature}\"}}}")
    #expect(errors.count == 1 && errors[0].components(separatedBy: "; ").last?.hasPrefix(expected) == true, "\(errors)")
  }

  @Test func stylesAndConditionsAreLimited() {
    func button(_ styles: Int, _ words: Int) -> String {
      let texts = (0..<words).map { "\($0)" }.joined(separator: ",")
      let style = ##"{"when": "door", "is": [\##(texts)], "color": "#FFFFFF"}"##
      let list = Array(repeating: style, count: styles).joined(separator: ",")
      return #"{"button": {"title": "", "style": [\#(list)]}}"#
    }
    #expect(errors(of: button(16, 100)) == [])
    #expect(errors(of: button(17, 1)) == ["[0].button.style: found an array of 17; expected at most 16 styles"])
    #expect(errors(of: button(1, 101)) == ["[0].button.style[0].is: found an array of 101; expected 1 to 100 values"])
  }

  /// A scene file may use its own values and those of the configuration.
  @Test func sceneFileUsesBothFilesValues() throws {
    let directory = try TemporaryDirectory()
    let scene = try directory.write(
      #"{"size": [9, 9], "values": {"own": {"set": "x"}}, "root": {"text": {"string": "{own}{door}"}}}"#,
      to: "scene.json")
    let (options, errors) = ConfigurationReader.read(
      try directory.write(#"{"scene": "scene.json", "values": {"door": {"set": "y"}}}"#, to: "kiosk.json"))
    #expect(errors == [] && Set(options.values.definitions.keys) == ["own", "door"])
    let (_, alone) = SceneReader.read(scene)
    #expect(alone.map(\.reason) == ["found 'door', which isn't defined in \"values\"; expected own"])
  }

  /// A rendered picture has as many lines of the file as the panel shows.
  @Test func pictureHasAllLinesOfAFile() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write("one\n\ntwo\nthree\nfour\n", to: "plan.txt")
    let scene = try directory.write(
      #"{"size": [9, 9], "values": {"plan": {"file": "plan.txt", "lines": 3}}, "root": {}}"#, to: "scene.json")
    let (options, _) = FileChecker.read(scene)
    options.values.readOnce(at: 0)
    #expect(options.values.reading("plan")?.raw == "one\ntwo\nthree")
  }

  @Test func givenReadingMayHaveSeveralLines() throws {
    let directory = try TemporaryDirectory()
    let scene = try directory.write(
      #"{"size": [9, 9], "values": {"plan": {"set": true, "lines": 3}}, "root": {}}"#, to: "scene.json")
    let options = try Options(reading: ["render", "--scene", scene, "--set", "plan=one\ntwo", "-o", "x"])
    #expect(options.readings.map(\.raw) == ["one\ntwo"])
  }

  @Test func valuesOfAllFilesAreLimitedTogether() throws {
    let directory = try TemporaryDirectory()
    func values(_ name: String, _ count: Int) -> String {
      "{\((0..<count).map { #""\#(name)\#($0)": {"set": true}"# }.joined(separator: ","))}"
    }
    _ = try directory.write(#"{"size": [9, 9], "values": \#(values("s", 4)), "root": {}}"#, to: "scene.json")
    for (count, expected) in [(1020, []), (1021, ["expected at most 1024 values in all files"])] {
      let file = try directory.write(#"{"scene": "scene.json", "values": \#(values("k", count))}"#, to: "kiosk.json")
      #expect(ConfigurationReader.read(file).errors.map(\.reason) == expected)
    }
  }

  @Test func schemaHasReadersKeys() throws {
    #expect(try Formats.schema("kiosk").keys(of: "value") == Set(ValuesReader.keys))
  }
}
