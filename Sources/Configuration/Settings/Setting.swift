import Chrome
import PanelViews

/// A setting: its names on the command line and in `kiosk.json`, the values it accepts, and its help.
///
/// `Options.settings` has a row for each setting. Parsing, `--help`, merging, reloading, the schema, the completions
/// and the manual's tables all derive from it.
@dynamicMemberLookup struct Setting: Sendable {
  /// The key in `kiosk.json`, with dots between levels, such as `idle.dimAfter`; `nil` if only an option exists.
  let key: String?
  /// The option's name on the command line, without dashes; `nil` if only a key exists.
  let option: String?
  /// The option's one-letter form, if any.
  let letter: Character?
  /// The commands that accept the option.
  let subcommands: Set<Subcommand>
  private let syntax: ValueSyntax
  /// A one-line description for `--help`, the completions and the manual.
  let help: String
  /// Further sentences for the manual.
  let details: String
  /// The one-line description of the key. Differs from `help` if the option negates the key.
  private(set) var keyHelp: String
  /// The option's default as text for the documentation; `nil` to mention no default.
  let defaultText: String?
  /// The key's default as text. Differs from `defaultText` if the file has other defaults.
  private(set) var keyDefaultText: String
  /// An example of the key's value, for the manual.
  let example: JSONValue?
  /// Sets the value from the command line. Returns `false` if the text is invalid.
  let parseArgument: @Sendable (inout Options, String) -> Bool
  /// Sets the value from a file, or adds errors.
  private(set) var read: @Sendable (inout Options, LocatedJSON, inout [Diagnostic]) -> Void
  /// Whether the setting is accepted for one more version only, with a warning: `help` says what replaces it.
  private(set) var isDeprecated = false
  /// Whether a changed value takes effect only at the next start.
  private(set) var needsRestart = false
  /// Returns whether two `Options` have the same value of this setting; always true if a change takes effect at once.
  private(set) var isEqualOrTakesEffectAtOnce: @Sendable (Options, Options) -> Bool = { _, _ in true }
  /// Applies the setting to the stage or its window; `nil` if it affects neither.
  private(set) var apply: (@Sendable (Options, Stage, Window) -> Void)?

  var takesValue: Bool { !syntax.operand.isEmpty }

  subscript<Value>(dynamicMember path: KeyPath<ValueSyntax, Value>) -> Value { syntax[keyPath: path] }

  /// Creates a setting stored in one property of `Options`. For an optional property use `ValueFormat.optional`.
  init<Value>(
    key: String? = nil, option: String? = nil, letter: Character? = nil, of subcommands: Set<Subcommand> = [],
    _ path: WritableKeyPath<Options, Value> & Sendable, _ format: ValueFormat<Value>,
    default defaultText: String? = nil,
    example: JSONValue? = nil, _ help: String, details: String = "",
    check: @escaping @Sendable (Options) -> String? = { _ in nil }
  ) {
    self.init(
      key: key, option: option, letter: letter, of: subcommands, format, default: defaultText,
      example: example, help, details: details, set: { $0[keyPath: path] = $1 }, check: check)
  }

  /// Creates a setting with a custom setter.
  ///
  /// - Parameters:
  ///   - set: Stores a value.
  ///   - check: Called after a file's value is stored. If the value conflicts with other settings, returns the expected
  ///     value in words; otherwise `nil`.
  init<Value>(
    key: String? = nil, option: String? = nil, letter: Character? = nil, of subcommands: Set<Subcommand> = [],
    _ format: ValueFormat<Value>, default defaultText: String? = nil,
    example: JSONValue? = nil,
    _ help: String, details: String = "", set: @escaping @Sendable (inout Options, Value) -> Void,
    check: @escaping @Sendable (Options) -> String? = { _ in nil }
  ) {
    (self.key, self.option, self.letter, self.subcommands) = (key, option, letter, subcommands)
    syntax = format.syntax
    (self.help, keyHelp, self.details, self.defaultText) = (help, help, details, defaultText)
    keyDefaultText = defaultText ?? (syntax.isFlag ? "false" : "none")
    self.example = example ?? syntax.example(except: keyDefaultText)
    parseArgument = { options, text in
      guard let value = format.parse(text) else { return false }
      set(&options, value)
      return true
    }
    read = { options, json, errors in
      do throws(Diagnostic) {
        set(&options, try format.read(json))
        if let expected = check(options) { throw json.diagnostic(expected: expected) }
      } catch {
        errors.append(error)
      }
    }
  }

  /// Creates a setting for a nested part of the file, which `read` parses.
  init(
    key: String, schema: [String: JSONValue], example: JSONValue, _ help: String, details: String = "",
    read: @escaping @Sendable (inout Options, LocatedJSON, inout [Diagnostic]) -> Void
  ) {
    (self.key, option, letter, subcommands) = (key, nil, nil, [])
    syntax = ValueSyntax(expected: "", schema: schema)
    (self.help, keyHelp, self.details, defaultText) = (help, help, details, nil)
    (keyDefaultText, self.example) = ("none", example)
    parseArgument = { _, _ in false }
    self.read = read
  }

  /// Returns a copy whose changes take effect at the next start.
  func requiringRestart<Value: Equatable & Sendable>(_ path: KeyPath<Options, Value> & Sendable) -> Self {
    var setting = self
    setting.needsRestart = true
    setting.isEqualOrTakesEffectAtOnce = { $0[keyPath: path] == $1[keyPath: path] }
    return setting
  }

  /// Returns a copy that sets a property of the stage immediately.
  func bound<Value>(
    _ path: KeyPath<Options, Value> & Sendable, to target: ReferenceWritableKeyPath<Stage, Value> & Sendable
  ) -> Self {
    var setting = self
    setting.apply = { options, stage, _ in stage[keyPath: target] = options[keyPath: path] }
    return setting
  }

  /// Returns a copy that sets a property of the window immediately.
  func bound<Value>(
    _ path: KeyPath<Options, Value> & Sendable, to target: ReferenceWritableKeyPath<Window, Value> & Sendable
  ) -> Self {
    var setting = self
    setting.apply = { options, _, window in window[keyPath: target] = options[keyPath: path] }
    return setting
  }

  /// Returns a copy that is accepted with a warning. The completions and `--help` don't offer it.
  func deprecated() -> Self {
    var setting = self
    setting.isDeprecated = true
    return setting
  }

  /// Returns a copy with a custom reader for files, for values that may have several errors.
  func readingFromFile(_ read: @escaping @Sendable (inout Options, LocatedJSON, inout [Diagnostic]) -> Void) -> Self {
    var setting = self
    setting.read = read
    return setting
  }

  /// Returns a copy whose key has another description or default than the option.
  ///
  /// - Parameter help: The key's description, for an option that negates the key; `nil` to keep the option's.
  func inFile(_ help: String? = nil, default defaultText: String? = nil) -> Self {
    var setting = self
    (setting.keyHelp, setting.keyDefaultText) = (help ?? keyHelp, defaultText ?? keyDefaultText)
    return setting
  }
}
