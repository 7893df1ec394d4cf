import Foundation
import PanelGeometry
import PanelRaster
import Scenes
import TestSupport
import Testing

@testable import Configuration

@Suite struct ConfigurationTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func write(_ text: String) throws -> String { try directory.write(text, to: "kiosk.json") }

  private func errors(_ text: String) throws -> [String] {
    let path = try write(text)
    return ConfigurationReader.read(path).errors.map {
      String($0.description.dropFirst(path.count).drop { ": ".contains($0) })
    }
  }

  @Test func tapFeedbackIsOffWithFileUnlessSet() throws {
    func explains(_ arguments: String...) throws -> Bool {
      try Options(reading: ["render", "-o", "x.png"] + arguments).explainsTaps
    }
    #expect(try explains() && !explains("--no-tap-feedback"))
    let empty = try write("{}")
    #expect(try !explains("--config", empty))
    let enabled = try write(#"{"tapFeedback": true}"#)
    #expect(try explains("--config", enabled) && !explains("--config", enabled, "--no-tap-feedback"))
  }

  /// Faces route touches by depth and hide the bar, unless the file or the command line says otherwise.
  @Test(arguments: [
    ("{}", "", TouchFix.none, true), (#"{"faces": {}}"#, "", .depth, false),
    (#"{"touchFix": "none", "faces": {}}"#, "", .none, false),
    (#"{"bar": true, "faces": {}}"#, "", .depth, true), (#"{"faces": {}}"#, "--touch-fix none", .none, false),
    (#"{"faces": {}, "bar": true}"#, "--no-bar --touch-fix reorder", .reorder, false),
  ])
  func facesChangeDefaults(_ text: String, _ arguments: String, _ fix: TouchFix, _ showsBar: Bool) throws {
    let path = try write(text)
    let options = try Options(reading: ["--config", path] + arguments.split(separator: " ").map(String.init))
    #expect(options.touchFix == fix && options.showsBar == showsBar && !options.explainsTaps)
  }

  @Test func scaleMayBeAutomatic() throws {
    let path = try write(#"{"scale": "auto"}"#)
    #expect(
      try Options(reading: ["--config", path]).scale == nil
        && Options(reading: ["--config", path, "--scale", "2"]).scale == 2)
    #expect(try Options(reading: ["--scale", "auto"]).scale == nil && Options(reading: []).scale == 1)
    #expect(try errors(#"{"scale": "big"}"#) == ["$.scale: found 'big'; expected a number from 0.25 to 8, or auto"])
  }

  @Test(arguments: ["onDim", "onDark", "onWake"]) func idleActionIsCommandOrUnit(_ key: String) throws {
    let path = try write(#"{"idle": {"\#(key)": {"command": ["true"]}}}"#)
    let (options, errors) = ConfigurationReader.read(path)
    #expect(errors.isEmpty && options.idleHooks == [.init(rawValue: key)!: .command(.init(arguments: ["true"]))])
    #expect(
      try self.errors(#"{"idle": {"\#(key)": "light"}}"#) == [
        "$.idle.\(key): found 'light'; expected an object with command or unit"
      ])
  }

  @Test func everyKeyIsRead() throws {
    // 246810, by `openssl passwd -6 -salt salt`.
    let hash = "OprnTkPEpERcW2pN5bGRApAImVdM8O285JRnwCgT1PHUXisqSliwC3dG4yFHdeVqx.fhGUVbZU0kynTcY9/RU/"
    let path = try write(
      #"""
      {"// for people": 1, "scene": "fold", "touchFix": "depth", "lighting": "camera", "view": "0.5,-1", "theme": "light",
       "bar": false, "allowExplain": true, "allowQuit": true, "reduceMotion": true, "screen": "DSI-1", "rotate": 90,
       "scale": 1.5, "allowScenes": true, "maintenance": {"pin": "$6$salt$\#(hash)", "digits": 6, "corner": "top-right"},
       "keys": false,
       "touchSlop": 2.5, "idle": {"homeAfter": 90, "dimAfter": 60, "dim": ["20:00", "07:00"], "attractAfter": 300,
        "sleep": ["22:00", "06:30"], "shift": 1.25, "inhibit": true},
       "values": {"light": {"set": "50"}}, "brightness": "light",
       "faces": {"1": {"label": "Door", "colors": ["#102030", "#FFFFFF"], "buttons": [
         {"title": "Open", "confirm": "Hold", "action": {"command": ["true", "-x"], "timeout": 5, "directory": "/",
          "environment": {"DOOR": "1"}}},
         {"name": "lamp", "accessibleName": "The lamp", "action": "light"}, {"action": {"turn": 4}}]},
        "2": {"buttons": [{"title": "Unit", "action": {"unit": "open-door.service"}}]},
        "4": {"buttons": [{"title": "Fold", "action": {"scene": "fold"}}, {"action": "none"}, {"action": "fold"}]}}}
      """#)
    let (options, errors) = ConfigurationReader.read(path)
    #expect(errors.map(\.description) == [])
    #expect(options.scene == "fold" && options.touchFix == .depth && options.lighting == .camera)
    #expect(options.view == ViewAngle(x: 0.5, y: -1) && options.theme == .light && !options.showsBar)
    #expect(options.allowsQuit && options.reducesMotion)
    #expect(options.screen == "DSI-1" && options.rotate == .quarter && options.touchSlop == 2.5)
    #expect(
      options.idle
        == .init(
          homeAfter: 90, dimAfter: 60, dimHours: .init(from: 1200, to: 420), attractAfter: 300,
          sleepHours: .init(from: 1320, to: 390), pixelShift: 1.25,
          inhibitsBlanking: true))
    #expect(options.scale == 1.5 && options.permissions == .all && options.maintenance?.corner == .topRight)
    #expect(options.maintenance?.pin.matches("246810") == true && options.maintenance?.pin.length == 6)
    #expect(!options.handlesKeys && options.brightness == "light")
    #expect(options.faces[1]?.buttons[1].accessibilityLabel == "The lamp")
    #expect(options.faces[1]?.label == "Door" && options.faces[1]?.colors?.from == Color(hex: 0x102030))
    let names = options.faces[1]?.buttons.map(\.name)
    #expect(names == ["button", "lamp", "button3"] && options.faces[1]?.buttons[0].needsHold == true)
    #expect(options.faces[1]?.buttons[1].action == .light && options.faces[3] == nil)
    let command = Action.Command(arguments: ["true", "-x"], timeout: 5, directory: "/", environment: ["DOOR": "1"])
    func actions(_ face: Int) -> [Action]? { options.faces[face]?.buttons.map(\.action) }
    #expect(actions(1) == [.command(command), .light, .turn(4)])
    #expect(actions(2) == [.unit("open-door.service")] && actions(4) == [.scene("fold"), .none, .fold])

    // The command line takes precedence, and `--` replaces the first button's action.
    let merged = try Options(reading: ["--config", path, "--scene", "cube", "--touch-fix", "none", "--", "echo", "a"])
    #expect(
      merged.scene == "cube" && merged.touchFix == .none && merged.lighting == .camera && merged.rotate == .quarter)
    // An option takes precedence even if its value is the default.
    #expect(try Options(reading: ["--config", path, "--rotate", "0"]).rotate == .none)
    let buttons = merged.faces[1]?.buttons
    #expect(buttons?[0].action == .command(.init(arguments: ["echo", "a"])) && buttons?[1].action == .light)
  }

  // Swift 6.0's compiler crashes on an interpolation in a macro's arguments.
  private static let longHash = String(repeating: "a", count: 86)

  @Test(arguments: [
    ("{", "1:1: string or '}' expected near end of file"), ("[]", "$: found an array of 0; expected an object"),
    (#"{"touchfix":"none"}"#, "$.touchfix: found an unknown key; did you mean touchFix?"),
    (#"{"zoom":1}"#, "$.zoom: found an unknown key; expected one of 33 others, which the manual lists"),
    ("{\"bar\":true,\n \"bar\":false}", #"2:6: duplicate object key near '"bar"'"#),
    (#"{"scale":9}"#, "$.scale: found 9; expected a number from 0.25 to 8"),
    (#"{"allowScenes":"yes"}"#, "$.allowScenes: found 'yes'; expected true or false"),
    (#"{"idle":{"shift":2}}"#, "$.idle.shift: found 2; expected a number from 0 to 1.5"),
    (#"{"idle":{"inhibit":1}}"#, "$.idle.inhibit: found 1; expected true or false"),
    // The PIN itself isn't repeated in a message.
    (
      #"{"maintenance":{"pin":"2468"}}"#,
      "$.maintenance.pin: found something else; expected a hash by cube-kiosk hash-pin"
    ),
    (
      #"{"maintenance":{"pin":"$6$rounds=999999999$salt$"# + longHash + #"","digits":6}}"#,
      "$.maintenance.pin: found a hash that takes too long to check; expected at most rounds=1000000, bcrypt's cost 12"
    ),
    (#"{"maintenance":{}}"#, "$.maintenance: found neither; expected either pin or pinFile"),
    (
      #"{"maintenance":{"pinFile":"none"}}"#,
      "$.maintenance.pinFile: found 'none' (No such file or directory); expected a file with a hash by cube-kiosk hash-pin"
    ),
    (#"{"lighting":3}"#, "$.lighting: found 3; expected book, camera or off"),
    (#"{"root":{}}"#, #"$: found a scene file; expected a configuration, which may name one as its "scene""#),
    (#"{"view":"up"}"#, "$.view: found 'up'; expected face-on, corner-on, face-1 to face-6, or AX,AY in radians"),
    (#"{"theme":"blue"}"#, "$.theme: found 'blue'; expected dark, light or contrast"),
    (#"{"bar":"no"}"#, "$.bar: found 'no'; expected true or false"),
    (#"{"rotate":45}"#, "$.rotate: found 45; expected 0, 90, 180 or 270 degrees, clockwise"),
    (#"{"rotate":90.7}"#, "$.rotate: found 90.7; expected 0, 90, 180 or 270"),
    (#"{"rotate":1e300}"#, "$.rotate: found 1e+300; expected 0, 90, 180 or 270"),
    (#"{"rotate":-9223372036854775808}"#, "$.rotate: found -9.223372036854776e+18; expected 0, 90, 180 or 270"),
    (#"{"rotate":-1e19}"#, "$.rotate: found -1e+19; expected 0, 90, 180 or 270"),
    (#"{"rotate":9223372036854775808}"#, "$.rotate: found 9.223372036854776e+18; expected 0, 90, 180 or 270"),
    (#"{"touchSlop":0}"#, "$.touchSlop: found 0; expected millimeters from 0.2 to 20"),
    (
      #"{"maintenance":{"pin":"$1$salt$qJH7.N4xYta3aEG/dfqo/0","digits":5.5}}"#,
      "$.maintenance.digits: found 5.5; expected a whole number from 4 to 12"
    ),
    (#"{"keys":1}"#, "$.keys: found 1; expected true or false"),
    (#"{"idle":{"homeAfter":0}}"#, "$.idle.homeAfter: found 0; expected a number from 1 to 86400"),
    (
      #"{"idle":{"dim":"22:00-06:00"}}"#,
      "$.idle.dim: found '22:00-06:00'; expected an array of 2 times of the day, such as [\"22:00\", \"06:30\"]"
    ),
    (
      #"{"visitors":"contrast"}"#,
      "$.visitors: found 'contrast'; expected an array of speech, contrast, textSize, reach, language"
    ),
    (#"{"keyboard":"de"}"#, "$.keyboard: found 'de'; expected an array of keyboard layouts, such as [\"us\", \"de\"]"),
    (
      #"{"values":{"light":{"set":"9"}},"brightness":"lihgt"}"#,
      "$.brightness: found 'lihgt', which isn't defined in \"values\"; did you mean light?"
    ),
    (
      #"{"idle":{"wakeOn":{"when":"pir","is":"on"}}}"#,
      "$.idle.wakeOn.when: found 'pir', which isn't defined in \"values\""
    ),
    (#"{"idle":{"wakeOn":true}}"#, "$.idle.wakeOn: found true; expected an object"),
    (#"{"brightness":50}"#, "$.brightness: found 50; expected the name of a value"),
    (#"{"idle":{"dimAfter":0}}"#, "$.idle.dimAfter: found 0; expected a number from 1 to 86400"),
    (#"{"idle":{"dimAfter":9,"attractAfter":9}}"#, "$.idle.attractAfter: found 9; expected more than dimAfter"),
    (#"{"idle":{"sleep":["22:00","24:00"]}}"#, "$.idle.sleep[1]: found '24:00'; expected a time of the day"),
    (#"{"scene":"sphere"}"#, "$.scene: found 'sphere'; expected cube, "),
    (#"{"faces":{"7":{}}}"#, "$.faces.7: found an unknown key; expected 1, 2, 3, 4, 5 or 6"),
    (
      "{\"faces\":{\"1\":{\"colors\":[\"red\",\"#000000\"]}}}",
      "$.faces.1.colors[0]: found 'red'; expected a color such as \"#35B68B\""
    ),
    (
      #"{"faces":{"1":{"image":"no.png"}}}"#,
      "$.faces.1.image: found 'no.png' (No such file or directory); expected a picture"
    ),
    (
      "{\"faces\":{\"1\":{\"colors\":[\"#00000080\",\"#000000\"]}}}",
      "$.faces.1.colors[0]: found '#00000080'; expected a color without an alpha"
    ),
    (
      #"{"faces":{"1":{"content":{"children":[{"opacity":2}]}}}}"#,
      "$.faces.1.content.children[0].opacity: found 2; expected a number from 0 to 1"
    ),
    (
      #"{"faces":{"1":{"content":{"name":"a","button":{"title":""}},"buttons":[{"name":"a","action":"none"}]}}}"#,
      "$.faces.1.buttons[0].name: found 'a'; expected a name that no other button or control here has"
    ),
  ])
  func errorIsReportedWithItsPlace(_ text: String, _ message: String) throws {
    let errors = try errors(text)
    #expect(errors.count == 1 && errors[0].hasPrefix(message), "\(errors)")
  }

  @Test(arguments: [
    (#"{}"#, ".action: found nothing; expected this key"),
    (#"{"action":"open"}"#, ".action: found 'open'; expected light, "),
    (
      #"{"action":{"command":["no-such-program"]}}"#,
      ".action.command[0]: found 'no-such-program', which isn't there; expected a program"
    ),
    (#"{"action":{"command":[]}}"#, ".action.command: found an array of 0; expected a program and its arguments"),
    (#"{"action":{"unit":"door"}}"#, ".action.unit: found 'door'; expected a unit's name"),
    (#"{"action":{"sound":"a/b.oga"}}"#, ".action.sound: found 'a/b.oga', which isn't there; expected a sound file"),
    (
      #"{"action":{"sound":"bell!"}}"#,
      ".action.sound: found 'bell!'; expected the name of a sound, such as bell, or a file"
    ),
    (#"{"action":{"sound":""}}"#, ".action.sound: found ''; expected the name of a sound"),
    (#"{"action":{"turn":7}}"#, ".action.turn: found 7; expected a whole number from 1 to 6"),
    (#"{"action":{"turn":1,"scene":"fold"}}"#, ".action: found scene and turn; expected one of"),
    (#"{"action":"none","confirm":true}"#, ".confirm: found true; expected Hold"),
    (#"{"action":[]}"#, ".action: found an array of 0; expected 1 to 8 actions"),
    (#"{"action":["fold","fold","fold","fold","fold","fold","fold","fold","fold"]}"#, ".action: found an array of 9; "),
    (#"{"action":["fold",["light"]]}"#, ".action[1]: found an array of 1; expected light, "),
    (#"{"action":["fold","press"]}"#, ".action[1]: found 'press'; expected another action than press in an array"),
    (#"{"action":["fold",{"set":{"no":"1"}}]}"#, ".action[1]: found 'no', which isn't defined in \"values\""),
    (#"{"action":["fold",{"turn":7}]}"#, ".action[1].turn: found 7; expected a whole number from 1 to 6"),
  ])
  func buttonsErrorIsReportedWithItsPlace(_ button: String, _ message: String) throws {
    let errors = try errors(#"{"faces":{"1":{"buttons":[\#(button)]}}}"#)
    #expect(errors.count == 1 && errors[0].hasPrefix("$.faces.1.buttons[0]" + message), "\(errors)")
  }

  @Test func programThatIsNotExecutableIsReported() throws {
    try directory.write("#!/bin/sh\n", to: "ring")
    let errors = try errors(#"{"faces":{"1":{"buttons":[{"action":{"command":["./ring"]}}]}}}"#)
    let location = "$.faces.1.buttons[0].action.command[0]"
    #expect(errors == ["\(location): found './ring', which isn't executable; expected a program"])
  }

  @Test(.enabled(if: SoundTheme.names().contains("bell"), "sound-theme-freedesktop is not installed"))
  func unknownSoundIsReportedWithTheNearest() throws {
    func error(_ sound: String) throws -> [String] {
      try errors(#"{"faces":{"1":{"buttons":[{"action":{"message":{"title":"a","sound":"\#(sound)"}}}]}}}"#)
    }
    let found = "$.faces.1.buttons[0].action.message.sound: found 'belll'"
    let expected = "expected the name of a sound in /usr/share/sounds/freedesktop/stereo; did you mean bell?"
    #expect(try error("belll") == ["\(found); \(expected)"] && error("bell") == [])
  }

  @Test func soundFileStartsAtItsFilesDirectory() throws {
    let file = try directory.write("", to: "door.wav")
    let path = try write(
      #"{"values": {"a": {"initial": "7"}}, "volume": "a", "faces": {"1": {"buttons": [{"action": {"sound": "door.wav"}}]}}}"#
    )
    let (options, errors) = ConfigurationReader.read(path)
    #expect(errors == [] && options.faces[1]?.buttons[0].action == .sound(file) && options.volume == "a")
    #expect(options.faces[1]?.buttons[0].action.json.singleLine == #"{"sound":"\#(file)"}"#)
  }

  @Test func allErrorsAreReportedAtOnce() throws {
    let errors = try errors(
      #"{"bars":1,"bar":1,"rotate":1,"faces":{"1":{"label":2,"buttons":[{"action":7},{"action":"none"}]},"2":3}}"#
    )
    #expect(
      errors.map { $0.prefix { $0 != ":" } } == [
        "$.bars", "$.bar", "$.rotate", "$.faces.1.label", "$.faces.1.buttons[0].action", "$.faces.2",
      ])
    let path = "/nonexistent/kiosk.json"
    #expect(ConfigurationReader.read(path).errors.map(\.description) == [path + ": No such file or directory"])
  }

  @Test func faceContentIsReadLikeSceneFile() throws {
    let path = try write(
      #"""
      {"faces": {"2": {"colors": ["#102030", [1, 1, 1, 1]], "content": {"name": "panel", "children": [
         {"text": {"string": "20 °C", "color": "#FFFFFF"}}, {"button": {"title": "Open", "action": {"turn": 1}}}]}},
       "5": {"content": {"bounds": [0, 0, 20, 30], "button": {"title": "a"}}, "buttons": [{"action": "none"}]}}}
      """#)
    let (options, errors) = ConfigurationReader.read(path)
    #expect(errors == [])
    let content = try #require(options.faces[2]?.content)
    #expect(content.bounds == Rect(0, 0, 200, 200) && content.position == Point(100, 100))
    #expect(options.faces[5]?.content?.bounds == Rect(0, 0, 20, 30))
    let cube = CubeScene(options.sceneOptions)
    #expect(cube.buttons.map(\.path) == ["cube/face2/panel/button", "cube/face5/button", "cube/face5/button2"])
    #expect(cube.buttons.map(\.action) == [.turn(1), .none, .none] && cube.buttons.map(\.face) == [2, 5, 5])
    #expect(cube.content.subviews[1].subviews.map(\.name) == ["panel"], "the face must have no number")
  }

  /// Scene files that are shown by one of several actions, by a message's button, and by that of an alert.
  @Test func scenesOfAllActionsAreRead() throws {
    for name in ["a", "b", "c", "d"] { try directory.write(#"{"root": {}}"#, to: "\(name).json") }
    let message = #"{"message": {"title": "m", "buttons": [{"title": "b", "action": ["none", {"scene": "b.json"}]}]}}"#
    let alert = #"{"is": "1", "title": "m", "buttons": [{"title": "c", "action": {"scene": "c.json"}}]}"#
    let button = #"{"title": "d", "action": {"scene": "d.json"}}"#
    try directory.write(
      #"{"values": {"v": {"initial": "0", "alert": \#(alert)}}, "root": {"button": \#(button)}}"#, to: "home.json")
    let buttons = #"[{"action": ["light", {"scene": "a.json"}]}, {"action": \#(message)}]"#
    let path = try write(#"{"scene": "home.json", "faces": {"1": {"buttons": \#(buttons)}}}"#)
    let (options, errors) = ConfigurationReader.read(path)
    #expect(errors == [])
    #expect(
      options.sceneFiles.keys.map { String($0.split(separator: "/").last ?? "") }.sorted() == [
        "a.json", "b.json", "c.json", "d.json", "home.json",
      ])
  }

  @Test func sceneFilesErrorsAreReported() throws {
    let path = try write(#"{"bar": 1, "scene": "panel.json"}"#)
    try directory.write(#"{"size": [1, 1], "root": {"hidden": 1, "opacity": 2}}"#, to: "panel.json")
    #expect(ConfigurationReader.read(path).errors.map(\.location) == ["$.bar", "$.root.hidden", "$.root.opacity"])
  }

  @Test func checkedFileIsConfigurationOrScene() throws {
    func errors(_ text: String) throws -> [String] {
      let path = try write(text)
      return FileChecker.read(path).errors.map { String($0.description.dropFirst(path.count + 2)) }
    }
    #expect(try errors("{}") == [] && errors(#"{"// why": 1, "bar": true}"#) == [])
    #expect(try errors(#"{"size": [1, 1], "root": {}}"#) == [])
    #expect(
      try errors(#"{"size": [1, 1], "root": {"opacity": 2, "hidden": 1}}"#) == [
        "$.root.hidden: found 1; expected true or false", "$.root.opacity: found 2; expected a number from 0 to 1",
      ])
    #expect(
      try errors(#"{"size": [1, 1], "root": {}, "bar": true}"#).first?.hasPrefix("$.bar: found an unknown key") == true)
    #expect(try errors(#"{"size": [1, 1]}"#) == ["$.root: found nothing; expected this key"])
    #expect(try errors(#"{"bar": 1}"#) == ["$.bar: found 1; expected true or false"])
    let neither = "$: found no key of a configuration, and no root; expected a configuration, or a scene file"
    #expect(
      try errors(#"{"touchfix": "none"}"#) == [neither, "$.touchfix: found an unknown key; did you mean touchFix?"])
    #expect(try errors("[]") == ["$: found an array of 0; expected an object, a configuration's or a scene file's"])
    #expect(try errors("{").count == 1)
  }

  // Outside of the attribute: Swift 6.0 doesn't compile interpolation in a test's arguments.
  private static let boundedTexts: [(members: String, isGood: Bool)] = {
    func text(_ count: Int) -> String { String(repeating: "é", count: count) }
    func button(_ member: String) -> String { #""buttons":[{"action":"none",\#(member)}]"# }
    return [
      ("\"label\":\"\(text(1000))\"", true), ("\"label\":\"\(text(1001))\"", false),
      (button("\"title\":\"\(text(1001))\""), false), (button("\"accessibleName\":\"\(text(1001))\""), false),
      (button(#""name":"a/b""#), false), (button(#""name":"a\u2066""#), false),
      (button(#""name":"door""#), true),
    ]
  }()

  /// The schema has the same limits as the reader.
  @Test(arguments: boundedTexts)
  func textsAreBounded(_ members: String, _ isGood: Bool) throws {
    let text = #"{"faces":{"1":{\#(members)}}}"#
    #expect(try errors(text).isEmpty == isGood)
    let schema = try Formats.schema("kiosk")
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(schema.errors(of: value).isEmpty == isGood, "\(schema.errors(of: value))")
  }

  @Test func exampleIsValidAndSchemaMatchesReader() throws {
    let example = Formats.example("kiosk")
    let (options, errors) = ConfigurationReader.read(example)
    #expect(errors == [] && options.faces.count > 1)
    let schema = try Formats.schema("kiosk")
    #expect(schema.keys(of: "face") == Set(FacesReader.faceKeys))
    #expect(schema.keys(of: "button") == Set(FacesReader.buttonKeys))
    #expect(try schema.errors(ofFile: example) == [])
  }
}
