import Foundation
import PanelGeometry
import PanelRaster
import Scenes
import TestSupport
import Testing

@testable import Configuration

@Suite struct SceneReaderTests {
  private func read(_ text: String) throws(Diagnostic) -> SceneDescription { try SceneReader.scene(text) }

  private func root(_ members: String) -> String { SceneReader.text(root: members) }

  @Test func defaultsMatchCoreAnimation() throws {
    let scene = try read(root(""))
    #expect(scene.size == Size(9, 9) && scene.fit == .none)
    let node = scene.root
    #expect(node.bounds == .zero && node.position == .zero && node.anchorPoint == Point(0.5, 0.5))
    #expect(node.anchorPointZ == 0 && node.zPosition == 0 && node.transform.isIdentity)
    #expect(node.opacity == 1 && !node.isHidden && node.isDoubleSided && node.isUserInteractionEnabled)
    #expect(node.backgroundColor == nil && node.cornerRadii.isZero && node.borderWidth == 0 && !node.masksToBounds)
    #expect(try read(root(#""shadow":{}"#)).root.shadow?.offset == Point(0, -3))
  }

  @Test func everyKeyOfANodeIsRead() throws {
    let node = try read(
      root(
        #"""
        "name": "n", "bounds": [1, 2, 3, 4], "position": [5, 6], "anchorPoint": [0.25, 0.75], "anchorPointZ": 7,
        "zPosition": 8, "sublayerTransform": [{"translate": [1, 2]}], "opacity": 0.5, "hidden": true,
        "userInteractionEnabled": false, "doubleSided": false, "backgroundColor": "#FF0000", "cornerRadius": 9,
        "borderWidth": 10, "borderColor": "#00FF00", "masksToBounds": true, "gravity": "center",
        "gradient": {"colors": ["#FF0000", "#0000FF"], "locations": [0, 0.5], "startPoint": [0, 1], "endPoint": [1, 0]},
        "shadow": {"color": "#0000FF", "opacity": 0.25, "radius": 11, "offset": [12, 13]}
        """#)
    ).root
    #expect(node.name == "n" && node.bounds == Rect(1, 2, 3, 4) && node.position == Point(5, 6))
    #expect(node.anchorPoint == Point(0.25, 0.75) && node.anchorPointZ == 7 && node.zPosition == 8)
    #expect(node.sublayerTransform == Transform3D(translationX: 1, y: 2, z: 0) && node.opacity == 0.5)
    #expect(node.isHidden && !node.isUserInteractionEnabled && !node.isDoubleSided && node.masksToBounds)
    #expect(node.backgroundColor == Color(1, 0, 0) && node.borderColor == Color(0, 1, 0))
    #expect(node.cornerRadii == CornerRadii(9) && node.borderWidth == 10 && node.gravity == .center)
    let (gradient, shadow) = (try #require(node.gradient), try #require(node.shadow))
    #expect(gradient.colors == [Color(1, 0, 0), Color(0, 0, 1)] && gradient.locations == [0, 0.5])
    #expect(gradient.startPoint == Point(0, 1) && gradient.endPoint == Point(1, 0))
    #expect(shadow.color == Color(0, 0, 1) && shadow.opacity == 0.25)
    #expect(shadow.radius == 11 && shadow.offset == Point(12, 13))
    #expect(try read(root(#""class":"transform""#)).root.isTransformLayer)
  }

  @Test(arguments: [
    ("", ": expected JSON, found nothing"),
    ("{", ":1:1: string or '}' expected near end of file"),
    ("[]", ": $: found an array of 0; expected an object"),
    (#"{"size":[9,9]}"#, ": $.root: found nothing; expected this key"),
    (#"{"root":{},"fit":true}"#, ": $.fit: found fit without size; expected a size if there is fit"),
    (#"{"size":[0,9],"root":{}}"#, ": $.size: found an array of 2; expected two numbers from 1 to 16384"),
    (#"{"size":[9,9],"root":{},"fit":1}"#, ": $.fit: found 1; expected inside, cover or false"),
    (#"{"size":[9,9],"root":{},"fit":"none"}"#, ": $.fit: found 'none'; expected inside, cover or false"),
    (
      #"{"size":[9,9],"root":{},"zoom":1}"#,
      ": $.zoom: found an unknown key; expected fit, include, mirror, name, root, size, templates or values"
    ),
  ])
  func invalidFileIsReported(_ text: String, _ message: String) {
    let errors = SceneReader.errors(text)
    #expect(errors.first?.hasPrefix(message) == true && !errors.contains { $0.contains("\n") }, "\(errors)")
  }

  @Test(arguments: [
    (#""bounds":[0,0,1]"#, ".bounds: found an array of 3; expected 4 numbers"),
    (#""bounds":[0,0,"1",1]"#, ".bounds[2]: found '1'; expected a number"),
    (
      #""bounds":[0,0,-1,1]"#,
      ".bounds: found an array of 4; expected x, y, width, height, the last two 0 or from 0.001 to 16384"
    ),
    (
      #""bounds":[0,0,1e-300,50]"#,
      ".bounds: found an array of 4; expected x, y, width, height, the last two 0 or from 0.001 to 16384"
    ),
    (#""text":{"string":"a","weight":400.5}"#, ".text.weight: found 400.5; expected a whole number from 100"),
    (#""opacitty":1"#, ".opacitty: found an unknown key; did you mean opacity?"),
    (
      "\"name\":\"a\u{202E}b\"",
      ".name: found 'a\u{202E}b'; expected a name of at least one character, without slashes or control characters"
    ),
    (#""position":7"#, ".position: found 7; expected 2 numbers"),
    (#""position":[1e30,0]"#, ".position[0]: found 1e+30; expected a number"),
    (#""transform":[1]"#, ".transform: found an array of 1; expected 16 numbers"),
    (#""transform":{"rotateY":30}"#, #".transform: found an object; expected a list such as [{"rotateY": 30}"#),
    (#""transform":[{"rotatey":30}]"#, ".transform[0].rotatey: found an unknown key; did you mean rotateY?"),
    (#""transform":[{"rotate":1,"scale":1}]"#, ".transform[0]: found an object; expected one of rotate, rotateX"),
    (#""transform":[{"rotate":"1"}]"#, ".transform[0].rotate: found '1'; expected a number"),
    (
      #""transform":[{"translate":[1]}]"#,
      ".transform[0].translate: found an array of 1; expected 2 or 3 numbers, in points"
    ),
    (#""transform":[{"scale":[1]}]"#, ".transform[0].scale: found an array of 1; expected a number, or 2 or 3 of them"),
    (
      #""sublayerTransform":[{"perspective":0}]"#,
      ".sublayerTransform[0].perspective: found 0; expected the eye's distance in points, 1 or more"
    ),
    (
      #""transform":[{"scale":10000},{"scale":10000}]"#,
      ".transform: found an array of 2; expected steps whose product has no number above 10000000"
    ),
    (#""frame":[0,0,1]"#, ".frame: found an array of 3; expected 4 numbers"),
    (#""frame":null"#, ".frame: found null; expected 4 numbers"),
    (
      #""frame":[0,0,1,1],"bounds":[0,0,2,2]"#,
      ".frame: found an array of 4; expected the frame that bounds and position result in"
    ),
    (
      #""frame":[0,0,1,1],"position":[2,2]"#,
      ".frame: found an array of 4; expected the frame that bounds and position result in"
    ),
    (#""opacity":1.5"#, ".opacity: found 1.5; expected a number from 0 to 1"),
    (#""hidden":"no""#, ".hidden: found 'no'; expected true or false"),
    (#""class":"replicator""#, ".class: found 'replicator'; expected layer or transform"),
    (
      #""gravity":"fill""#,
      ".gravity: found 'fill'; expected center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight, resize, resizeAspect or resizeAspectFill"
    ),
    (
      #""backgroundColor":[1,2,0,1]"#,
      ".backgroundColor: found an array of 4; expected red, green, blue, alpha from 0 to 1"
    ),
    (
      #""name":"a/b""#,
      ".name: found 'a/b'; expected a name of at least one character, without slashes or control characters"
    ),
    (#""gradient":{"colors":[[0,0,0,1]]}"#, ".gradient.colors: found an array of 1; expected 2 to 256 colors"),
    (
      #""gradient":{"colors":[[0,0,0,1],[0,0,0,1]],"locations":[1,0]}"#,
      ".gradient.locations[1]: found 0; expected a number not below the one before"
    ),
    (#""text":{"string":"a","lines":0}"#, ".text.lines: found 0; expected a whole number from 1 to 50"),
    (#""text":{"string":"a","align":"left"}"#, ".text.align: found 'left'; expected leading, center or trailing"),
    (
      #""text":{"string":"a","align":"leading","alignment":"leading"}"#,
      ".text.alignment: found 'leading'; expected either align or alignment"
    ),
    (#""text":{"string":"a","font":""}"#, ".text.font: found ''; expected a font's family"),
    ("\"text\":{\"string\":\"a\",\"font\":\"a\u{202E}\"}", ".text.font: found 'a\u{202E}'; expected a font's family"),
    (
      #""gradient":{"colors":[[0,0,0,1],[0,0,0,1]],"locations":[0,0.5,1]}"#,
      ".gradient.locations: found an array of 3; expected 2 numbers, one per color"
    ),
    (
      #""class":"transform","text":{"string":"a"}"#,
      ": found text in a node of class transform; expected class layer, since a transform paints nothing itself"
    ),
    (#""text":{}"#, ".text.string: found nothing; expected this key"),
    (
      #""text":{"string":""},"button":{"title":""}"#,
      ": found text and button; expected one of text, icon, button, chart, stack, grid, scroll, list, switch, slider, "
    ),
    (#""contents":"no.png""#, ".contents: found 'no.png' (No such file or directory); expected a picture"),
    (
      #""contents":{"file":"a.png","staleAfter":60}"#,
      ".contents.staleAfter: found 60; expected it next to \"follow\": true only"
    ),
    (#""picture":{"from":"front","live":true}"#, ".picture.from: found 'front'; expected a prefix of letters"),
    (#""picture":{"from":"ha:front"}"#, #".picture: found an object; expected either "every", in seconds, or "live""#),
    (#""picture":{"from":"ha:front","every":9,"live":true}"#, ".picture: found an object; expected either"),
    (#""picture":{"from":"ha:front","every":0.5}"#, ".picture.every: found 0.5; expected a number from 1 to 86400"),
    (#""picture":{"from":"ha:front","evry":9}"#, ".picture.evry: found an unknown key; did you mean every?"),
    (
      #""picture":{"from":"ha:front","live":true},"contents":"a.png""#, ".picture: found picture and contents; expected"
    ),
    (
      #""contents":{"file":"a.png","follow":true,"staleAfter":0}"#,
      ".contents.staleAfter: found 0; expected a number from 0.1 to 10000000"
    ),
    (
      #""children":[{},{"alpha":1}]"#,
      ".children[1].alpha: found an unknown key; expected one of "
    ),
    (#""children":{}"#, ".children: found an object; expected an array of nodes"),
  ])
  func invalidMemberIsReported(_ members: String, _ message: String) {
    let errors = SceneReader.errors(root(members))
    #expect(errors.first?.hasPrefix(": $.root" + message) == true, "\(errors)")
  }

  /// An unknown kind of action is one mistake.
  @Test func unknownActionHasOneError() {
    let errors = SceneReader.errors(root(#""button":{"title":"a","action":{"popup":1}}"#))
    #expect(
      errors == [
        ": $.root.button.action.popup: found an unknown key; expected append, call, command, data, directory, environment, "
          + "input, message, payload, remove, scene, set, sound, target, timeout, turn or unit"
      ])
  }

  @Test func allErrorsAreReportedAtOnce() {
    func places(_ text: String) -> [String] {
      SceneReader.read(Array(text.utf8), name: "a.json").errors.map(\.location)
    }
    let text = """
      {"size": [0, 1], "zoom": 1, "root": {"opacity": 2, "shadow": {"color": "red", "radius": -1}, "children": [
        {"text": {"size": 0}, "hidden": 1}, {"button": {"action": {"turn": 7}}}]}}
      """
    #expect(
      places(text) == [
        "$.zoom", "$.size", "$.root.opacity", "$.root.shadow.color", "$.root.shadow.radius",
        "$.root.children[0].hidden",
        "$.root.children[0].text.string", "$.root.children[0].text.size", "$.root.children[1].button.title",
        "$.root.children[1].button.action.turn",
      ])
    // The number of reported errors is limited.
    let other = root(#""children":["# + Array(repeating: #"{"a":1}"#, count: 4000).joined(separator: ",") + "]")
    #expect(SceneReader.errors(other).count == 100)
    let keys = root((0..<4000).map { "\"a\($0)\":1" }.joined(separator: ","))
    #expect(SceneReader.errors(keys).count == 100)
    // Invalid bounds don't make the frame invalid, too.
    let geometry = root(#""frame":[0,0,1,1],"bounds":[0,0,1],"position":[0.5,0.5]"#)
    #expect(places(geometry) == ["$.root.bounds"])
  }

  @Test(arguments: [
    ("\"#804020\"", [128, 64, 32, 255]), ("\"#80402033\"", [128, 64, 32, 51]), ("[1, 0, 0.2, 0.4]", [255, 0, 51, 102]),
  ])
  func colorHasThreeNotations(_ text: String, _ expected: [Double]) throws {
    let color = try #require(try read(root(#""backgroundColor":\#(text)"#)).root.backgroundColor)
    #expect([color.red, color.green, color.blue, color.alpha].map { ($0 * 255).rounded() } == expected)
  }

  @Test func unnamedButtonsAreNumbered() throws {
    func buttons(_ names: [String]) -> String {
      let nodes = names.map { #"{\#($0.isEmpty ? "" : "\"name\":\"\($0)\",")"button":{"title":"a"}}"# }
      return root("\"children\":[\(nodes.joined(separator: ","))]")
    }
    let scene = try read(buttons(["", "door", "", "button4", ""]))
    #expect(FileScene(scene).buttons.map(\.name) == ["button", "door", "button3", "button4", "button5"])
    #expect(FileScene(try read(buttons(["", "button3", ""]))).buttons.map(\.name) == ["button", "button3", "button4"])
    #expect(
      throws: Diagnostic(
        "a.json", at: "$.root.children[1].name",
        "found 'door'; expected a name that no other button or control here has")
    ) { try read(buttons(["door", "door"])) }
  }

  @Test func sizeAndDepthAreLimited() {
    func nested(_ depth: Int) -> String {
      root(String(repeating: #""children":[{"#, count: depth) + String(repeating: "}]", count: depth))
    }
    #expect(throws: Never.self) { try read(nested(99)) }
    for depth in [100, 120, 5000, 1_000_000] {
      let errors = SceneReader.errors(nested(depth))
      #expect(!errors.isEmpty && errors.allSatisfy { $0.hasPrefix(":") && $0.count < 2000 }, "\(depth)")
    }
    let wide = root(#""children":["# + Array(repeating: "{}", count: 6000).joined(separator: ",") + "]")
    #expect(throws: Diagnostic("a.json", at: "$.root.children[4999]", "found node 5001; expected at most 5000 nodes")) {
      try read(wide)
    }
    let letters = String(repeating: "a", count: 1000)
    func texts(_ count: Int) -> String {
      let node = #"{"text":{"string":"\#(letters)"}}"#
      return root(
        #""children":[\#(Array(repeating: node, count: count).joined(separator: ","))]"#
      )
    }
    #expect(throws: Never.self) { try read(texts(100)) }
    let errors = SceneReader.errors(texts(101))
    #expect(errors.first?.hasPrefix(": $.root.children[100].text.string: ") == true)
    #expect(errors.first?.hasSuffix("; expected at most 100000 characters in all texts") == true)
    func lines(_ count: Int) -> String {
      root(#""text":{"string":"\#(String(repeating: "\\n", count: count - 1))"}"#)
    }
    #expect(throws: Never.self) { try read(lines(50)) }
    #expect(throws: Diagnostic.self) { try read(lines(51)) }
    // Brackets in a string don't count.
    #expect(throws: Never.self) {
      try read(root(#""text":{"string":""# + String(repeating: #"[\""#, count: 400) + #""}"#))
    }
  }

  @Test func invalidUTF8IsRefused() {
    let bytes = Array(#"{"name":""#.utf8) + [0xFF, 0xC3] + Array(#"","size":[1,1],"root":{}}"#.utf8)
    let errors = SceneReader.read(bytes, name: "a.json").errors
    #expect(errors == [Diagnostic("a.json", at: "1:9", #"unable to decode byte 0xff near '"'"#)])
  }

  @Test(arguments: ["\u{3}", "\\q", "\\u12", "\\uD800", "\\uDC00", "\\uD800\\u0041"])
  func invalidEscapesAreRefused(_ text: String) {
    let error = thrownError(Diagnostic.self) { try read(#"{""# + text + #"":1}"#) }
    #expect(error?.location.hasPrefix("1:") == true && error?.reason.isEmpty == false)
  }

  @Test func escapesAreRead() throws {
    #expect(try read(#"{"name":"\ud83d\ude00\n\u00e9\"","size":[1,1],"root":{}}"#).name == "😀\né\"")
  }

  @Test(arguments: ["hello", "corner", "picture"])
  func examplesAreValid(_ name: String) throws {
    let file = Formats.example(name)
    let (scene, errors) = SceneReader.read(file)
    #expect(errors == [])
    #expect(scene.name == name && !scene.root.children.isEmpty)
    #expect(try Formats.schema("scene").errors(ofFile: file) == [])
  }

  @Test func schemaMatchesReader() throws {
    let schema = try Formats.schema("scene")
    #expect(schema.keys(of: "node") == Set(DocumentReader.keys + DocumentReader.computedKeys))
    #expect(schema.keys(of: nil) == Set(SceneReader.keys + ["$schema"]))
    for members in [
      "", #""bounds":[0,0,1]"#, #""opacity":1.5"#, #""hidden":1"#, #""class":"x""#, #""gradient":{}"#, #""alpha":1"#,
      #""text":{"string":3}"#, #""button":{"title":"a","action":"b"}"#,
      #""button":{"title":"a","action":"press"}"#, #""button":{"title":"a","action":{"turn":1}}"#,
      #""button":{"title":"a","action":{"turn":7}}"#, #""button":{"title":"a","confirm":"Hold"}"#,
      "\"backgroundColor\":\"#35B68B\"", "\"borderColor\":\"#35b68b80\"", "\"borderColor\":\"#35B\"",
      #""borderColor":"green""#, #""//":1,"text":{"string":"a","// why":2}"#, #""cornerRadius":-1"#,
      #""cornerRadius":{"topLeft":-1}"#, #""cornerRadius":{"top":1}"#, #""cornerRadius":[1]"#,
      #""name":null"#, #""name":"a\u2066""#, #""bounds":[0,0,-1,1]"#, #""bounds":[0,0,1e-4,1]"#,
      #""bounds":[-5,0,0,1e-3]"#, #""text":{"string":"a","weight":400.5}"#,
      #""button":{"title":"\#(String(repeating: "é", count: 1000))"}"#,
      #""button":{"title":"\#(String(repeating: "é", count: 1001))"}"#,
      #""text":{"string":"a","font":"Inter","lines":50,"align":"center"}"#,
      #""text":{"string":"a","font":""}"#, #""text":{"string":"a","lines":51}"#,
      #""text":{"string":"a","align":"left"}"#,
      #""frame":[0,0,5,5]"#, #""frame":[0,0,5]"#, #""frame":[0,0,-5,5]"#,
      #""transform":[]"#, #""transform":[1]"#, #""transform":[{"rotateY":30},{"//":0,"translate":[0,0,50]}]"#,
      #""transform":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"#, #""transform":[{"translate":[0]}]"#, #""transform":[{}]"#,
      #""transform":[{"scale":2},{"scale":[1,2]},{"scale":[1,2,3]}]"#, #""transform":[{"scale":[1]}]"#,
      #""transform":[{"perspective":1},{"rotateX":-1},{"rotateZ":1},{"rotate":1}]"#,
      #""transform":[{"perspective":0.9}]"#, #""transform":[{"skew":1}]"#, #""sublayerTransform":{"rotate":1}"#,
      #""transform":[{"rotate":1,"scale":1}]"#,
      #""children":[{"zPosition":"1"}]"#, #""shadow":{"radius":3,"offset":[0,1]}"#, #""backgroundColor":null"#,
    ] {
      let value = try JSONSerialization.jsonObject(with: Data(root(members).utf8))
      let isRead = (try? read(root(members))) != nil
      #expect(schema.errors(of: value).isEmpty == isRead, "\(members): \(schema.errors(of: value))")
    }
  }
}
