import Foundation
import Testing

@Suite struct ReadmeTests {
  /// The README's JSON samples: blocks that are indented by four spaces and begin with a line of a brace.
  private static let samples: [String] = {
    let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../README.md")
    let text = (try? String(contentsOf: readme, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let blocks = lines.split { !$0.hasPrefix("    ") }
    return blocks.filter { $0.first == "    {" }.map { $0.joined(separator: "\n") }
  }()

  @Test func samplesPassCheckConfig() throws {
    let scratch = try Scratch()
    let file = scratch.path + "/sample.json"
    #expect(Self.samples.count == 2)
    for sample in Self.samples {
      try sample.write(toFile: file, atomically: true, encoding: .utf8)
      let result = try Program.run(["check-config", file])
      #expect(result.status == 0 && result.errors == "", "\(sample)")
    }
  }
}
