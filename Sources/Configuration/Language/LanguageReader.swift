import Glibc
import Words

/// A configured language.
struct LanguageChoice: Equatable {
  /// The language's code, or the path of a custom language file.
  var name: String
  /// The language; `nil` until the file is read.
  var language: Language?

  init?(_ name: String) {
    guard let language = Language(code: name) else {
      guard name.hasSuffix(".json") else { return nil }
      self.name = name
      return
    }
    (self.name, self.language) = (name, language)
  }

  /// Reads the custom language file, if the name is a path.
  ///
  /// - Parameter place: The place in the configuration that names the file.
  mutating func readFile(in place: JSONPlace, _ faults: inout [Diagnostic]) {
    if language == nil { read(place.resolved(name), &faults) }
  }

  mutating func read(_ path: String, _ faults: inout [Diagnostic]) {
    name = path
    language = LanguageReader.read(path, &faults)
  }
}

extension Options {
  /// The panel's language: the configured one, or the locale's.
  package var spoken: Language { language?.language ?? Language(locale: { getenv($0).map { String(cString: $0) } }) }
}

/// Reads custom language files, which name a base language and override some of its words.
enum LanguageReader {
  /// The maximum file size, in bytes.
  static let largestFile = 1 << 20
  static let keys = ["language", "rightToLeft", "words"]
  /// Words that the panel no longer displays. Existing files may still contain them.
  private static let retiredWords = ["addedLastFirst", "nearestFirst", "order", "seenThrough"]

  /// Reads a language file.
  ///
  /// - Returns: The language as far as it could be read.
  static func read(_ path: String, _ faults: inout [Diagnostic]) -> Language {
    var language = Language.english
    do throws(Diagnostic) {
      let place = JSONPlace(value: try JSONValue.read(path, largest: largestFile), file: path)
      guard let object = place.object(keys, &faults) else { return language }
      // Read the base language first, since the other members modify it.
      if let place = object["language"] {
        take(&faults) { () throws(Diagnostic) in
          guard case .string(let code) = place.value, let named = Language(code: code) else {
            throw place.fault(Language.all.map(\.code).alternatives)
          }
          language = named
        }
      }
      if let place = object["rightToLeft"] {
        take(&faults) { () throws(Diagnostic) in language.isRightToLeft = try place.bool() }
      }
      let known = Word.allCases.map(\.rawValue)
      guard let words = object["words"]?.object(known, ignoring: retiredWords, &faults) else { return language }
      for word in Word.allCases {
        guard let place = words[word.rawValue] else { continue }
        take(&faults) { () throws(Diagnostic) in
          let text = try place.text()
          if let expected = word.rule(violatedBy: text) { throw place.fault(expected) }
          language.overrides[word] = text
        }
      }
    } catch {
      faults.append(error)
    }
    return language
  }

  private static func take(_ faults: inout [Diagnostic], _ body: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try body() } catch { faults.append(error) }
  }
}

extension ValueFormat<LanguageChoice> {
  /// Accepts a language's code or the path of a custom language file. Reading the file is left to the caller.
  static let language: Self = {
    let codes = Language.all.map(\.code)
    let expected = (codes + ["a .json file"]).alternatives
    return Self(
      expected: expected, operand: "LANGUAGE|FILE", choices: codes, isOpen: true, isFile: true,
      schema: ["type": .string("string"), "minLength": .number(1), "title": .string(expected)],
      parse: { LanguageChoice($0) },
      read: { place throws(Diagnostic) in
        guard case .string(let name) = place.value, let choice = LanguageChoice(name) else {
          throw place.fault(expected)
        }
        return choice
      })
  }()
}

extension Language {
  /// The language as a custom language file with all words.
  package var json: String {
    let words = Word.allCases.map { ($0.rawValue, JSONValue.string(self[$0])) }
    let file: JSONValue = [
      "language": .string(code), "rightToLeft": .bool(isRightToLeft), "words": .object(JSONMembers(words)),
    ]
    return file.lines
  }
}
