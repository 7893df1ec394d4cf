import Glibc
import Localization

/// The configured language, by its code or its file.
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

  /// If the name is a path, reads that custom language file.
  ///
  /// - Parameter json: The member with the path. A relative path starts at the directory of the member's file.
  mutating func readFile(relativeTo json: LocatedJSON, _ errors: inout [Diagnostic]) {
    if language == nil { readFile(at: json.resolved(name), &errors, json.files) }
  }

  /// Reads a custom language file and replaces the name by its path.
  mutating func readFile(at path: String, _ errors: inout [Diagnostic], _ files: SourceFiles) {
    name = path
    language = LanguageReader.read(path, &errors, files)
  }
}

extension Options {
  /// The panel's language: the configured one, or the locale's.
  package var effectiveLanguage: Language {
    language?.language ?? Language(locale: { getenv($0).map { String(cString: $0) } })
  }
}

/// Reads custom language files, which name a base language and override some of its texts.
enum LanguageReader {
  /// The maximum file size, in bytes.
  static let maximumFileSize = 1 << 20
  /// The keys of texts that the panel no longer displays. They are ignored, since existing files may contain them.
  fileprivate static let obsoleteKeys = [
    "addedLastFirst", "atTheBack", "buttonAtBack", "compareAnswers", "details", "forDevelopers", "inFront", "inspector",
    "isAskedFirst", "isAskedFirstAtBack", "lessonDragHere", "nearestFirst", "nearestUnderTap", "no", "nothingElseThere",
    "onlyOneListens", "order", "othersLetThrough", "othersMissed", "paneIsDeaf", "reachesWhatYouSee",
    "sameTap", "sameTapTurned", "seenThrough", "theTapReaches", "turnCubeBack", "turnIt", "viewNotListening",
    "whoGetsTapBeside", "whoGetsTapOn", "yes",
  ]
  /// The former names of keys, which existing files may contain.
  fileprivate static let formerKeys: KeyValuePairs<String, LocalizedText> = [
    "configurationFault": .configurationError, "sceneFault": .sceneFileError, "faultTitle": .errorTitle,
    "faultNext": .errorNext, "faultMore": .errorMore, "deaf": .notListening,
    "tookBesideDeaf": .tookVisibleNotListening, "eyeSees": .outcomeWithVisibleView, "withReason": .outcomeWithReason,
    "fixOnlyThreePrice": .fixOnlyThreeEffectAndCost, "fixThreeFirstPrice": .fixThreeFirstEffectAndCost,
    "fixNearestPrice": .fixNearestEffectAndCost, "rowIsAsking": .orderIsNotDepth, "neverAskedPane": .viewNeverAsked,
    "theGround": .theBackground,
  ]

  /// Reads a language file.
  ///
  /// - Returns: The language as far as it could be read.
  static func read(
    _ path: String, _ errors: inout [Diagnostic], _ files: SourceFiles = SourceFiles()
  ) -> Language {
    do throws(Diagnostic) {
      var reader = DocumentReader()
      defer { errors += reader.errors }
      let json = try LocatedJSON(contentsOf: path, maximumSize: maximumFileSize, files)
      return try JSONFormat.object({ Language.english }, Language.fields).read(json, &reader)
    } catch {
      errors.append(error)
      return .english
    }
  }
}

extension ValueFormat<LanguageChoice> {
  /// Accepts a language's code or the path of a custom language file. Reading the file is left to the caller.
  static let language: Self = {
    let codes = Language.all.map(\.code)
    let expected = (codes + ["a .json file"]).alternatives
    return Self(
      expected: expected, operand: "LANGUAGE|FILE", choices: codes, allowsOtherValues: true, isFile: true,
      schema: ["type": .string("string"), "minLength": .number(1), "title": .string(expected)],
      parse: { LanguageChoice($0) },
      read: { json throws(Diagnostic) in
        guard case .string(let name) = json.value, let choice = LanguageChoice(name) else {
          throw json.diagnostic(expected: expected)
        }
        return choice
      })
  }()
}

extension Language {
  // The base language comes first, since the other members modify it.
  fileprivate static let fields: [JSONField<Self>] = [
    JSONField(
      "language", write: { .string($0.code) },
      read: { json, _, language, _ throws(Diagnostic) in
        guard case .string(let code) = json.value, let base = Language(code: code) else {
          throw json.diagnostic(expected: Language.all.map(\.code).alternatives)
        }
        language = base
      }),
    JSONField("name", \.name, .text),
    JSONField("rightToLeft", \.isRightToLeft, .bool),
    JSONField(
      "words",
      write: { language in .object(JSONMembers(LocalizedText.allCases.map { ($0.rawValue, .string(language[$0])) })) },
      read: { json, _, language, reader throws(Diagnostic) in
        guard let object = json.object(texts.map(\.key), ignoring: LanguageReader.obsoleteKeys, &reader.errors) else {
          return
        }
        reader.read(object, into: &language, texts)
      }),
  ]

  private static let texts =
    LanguageReader.formerKeys.map { field($0.key, $0.value) } + LocalizedText.allCases.map { field($0.rawValue, $0) }

  private static func field(_ key: String, _ text: LocalizedText) -> JSONField<Self> {
    JSONField(key) { json, _, language, _ throws(Diagnostic) in
      let replacement = try json.text()
      if let expected = text.rule(violatedBy: replacement) { throw json.diagnostic(expected: expected) }
      language.overrides[text] = replacement
    }
  }

  /// The language as a custom language file with all texts.
  package var json: String { JSONValue.object(Self.fields.members(of: self)).multiline }
}
