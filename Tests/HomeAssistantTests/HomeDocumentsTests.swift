import Foundation
import JSON
import TestSupport
import Testing

@testable import HomeAssistant

@Suite struct HomeDocumentsTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources").standardizedFileURL

  private static func source(_ path: String) throws -> String {
    try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
  }

  private static func page() throws -> String { try source("Manual/cube-kiosk-homeassistant.8") }

  private static func json(_ path: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(try source(path).utf8)) as? [String: Any])
  }

  @Test func schemaAndManualHaveAllKeys() throws {
    let properties = try #require(try Self.json("Formats/homeassistant.schema.json")["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(HomeConfiguration.keys))
    let page = try Self.page()
    for key in HomeConfiguration.keys { #expect(page.contains(".TP\n.B \(key)\n"), "\(key)") }
  }

  /// The rows of the manual's table, with the entity in each of them.
  private static func rows() throws -> [[String]] {
    let table = try page().components(separatedBy: "\n_\n")[1].components(separatedBy: "\n.TE")[0]
    var entity = ""
    return table.components(separatedBy: "\n").map { line in
      let columns = line.components(separatedBy: "@")
      if !columns[0].isEmpty { entity = columns[0] }
      return [entity, columns[1], columns[2]]
    }
  }

  @Test func manualHasAllChanges() throws {
    let rows = try Self.rows()
    #expect(Set(rows.map { $0[0] }) == Set(EntityKind.all.keys))
    for (domain, kind) in EntityKind.all {
      let rows = rows.filter { $0[0] == domain }
      for (word, service) in kind.words {
        let row = rows.first { $0[1].split(whereSeparator: { " ,".contains($0) }).contains(Substring(word)) }
        #expect(row?[2].contains(service) == true, "\(domain): \(word)")
      }
      for property in kind.properties {
        let row = rows.first { $0[1] == property.attribute || property.attribute == nil && $0[2] == property.service }
        #expect(row?[2].hasPrefix(property.service) == true, "\(domain): \(property.attribute ?? "state")")
      }
    }
  }

  @Test func installedFileHasAllCalls() throws {
    let file = try Self.json("Formats/adapters/homeassistant.json")
    #expect(file["prefix"] as? String == "ha" && file["package"] as? String == "cube-kiosk-homeassistant")
    let calls = try #require(file["calls"] as? [String])
    #expect(calls == Set(calls).sorted())
    for (domain, kind) in EntityKind.all {
      let services = Set(Array(kind.words.values) + kind.properties.map(\.service)).map { "\(domain).\($0)" }
      #expect(Set(services).isSubset(of: calls), "\(domain)")
    }
  }

  @Test func examplesAreValid() throws {
    let directory = try TemporaryDirectory()
    for name in ["home-ca.crt", "token"] { try directory.write("secret", to: name) }
    let samples = try Self.page().components(separatedBy: ".EX\n").dropFirst()
      .map { $0.components(separatedBy: ".EE")[0].replacingOccurrences(of: "\\-", with: "-") }
      .filter { $0.hasPrefix("{ \"url\"") }
    #expect(samples.count == 1)
    for text in samples + [try Self.source("Formats/examples/homeassistant.json")] {
      let token = text.replacingOccurrences(of: "\"url\"", with: "\"tokenFile\": \"token\", \"url\"")
      let path = try directory.write(token, to: "homeassistant.json")
      var errors: [Diagnostic] = []
      _ = HomeConfiguration(path, &errors)
      #expect(errors.isEmpty, "\(errors)")
    }
  }
}
