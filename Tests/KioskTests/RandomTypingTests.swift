import Chrome
import PanelViews
import Scenes
import SeededRandom
import TestSupport
import Testing

@testable import Configuration
@testable import Control
@testable import Kiosk
@testable import PanelKit

extension SerializedProcessStateTests {
  /// Random typing into fields of a page, with buttons and programs that read and set their values.
  @Suite struct RandomTypingTests {
    private static let nodes = ##"""
      {"field": {"value": "note", "maximum": 6}},
      {"field": {"value": "age", "kind": "number", "minimum": 1, "maximum": 99.5, "decimals": 1}},
      {"field": {"value": "plate", "pattern": "[A-Z]{1,2}-[0-9]+"}},
      {"field": {"value": "code", "secure": true, "pattern": "[0-9]{7}"}},
      {"field": {"value": "key", "secure": true}},
      {"name": "read", "button": {"title": "Read", "action": {"set": {"read": "{note}/{age}/{plate}"}}}},
      {"name": "copy", "button": {"title": "Copy", "action": [{"set": {"read": "{plate}"}}, {"set": {"plate": "AB-1"}}]}},
      {"name": "empty", "button": {"title": "Empty", "action": {"set": {"age": "", "code": ""}}}},
      {"name": "send", "button": {"title": "Send",
        "action": [{"command": ["sh", "-c", "cat > /dev/null"], "input": "{code}{key}"}, {"set": {"code": "", "key": ""}}]}}
      """##
    private static let reads: [String: [String]] = [
      "read": ["note", "age", "plate"], "copy": ["plate"], "send": ["code", "key"],
    ]
    private static let sets: [String: [String: String]] = [
      "copy": ["plate": "AB-1"], "empty": ["age": "", "code": ""], "send": ["code": "", "key": ""],
    ]
    private static let names = ["note", "age", "plate", "code", "key"]

    private let rig: ButtonActionsRig
    private var random: SeededRandom
    private var steps: [String] = []

    init() throws { try self.init(seed: 1) }

    private init(seed: UInt64) throws {
      random = SeededRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
      rig = try ButtonActionsRig(
        [], nodes: Self.nodes,
        values: """
          {"note": {"initial": ""}, "age": {"initial": ""}, "plate": {"initial": ""}, "code": {"initial": ""},
           "key": {"initial": ""}, "read": {"initial": ""}}
          """)
      rig.sources.values.typedNames = Set(Self.names)
      rig.stage.show(rig.fileScene!)
      rig.window.layoutIfNeeded()
    }

    private func control(_ name: String) -> ValueControl {
      rig.fileScene!.valueControls.first { $0.description.valueName == name }!
    }
    private func field(_ name: String) -> TextField { control(name).view.subviews.first as! TextField }

    private mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 1...count, using: &random) == 1 }

    private mutating func press(_ key: Key, _ text: String? = nil) {
      _ = rig.window.press(key, text: text, at: rig.window.now + 200_000_000)
    }

    private mutating func typeSomething() {
      let name = Self.names.randomElement(using: &random)!
      rig.window.focus(field(name))
      // Half of the texts are ones that the field takes.
      let good = ["note": "home", "age": "42.5", "plate": "M-7", "code": "8406251", "key": "geheim"][name]!
      let text = oneIn(2) ? good : String((0..<4).map { _ in "A-79.x".randomElement(using: &random)! })
      if !oneIn(4) { field(name).clear() }
      steps.append("type \(text) into \(name)")
      for character in text { press(.character(character), String(character)) }
      if oneIn(3) { press(.delete) }
      if oneIn(3) { press(.return) }
    }

    /// Presses a button, and returns what is wrong with its effects.
    private mutating func pressSomething() throws -> String? {
      let name = ["read", "copy", "empty", "send"].randomElement(using: &random)!
      let reads = Self.reads[name] ?? []
      let isRefused = reads.contains { control($0).hasInvalidEntry }
      let before = rig.text(of: "read")
      let shown = reads.map { field($0).text }
      let hasSecrets = name != "send" || reads.allSatisfy { field($0).secureText?.isEmpty == false }
      let refusal = rig.press(rig.fileScene!.buttons.first { $0.name == name }!)
      try rig.loop.run { rig.actions.runningCommandCount == 0 }
      steps.append("press \(name)")
      if isRefused || !hasSecrets {
        if refusal == nil, isRefused { return "\(name) read an invalid text" }
        return rig.text(of: "read") == before ? nil : "a refused press set a value"
      }
      if let refusal { return "\(name) was refused: \(refusal)" }
      if name != "send", name != "empty", rig.text(of: "read") != shown.joined(separator: "/") {
        return "\(name) read \(rig.text(of: "read")) instead of \(shown)"
      }
      for (value, text) in Self.sets[name] ?? [:] where field(value).text != text || control(value).hasInvalidEntry {
        return "\(value) shows \(field(value).text) after \(name)"
      }
      return nil
    }

    private mutating func forget() -> String? {
      steps.append("forget")
      rig.sources.forgetTypedTexts()
      rig.fileScene!.resetForNextVisitor()
      let kept = Self.names.first { !field($0).text.isEmpty || rig.reading($0)?.raw.isEmpty == false }
      return kept.map { "\($0) was kept" }
    }

    /// A program sets a value while a person may be typing.
    private mutating func setSomething() throws {
      let (name, text) = [("note", "b"), ("note", ""), ("age", "7"), ("plate", "X-1")].randomElement(using: &random)!
      steps.append("set \(name) to \(text)")
      try rig.sources.set([(name, text)])
    }

    /// The first secret that the log or a program can read; `nil` for none.
    private var leak: String? {
      let texts = rig.log.lines + [String(describing: rig.sources.status)] + Self.names.map { rig.text(of: $0) }
      return ["8406251", "geheim"].first { secret in texts.contains { $0.contains(secret) } }
    }

    @Test(arguments: 1...60) func actionsGetWhatTheFieldsShow(_ seed: Int) throws {
      var test = try RandomTypingTests(seed: UInt64(seed))
      for _ in 0..<30 {
        let fault: String?
        switch Int.random(in: 0..<10, using: &test.random) {
        case 0...4:
          test.typeSomething()
          fault = nil
        case 5...7: fault = try test.pressSomething()
        case 8:
          try test.setSomething()
          fault = nil
        default: fault = test.forget()
        }
        let found = fault ?? test.leak.map { "\($0) is public" }
        #expect(found == nil, "seed \(seed): \(test.steps.joined(separator: ", "))")
        if found != nil { return }
      }
    }
  }
}
