import Foundation
import Scenes
import TestSupport
import Testing

@testable import Configuration

/// README.md and the pages for teachers and contributors agree with the sources.
@Suite struct ReadmeTests {
  private static let checkout = Manual.sources.appendingPathComponent("..").standardizedFileURL

  /// Calls `body` with the groups of each match.
  private static func matches(of pattern: String, in text: String) throws -> [[String]] {
    let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).map { match in
      (0..<match.numberOfRanges).map { Range(match.range(at: $0), in: text).map { String(text[$0]) } ?? "" }
    }
  }

  @Test(arguments: ["../README.md", "README.md", "Scenes/README.md"])
  func everyLinkLeadsSomewhere(_ page: String) throws {
    let text = try Manual.read(page)
    let file = Manual.sources.appendingPathComponent(page)
    let links = try Self.matches(of: #"\]\(([^)\s]+(?:\([^)]*\))?[^)\s]*)\)"#, in: text).map { $0[1] }
    #expect(!links.isEmpty)
    for link in links where !link.hasPrefix("https://") {
      let parts = link.components(separatedBy: "#")
      let target = parts[0].isEmpty ? file : file.deletingLastPathComponent().appendingPathComponent(parts[0])
      #expect(FileManager.default.fileExists(atPath: target.standardizedFileURL.path), "\(page): \(link)")
      guard parts.count > 1, parts[0].isEmpty || parts[0].hasSuffix(".md") else { continue }
      let headings = try Self.matches(of: "^#+ (.*)$", in: String(contentsOf: target, encoding: .utf8)).map {
        $0[1].lowercased().replacingOccurrences(of: " ", with: "-")
      }
      #expect(headings.contains(parts[1]), "\(page): \(link)")
    }
  }

  /// `.ci/check-consumer` compiles the program.
  @Test func programIsThatOfConsumer() throws {
    let sample = try Manual.samples("../README.md", from: "```swift\n", to: "```")
    #expect(try sample == [Manual.read("../Tests/Consumer/Sources/Hall/Hall.swift")])
  }

  @Test(arguments: TouchFix.allCases) func everyTouchFixIsInTheTable(_ fix: TouchFix) throws {
    let hasRow = try Manual.read("../README.md").contains("\n| \(fix.title) | `--touch-fix \(fix.rawValue)` | ")
    #expect(hasRow, "it must have a row in README.md's table of touch fixes")
  }

  /// In "Where to change what", a name in code font with an uppercase letter is a file, a directory or a declaration.
  /// `.ci/check-claims` looks up the names of tests.
  @Test func everyPlaceInTheMapExists() throws {
    let page = try Manual.read("README.md")
    let start = try #require(page.range(of: "## Where to change what"))
    let rows = page[start.upperBound...].components(separatedBy: "\n## ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("| ") }
    let names = try rows.flatMap {
      try Self.matches(of: "`([A-Za-z/.+_()*:-]*[A-Z][A-Za-z/.+_()*:-]*)`", in: String($0))
    }
    .map { $0[1] }.filter { $0.range(of: "Tests/[a-z]", options: .regularExpression) == nil }
    #expect(rows.count > 40 && names.count > 150)

    var paths: Set<String> = []
    for directory in ["Sources", "Tests", "systemd", "protocols", ".ci"] {
      let files = try FileManager.default.subpathsOfDirectory(atPath: Self.checkout.path + "/" + directory)
      for path in files where !path.hasPrefix("Fuzz/Corpus") {
        // Every end of the path, without the extension of Swift.
        var part = "\(directory)/\(path)"[...]
        if path.hasSuffix(".swift") { part = part.dropLast(6) }
        while true {
          paths.insert(String(part))
          guard let slash = part.firstIndex(of: "/") else { break }
          part = part[part.index(after: slash)...]
        }
      }
    }
    // grep is faster than Foundation.
    let words = "\\b(class|struct|enum|protocol|func|var|let|case) [A-Za-z]+"
    let grep = ["/usr/bin/grep", "-rhoE", "--include=*.swift", words, Manual.sources.standardizedFileURL.path]
    let declared = Set(try FinishedProcess(grep).output.split { $0 == "\n" || $0 == " " })
    for name in names {
      // A pattern is in the directory before it.
      var path = name.components(separatedBy: "*")[0].trimmingCharacters(in: ["/"])
      if path.hasSuffix(".swift") { path = String(path.dropLast(6)) }
      guard !paths.contains(path) else { continue }
      let isDeclared = path.components(separatedBy: "(")[0].split(separator: ".").allSatisfy(declared.contains)
      #expect(!path.contains("/") && isDeclared, "no file and no declaration is \(name)")
    }
  }
}
