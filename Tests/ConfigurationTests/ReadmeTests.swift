import Foundation
import Scenes
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
    let directory = Manual.sources.appendingPathComponent(page).deletingLastPathComponent()
    let anchors = try Self.matches(of: "^#+ (.*)$", in: text).map {
      "#" + $0[1].lowercased().replacingOccurrences(of: " ", with: "-")
    }
    let links = try Self.matches(of: #"\]\(([^)\s]+(?:\([^)]*\))?[^)\s]*)\)"#, in: text).map { $0[1] }
    #expect(!links.isEmpty)
    for link in links where !link.hasPrefix("https://") {
      let path = directory.appendingPathComponent(link).standardizedFileURL.path
      let isFound = anchors.contains(link) || FileManager.default.fileExists(atPath: path)
      #expect(isFound, "\(page): \(link)")
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
  @Test func everyPlaceInTheMapExists() throws {
    let page = try Manual.read("README.md")
    let start = try #require(page.range(of: "## Where to change what"))
    let rows = page[start.upperBound...].components(separatedBy: "\n## ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("| ") }
    let names = try rows.flatMap { row in try Self.matches(of: "`([^`]+)`", in: String(row)).map { $0[1] } }
      .filter { name in name.contains { $0.isUppercase } && name.allSatisfy { $0.isLetter || "/.+_-()*:".contains($0) }
      }
    #expect(rows.count > 40 && names.count > 150)

    var (paths, sources): (Set<String>, String) = ([], "")
    for directory in ["Sources", "Tests", "systemd", "protocols", ".ci"] {
      let folder = Self.checkout.appendingPathComponent(directory)
      let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      for case let path as String in files {
        // Every end of the path, with and without the extension.
        var part = "\(directory)/\(path)"[...]
        while true {
          paths.insert(String(part))
          if part.hasSuffix(".swift") { paths.insert(String(part.dropLast(6))) }
          guard let slash = part.firstIndex(of: "/") else { break }
          part = part[part.index(after: slash)...]
        }
        guard path.hasSuffix(".swift"), directory == "Sources" else { continue }
        sources += try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      }
    }
    let keywords = "class|struct|enum|protocol|typealias|func|var|let|case"
    let declared = Set(try Self.matches(of: "\\b(?:\(keywords)) ([A-Za-z]+)", in: sources).map { $0[1] })
    for name in names {
      // A pattern is in the directory before it.
      let path = name.components(separatedBy: "*")[0].trimmingCharacters(in: ["/"])
      let declaration = path.components(separatedBy: "(")[0].split(separator: ".").map(String.init)
      let isDeclared = !path.contains("/") && declaration.allSatisfy(declared.contains)
      #expect(paths.contains(path) || isDeclared, "no file and no declaration is \(name)")
    }
  }
}
