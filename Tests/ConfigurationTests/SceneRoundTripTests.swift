import Chrome
import Foundation
import PanelViews
import Scenes
import SeededRandom
import TestRendering
import Testing

@testable import Configuration

/// A scene that can be read can be drawn, and `inspect` prints a file that can be read.
@Suite struct SceneRoundTripTests {
  /// A scene file with the keys of the format, except those that `inspect` adds.
  private static let whole = """
    {"//": "a comment", "name": "whole", "size": [320, 200], "fit": "cover",
      "mirror": false, "values": {"lamp": {"initial": "off"},
      "door": {"initial": ["shut", "open"], "map": {"shut": "closed", "open": "open {"}}, "free": {"set": true, "lines": 20},
      "load": {"command": ["true"], "interval": 5, "unit": "°C", "format": 1, "staleAfter": 9, "keep": true, "public": true, "range": [-5, 40.5], "sample": [1, 2.5],
       "alert": {"above": 40, "title": "{load}", "text": "{{", "icon": "mdi:fire", "id": "hot", "seconds": 5, "urgency": "critical", "sound": "bell", "picture": {"from": "ha:camera.front", "every": 5},
        "buttons": [{"title": "Off", "action": {"set": {"lamp": "off"}}}, {"title": "Later"}]},
       "colors": [{"from": 25, "color": "#F2B33D80", "label": "too warm"}]}, "lines": {"command": ["true"], "stream": true},
      "file": {"file": "/proc/version"}, "clock": {"time": "%Y"}, "served": {"from": "a:b", "member": "/c"}}, "root": {
      "frame": [0, 0, 320, 200], "backgroundColor": "#FFFFFF", "sublayerTransform": [{"perspective": 500}], "children": [
      {"frame": [10, 10, 100, 60], "transform": [{"rotateY": 30}, {"translate": [0, 0, 50]}, {"scale": [1.2, 1]}],
       "text": {"string": "at least two lines {door} {{ brace", "font": "serif", "size": 20, "weight": 700,
        "align": "trailing", "lines": 3, "announces": true, "icon": "mdi:door-{door}"},
       "gradient": {"colors": ["#FF0000", "#00FF0080"], "locations": [0, 0.7], "startPoint": [0, 0], "endPoint": [1, 1]}},
      {"bounds": [1, 2, 90, 40], "position": [40, 100], "anchorPoint": [0.25, 0.75], "anchorPointZ": 3, "zPosition": 4,
       "class": "transform", "name": "group", "children": [{"frame": [0, 0, 30, 30], "borderWidth": 2,
        "borderColor": "#00FF00", "cornerRadius": {"topLeft": 5, "topRight": 2, "bottomRight": 7.5, "bottomLeft": 0.5}, "backgroundColor": "#0000FF80", "masksToBounds": true,
        "shadow": {"color": "#FF00FF", "opacity": 0.7, "radius": 2, "offset": [3, 4]}, "opacity": 0.8,
        "doubleSided": false, "userInteractionEnabled": false}]},
      {"frame": [10, 130, 50, 50], "contents": "PICTURE", "gravity": "resizeAspect",
       "label": "A square", "hint": "Red", "text": {"string": "{load}"}},
      {"frame": [60, 130, 50, 50], "contents": {"file": "PICTURE", "follow": true}, "hidden": true},
      {"frame": [60, 130, 50, 50], "picture": {"from": "a:b", "every": 10}, "gravity": "resizeAspectFill"},
      {"frame": [60, 130, 50, 50], "picture": {"from": "a:c", "live": true}},
      {"frame": [60, 75, 50, 50], "contents": {"file": "PICTURE", "follow": true, "staleAfter": 0.5},
       "chart": {"value": "load", "hours": 2, "color": "#35B68B", "width": 3}},
      {"frame": [60, 75, 50, 50], "chart": {"value": "free"}, "backgroundColor": "#111111"},
      {"frame": [60, 75, 50, 50],
       "chart": {"values": ["free", "load"], "colors": ["#35B68B"], "span": 5, "axis": true, "width": 1, "hours": 3}},
      {"frame": [120, 10, 90, 40], "transform": [{"rotate": -10}, {"scale": 0.5}], "name": "door",
       "button": {"title": "Open {door}", "accessibleName": "Open the door", "confirm": "Hold",
        "enabled": {"when": "door", "is": "open"},
        "action": {"command": ["true", "-x"], "timeout": 2.5, "directory": "/", "environment": {"A": "b"}, "input": "{free}"}}},
      {"frame": [0, 0, 30, 30], "icon": {"name": "mdi:lock", "size": 20, "color": "#F2B33D", "align": "leading"}},
      {"frame": [0, 0, 30, 30], "icon": "{door}"}, {"frame": [9, 9, 50, 50], "button": {"icon": "mdi:home"}},
      {"frame": [120, 60, 90, 40], "button": {"title": "A", "action": {"unit": "a.service", "timeout": 5},
       "style": {"color": "#F2B33D"}}},
      {"frame": [120, 110, 90, 40], "button": {"title": "B", "action": {"scene": "fold"},
       "style": [{"when": "lamp", "is": ["on", 1], "color": "#FF0000"}, {"when": "lamp", "is": "off", "color": "#00FF00"}]}},
      {"frame": [220, 10, 90, 40], "button": {"title": "C", "action": {"turn": 4}}},
      {"frame": [220, 60, 90, 40], "button": {"title": "D", "action": "fold"}},
      {"frame": [220, 155, 90, 40], "button": {"title": "F",
        "action": {"call": "a:b", "target": "t", "data": {"b": 2, "a": [true]}, "payload": "p"}}},
      {"frame": [120, 155, 90, 40], "button": {"title": "E", "action": {"set": {"lamp": ["on", "off"]}}}},
      {"frame": [220, 155, 90, 40], "button": {"title": "F", "action": {"message": {"title": "Hi"}}}},
      {"frame": [220, 155, 90, 40], "button": {"title": "G", "action": {"append": {"free": "{lamp}"}}}},
      {"frame": [220, 155, 90, 40], "button": {"title": "H", "action": {"remove": {"free": "off"}}}},
      {"frame": [220, 155, 90, 40], "button": {"title": "I", "action": [{"remove": {"free": "off"}}, "light", {"turn": 2}]}},
      {"frame": [220, 110, 90, 40], "button": {"title": "", "action": "light"}},
      {"frame": [5, 160, 100, 40], "margins": [1, 2, 3, 4], "stack": {"axis": "automatic", "spacing": 6,
        "alignment": "center", "distribution": "equalSpacing"}, "children": [
         {"width": 30, "height": 20, "backgroundColor": "#FF0000"}, {"grow": true, "text": {"string": "{load}"}},
         {"frame": [1, 1, 5, 5]}, {"grid": {"columns": 3, "spacing": 2, "rowSpacing": 1}, "children": [{}, {}]},
         {"visible": {"all": [{"not": {"when": "lamp", "is": "off"}}, {"any": [{"when": "door", "below": 20, "atLeast": -1},
           {"when": "door", "above": 2.5, "atMost": 3, "is": "open"}, {"when": "load", "stale": true}]}]}, "margins": 2, "scroll": {"axis": "horizontal", "spacing": 3},
          "children": [{"text": {"string": "a"}}, {"text": {"string": "b"}}]}]},
      {"frame": [5, 5, 300, 190], "grid": {}, "children": [
        {"switch": {"value": "lamp", "off": 0, "on": "on", "accessibleName": "Lamp", "action": "light"}},
        {"name": "heat", "slider": {"value": "free", "minimum": -5, "maximum": 5.5, "step": 0.25}},
        {"stepper": {"value": "free", "minimum": 1, "maximum": 2, "step": 1, "action": {"scene": "fold"}}},
        {"gauge": {"value": "load", "range": [0, 50], "caption": "Load {door}"}}, {"progress": {"value": "load"}},
        {"keypad": {"value": "free", "digits": 6}},
        {"field": {"value": "free", "kind": "number", "placeholder": "Age", "minimum": 1, "maximum": 99.5, "decimals": 1,
          "pattern": "[0-9.]*", "patternText": "Digits", "scan": true, "secure": true, "enabled": {"when": "lamp", "is": "on"}}},
        {"search": {"value": "free", "placeholder": "Name", "accessibleName": "Search"}},
        {"button": {"title": "J", "lines": 2}},
        {"margins": 3, "list": {"value": "free", "separator": false, "empty": "None of {load}",
          "row": {"name": "take", "height": 30, "text": {"string": "- {line} {load} {line.a}"}, "action": {"set": {"lamp": "{line.b}"}},
           "visible": {"not": {"when": "line.a", "is": "b"}}}}}]}]}}
    """.replacingOccurrences(
      of: "PICTURE",
      with: Formats.directory.appendingPathComponent("../../Tests/Fuzz/Corpus/png/rgba").standardizedFileURL.path)

  @discardableResult private func draw(_ scene: Scene, _ size: Size = Size(160, 100)) -> [UInt32] {
    let window = Window(Stage(scene, showsBar: false), size: size, scale: 1, threads: 1)
    window.layoutIfNeeded()
    return window.image().pixelArray
  }

  @Test func changedBytesAreReadOrReported() throws {
    let hello = try Data(contentsOf: URL(fileURLWithPath: Formats.example("hello")))
    var random = SeededRandom()
    for round in 0..<800 {
      var bytes = round % 2 == 0 ? hello : Data(Self.whole.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
      let (scene, errors) = SceneReader.read(Array(bytes), name: "a.json")
      if errors.isEmpty { draw(FileScene(scene)) }
      #expect(!errors.contains { $0.description.contains("\n") })
    }
  }

  @Test func keyWithLineBreakIsReportedOnOneLine() {
    let errors = SceneReader.errors("{\"nam\\ne\": 1}")
    #expect(errors.contains(": $.nam\u{FFFD}e: found an unknown key; did you mean name?"), "\(errors)")
  }

  @Test func changedNumbersAreDrawnOrReported() throws {
    var random = SeededRandom()
    let numbers = ["0", "-1", "1e-9", "1e7", "-1e7", "0.001", "16384", "1e300", "90", "1e4"]
    let pattern = try NSRegularExpression(pattern: "(?<=[\\[ ])-?[0-9.]+(?=[,\\]}])")
    let places = pattern.matches(in: Self.whole, range: NSRange(location: 0, length: Self.whole.utf16.count))
    try #require(places.count > 30)
    var drawnCount = 0
    for _ in 0..<150 {
      let text = NSMutableString(string: Self.whole)
      let changed = Set((0..<3).map { _ in Int.random(in: 0..<places.count, using: &random) })
      for index in changed.sorted(by: >) {
        text.replaceCharacters(in: places[index].range, with: numbers.randomElement(using: &random)!)
      }
      let (scene, errors) = SceneReader.read(Array("\(text)".utf8), name: "a.json")
      #expect(!errors.contains { $0.description.contains("\n") })
      guard errors.isEmpty else { continue }
      draw(FileScene(scene))
      drawnCount += 1
    }
    #expect(drawnCount > 20)
  }

  /// Each number is allowed, but nested scales multiply beyond the range of Int.
  @Test(arguments: [
    "\"transform\": [{\"scale\": 1e7}]",
    "\"transform\": [{\"scale\": 1e7}, {\"rotateY\": 30}], \"anchorPointZ\": 1e7, \"zPosition\": 1e7",
    "\"transform\": [{\"scale\": 1e7}], \"opacity\": 0.5, \"masksToBounds\": true",
    "\"transform\": [{\"scale\": 1e-7}], \"sublayerTransform\": [{\"perspective\": 1}]",
  ])
  func hugeNestedScalesAreDrawn(_ members: String) throws {
    let leaf = "{\"frame\": [0, 0, 90, 60], \"text\": {\"string\": \"abc\"}, \"backgroundColor\": \"#FFFFFF\"}"
    var node = leaf
    for _ in 0..<60 { node = "{\"frame\": [0, 0, 90, 60], \(members), \"children\": [\(node)]}" }
    var options = Options()
    options.setSceneDescription(try SceneReader.scene("{\"size\": [96, 64], \"root\": \(node)}"))
    draw(options.makeScene())
    _ = ConfigurationWarnings.settingsAndScenes(options, now: 0)
    _ = options.inspection(now: 0)
  }

  @Test(arguments: ["hello", "corner", "picture", "home", "meeting-room", "machine", "whole"])
  func inspectedSceneReadsBack(_ name: String) throws {
    var options = Options()
    // Relative paths in a scene start at its file.
    options.scene = Formats.example(name)
    let (scene, errors) =
      name == "whole" ? SceneReader.read(Array(Self.whole.utf8), name: name) : SceneReader.read(options.scene)
    #expect(errors == [])
    options.setSceneDescription(scene)
    let size = scene.size ?? Size(1280, 800)
    options.size = size
    let text = options.inspection(now: 0)
    let readBack = try SceneReader.scene(text)
    var readBackOptions = Options()
    (readBackOptions.scene, readBackOptions.size) = (options.scene, size)
    readBackOptions.setSceneDescription(readBack)
    #expect(readBackOptions.inspection(now: 0) == text)
    #expect(readBack.fit == scene.fit && readBack.isMirrored == scene.isMirrored && readBack.values == scene.values)
    options.values.readOnce(at: 0)
    readBackOptions.values.readOnce(at: 0)
    #expect(draw(options.makeScene(), size) == draw(readBackOptions.makeScene(), size))
    let (before, after) = (FileScene(scene).buttons, FileScene(readBack).buttons)
    #expect(after.map(\.action) == before.map(\.action) && after.map(\.name) == before.map(\.name))
    #expect(after.map(\.needsHold) == before.map(\.needsHold))
    #expect(after.map(\.conditions) == before.map(\.conditions))
    #expect(after.map(\.accessibilityLabel) == before.map(\.accessibilityLabel))
    #expect(try Formats.schema("scene").errors(of: JSONSerialization.jsonObject(with: Data(text.utf8))) == [])
  }

  /// `whole` has every key of the schema, with a few exceptions, and `inspect` prints them.
  @Test func everyKeyIsInWholeAndPrinted() throws {
    func keys(_ value: Any) -> Set<String> {
      if let array = value as? [Any] { return array.reduce(into: []) { $0.formUnion(keys($1)) } }
      guard let object = value as? [String: Any] else { return [] }
      return object.reduce(into: Set(object.keys)) { $0.formUnion(keys($1.value)) }
    }
    var options = Options()
    options.setSceneDescription(SceneReader.read(Array(Self.whole.utf8), name: "whole").scene)
    let printed = keys(try JSONSerialization.jsonObject(with: Data(options.inspection(now: 0).utf8)))
    // Templates are printed as the nodes that they result in.
    let templateKeys = ["include", "templates"] + Templates.keys.filter { $0 != "values" } + Templates.useKeys
    let known = try Formats.schema("scene").allKeys.subtracting(templateKeys)
    // A transform's steps are printed as one matrix.
    #expect(known.subtracting(printed).subtracting(LocatedJSON.transformSteps) == ["$schema"])
    let written = keys(try JSONSerialization.jsonObject(with: Data(Self.whole.utf8)))
    // Only `inspect` writes these three.
    let computed: Set = ["corners", "facing", "accessibilityLabel"]
    #expect(known.subtracting(written).subtracting(computed) == ["$schema", "rotateX", "rotateZ"])
  }

  @Test func inspectedCubeRoutesTouchesLikeCube() throws {
    // The default scene is the cube.
    var options = Options()
    options.showsBar = false
    let printedCube = FileScene(try SceneReader.scene(options.inspection(now: 0)))
    let stage = Stage(printedCube, showsBar: false)
    // The file has a node for the cube's own stage, so that paths would name two stages.
    stage.name = nil
    let printed = Window(stage, size: Size(1280, 800), scale: 1, threads: 1)
    let cube = Window(Stage(CubeScene(), showsBar: false), size: Size(1280, 800), scale: 1, threads: 1)
    for window in [printed, cube] { window.layoutIfNeeded() }
    for y in stride(from: 3.0, to: 800, by: 11) {
      for x in stride(from: 3.0, to: 1280, by: 11) {
        let point = Point(x, y)
        #expect(printed.rootView.hitTest(point)?.path == cube.rootView.hitTest(point)?.path, "\(point)")
      }
    }
  }
}
