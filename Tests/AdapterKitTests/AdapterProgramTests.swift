import JSON
import PanelSystem
import TestSupport
import Testing

@testable import AdapterKit

@Suite struct AdapterProgramTests {
  private struct Configuration: AdapterConfiguration {
    static let defaultPath = "/nonexistent/test.json"
    private(set) var name = ""

    init(_ path: String, _ errors: inout [Diagnostic]) {
      guard let object = Self.object(path, ["name"], &errors) else { return }
      errors.collect { () throws(Diagnostic) in name = try object.required("name").nonEmptyString() }
    }
  }

  /// The calls of the program.
  private final class Record {
    var connected: [String] = []
    var performed: [(name: String, options: [String: String])] = []
  }

  private let record = Record()
  private let valid, invalid: String
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    valid = try directory.write(#"{"name": "a"}"#, to: "valid.json")
    invalid = try directory.write(#"{"name": 1, "other": 2}"#, to: "invalid.json")
  }

  private func run(_ words: String...) -> Int32 {
    let make = AdapterProgram<Configuration>.Subcommand(
      "make", usage: "make [--flag] [--value TEXT]", options: "", flags: ["--flag"], valueOptions: ["--value"]
    ) { [record] (configuration, options) throws(SystemError) in
      record.performed.append((configuration.name, options))
      if options["--value"] == "fail" { throw SystemError("make", 5) }
    }
    let program = AdapterProgram<Configuration>("test", "Tests.", make) {
      [record] (configuration) throws(SystemError) in
      record.connected.append(configuration.name)
      return 7
    }
    return program.run(words, version: "1")
  }

  @Test func exitStatusesAreThoseOfSysexits() {
    #expect(run("--config", valid) == 7 && record.connected == ["a"])
    #expect(run() == 78 && run("--config", invalid) == 78 && run("check-config", invalid) == 78)
    #expect(run("check-config", valid) == 0 && run("--version") == 0)
    #expect(run("--config") == 64 && run("other") == 64 && run("check-config", valid, valid) == 64)
    #expect(run("--version", "x") == 64 && record.connected == ["a"])
  }

  @Test func subcommandGetsItsOptions() throws {
    #expect(run("make", "--flag", "--config", valid, "--value", "--flag") == 0)
    let first = try #require(record.performed.first)
    #expect(record.performed.count == 1 && first.name == "a")
    #expect(first.options == ["--flag": "", "--config": valid, "--value": "--flag"])
    #expect(run("make", "--config", valid, "--value", "fail") == 1)
    #expect(run("make", "--value") == 64 && run("make", "x") == 64 && run("make", "--config") == 64)
    #expect(run("make") == 78 && record.performed.count == 2)
  }
}
