import Chrome
import Views

/// One setting: its name on the command line and in `kiosk.json`, the values it takes, and what it is for.
///
/// Parsing, `--help`, merging, what a reload changes, the schema, the completions and the manual's tables all follow from
/// `Options.settings`, where each has its row.
struct Setting: Sendable {
  /// As `kiosk.json` has it, with dots between the levels: `idle.dimAfter`; `nil` for one of the command line alone.
  let key: String?
  /// As the command line has it, without the dashes; `nil` for one of the file alone.
  let option: String?
  /// The option's one letter; `nil` for most.
  let letter: Character?
  /// The commands that know the option.
  let verbs: Set<Verb>
  let expected: String
  let operand: String
  /// Values to choose from; others are good too where it `isOpen`.
  let choices: [String]
  let isOpen: Bool
  let isFile: Bool
  let schema: [String: JSONValue]
  /// A line that says what it is for, for `--help`, the completions and the manual.
  let help: String
  /// More of it, for the manual.
  let details: String
  /// The line for the key, where the option says the opposite.
  private(set) var keyHelp: String
  /// The value that it has where nobody says one, in words; `nil` where there is none to tell.
  let standard: String?
  /// The key has to be there where its object is.
  let isRequired: Bool
  /// Takes a value from the command line. False for a text that isn't one.
  let take: @Sendable (inout Options, String) -> Bool
  /// Takes a value from a file.
  private(set) var read: @Sendable (inout Options, JSONPlace, inout [FileFault]) -> Void
  /// True where two sets of options don't differ in it; `nil` for a setting that takes effect as soon as it is read.
  private(set) var isSame: (@Sendable (Options, Options) -> Bool)?
  /// Has the stage or its window go by it; `nil` for a setting that is neither's.
  private(set) var show: (@Sendable (Options, Stage, Window) -> Void)?

  var takesValue: Bool { !operand.isEmpty }

  /// For a value of `Options`; the form of one that needn't be there is `optional`.
  init<Value>(
    key: String? = nil, option: String? = nil, letter: Character? = nil, of verbs: Set<Verb> = [],
    _ path: WritableKeyPath<Options, Value> & Sendable, _ form: SettingForm<Value>, standard: String? = nil,
    isRequired: Bool = false, _ help: String, details: String = "",
    check: @escaping @Sendable (Options) -> String? = { _ in nil }
  ) {
    self.init(
      key: key, option: option, letter: letter, of: verbs, form, standard: standard, isRequired: isRequired, help,
      details: details, set: { $0[keyPath: path] = $1 }, check: check)
  }

  /// For a value that is more than one of `Options`.
  ///
  /// - Parameters:
  ///   - set: takes a value over.
  ///   - check: asked once a file's value was taken over: what is expected instead, for one that doesn't fit the others.
  init<Value>(
    key: String? = nil, option: String? = nil, letter: Character? = nil, of verbs: Set<Verb> = [],
    _ form: SettingForm<Value>, standard: String? = nil, isRequired: Bool = false, _ help: String,
    details: String = "", set: @escaping @Sendable (inout Options, Value) -> Void,
    check: @escaping @Sendable (Options) -> String? = { _ in nil }
  ) {
    (self.key, self.option, self.letter, self.verbs) = (key, option, letter, verbs)
    (expected, operand, choices, isOpen) = (form.expected, form.operand, form.choices, form.isOpen)
    (isFile, schema) = (form.isFile, form.schema)
    (self.help, keyHelp, self.details, self.standard, self.isRequired) = (help, help, details, standard, isRequired)
    take = { options, text in
      guard let value = form.parse(text) else { return false }
      set(&options, value)
      return true
    }
    read = { options, place, faults in
      do throws(FileFault) {
        set(&options, try form.read(place))
        if let expected = check(options) { throw place.fault(expected) }
      } catch {
        faults.append(error)
      }
    }
  }

  /// For a part of the file that is a tree of its own.
  init(
    key: String, schema: [String: JSONValue], _ help: String, details: String = "",
    read: @escaping @Sendable (inout Options, JSONPlace, inout [FileFault]) -> Void
  ) {
    (self.key, option, letter, verbs) = (key, nil, nil, [])
    (expected, operand, choices, isOpen, isFile, self.schema) = ("", "", [], false, false, schema)
    (self.help, keyHelp, self.details, standard, isRequired) = (help, help, details, nil, false)
    take = { _, _ in false }
    self.read = read
  }

  /// The same, for one whose change takes effect at the next start.
  func atNextStart<Value: Equatable & Sendable>(_ path: KeyPath<Options, Value> & Sendable) -> Self {
    var setting = self
    setting.isSame = { $0[keyPath: path] == $1[keyPath: path] }
    return setting
  }

  /// The same, for one that a property of the stage goes by, at once.
  func shown<Value>(
    _ path: KeyPath<Options, Value> & Sendable, by target: ReferenceWritableKeyPath<Stage, Value> & Sendable
  ) -> Self {
    var setting = self
    setting.show = { options, stage, _ in stage[keyPath: target] = options[keyPath: path] }
    return setting
  }

  /// The same, for one that a property of the window goes by, at once.
  func shown<Value>(
    _ path: KeyPath<Options, Value> & Sendable, by target: ReferenceWritableKeyPath<Window, Value> & Sendable
  ) -> Self {
    var setting = self
    setting.show = { options, _, window in window[keyPath: target] = options[keyPath: path] }
    return setting
  }

  /// The same, for one whose value in a file may have more than one fault.
  func reading(_ read: @escaping @Sendable (inout Options, JSONPlace, inout [FileFault]) -> Void) -> Self {
    var setting = self
    setting.read = read
    return setting
  }

  /// The same, where the key says the opposite of the option.
  func inFile(_ help: String) -> Self {
    var setting = self
    setting.keyHelp = help
    return setting
  }
}
