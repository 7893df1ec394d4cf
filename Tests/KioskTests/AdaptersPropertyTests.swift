import SeededRandom
import TestSupport
import Testing

@testable import Configuration
@testable import Kiosk

/// Random lines from adapters, valid and invalid.
@Suite struct AdaptersPropertyTests {
  private static let prefixes = ["ha", "mqtt"]
  private static let owned = ["ha": ["hall", "level", "names"], "mqtt": ["co2"]]

  /// No line crashes the panel or changes a value of another prefix. The texts depend on the last value of each address
  /// only.
  @Test func textsDependOnLastValues() throws {
    var random = SeededRandom()
    for _ in 0..<20 {
      let rig = try AdapterRig(#"[{"call": "ha:a"}, {"call": "mqtt:b"}]"#)
      var connected: Set<String> = []
      var last: [String: [String: JSONValue]] = [:]
      for _ in 0..<200 {
        let prefix = Self.prefixes.randomElement(using: &random)!
        let others = Self.owned.filter { $0.key != prefix }.values.flatMap { $0 }
        let before = others.map(rig.rig.text)
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
          rig.rig.adapters.adapterDisconnected(prefix)
          connected.remove(prefix)
        case 1...3: if connected.insert(prefix).inserted { rig.connect(prefix) }
        case 4: _ = rig.rig.press(Int.random(in: 0...1, using: &random))
        case 5: _ = try? rig.rig.actions.set(rig.controls[0], to: "\(Int.random(in: 0...100, using: &random))")
        default:
          let line = Self.line(&random)
          rig.receive(line, from: prefix)
          if connected.contains(prefix) { last[prefix, default: [:]].merge(Self.values(in: line)) { $1 } }
        }
        #expect(others.map(rig.rig.text) == before)
      }
      #expect(rig.texts("note") == ["x"])
      let fresh = try AdapterRig()
      for (prefix, values) in last {
        fresh.connect(prefix)
        fresh.receive((["values": .object(values)] as JSONValue).singleLine, from: prefix)
      }
      for name in Self.owned.values.flatMap({ $0 }) { #expect(rig.texts(name) == fresh.texts(name), "\(name)") }
    }
  }

  /// The values of a line that the panel applies.
  private static func values(in line: String) -> [String: JSONValue] {
    guard let json = try? JSONValue.read(Array(line.utf8), name: "line") else { return [:] }
    return json.dictionary["values"]?.dictionary ?? [:]
  }

  private static func line(_ random: inout SeededRandom) -> String {
    let valid: JSONValue =
      switch Int.random(in: 0..<6, using: &random) {
      case 0: ["stale": .array([.string(address(&random)), .string("air")]), "because": text(&random)]
      case 1: ["id": .integer(Int.random(in: -1...9, using: &random)), "ok": .bool(Bool.random(using: &random))]
      case 2: ["describe": value(2, &random), "history": value(2, &random)]
      default:
        ["values": .object([[address(&random): value(0, &random)], [address(&random): value(0, &random)]].merged)]
      }
    var bytes = Array(valid.singleLine.utf8)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
    case 2: bytes = (0..<Int.random(in: 0...99, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    default: break
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func address(_ random: inout SeededRandom) -> String {
    ["light.hall", "names", "air", "note", ""].randomElement(using: &random)!
  }

  private static func text(_ random: inout SeededRandom) -> JSONValue {
    let texts = ["on", "", " ", "a\nb\nc\nd", "\u{7}\u{202E}x", "{level}", "e\u{301}", "40", "0x10", "nan"]
    let long = String(repeating: "ü", count: 3000)
    return .string((texts + [long]).randomElement(using: &random)!)
  }

  private static func value(_ depth: Int, _ random: inout SeededRandom) -> JSONValue {
    switch Int.random(in: 0..<(depth < 3 ? 12 : 6), using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: .number([0.1, -0.0, 1e300, -7, 1e15, 1e-300].randomElement(using: &random)!)
    case 3, 4, 5: text(&random)
    case 6: .array([value(depth + 1, &random), value(depth + 1, &random)])
    default:
      .object([
        ["state", "co2", "x"].randomElement(using: &random)!: value(depth + 1, &random),
        "attributes": ["level": value(depth + 1, &random)],
      ])
    }
  }
}

extension [[String: JSONValue]] {
  fileprivate var merged: [String: JSONValue] { reduce(into: [:]) { $0.merge($1) { $1 } } }
}
