import Chrome
import PanelViews
import Scenes
import Testing

@testable import Configuration

/// Checks every row of the settings table.
@Suite struct SettingsTests {
  static let names = Options.settings.map { $0.key ?? "--\($0.option ?? "")" }

  private func setting(_ name: String) throws -> Setting {
    try #require(Options.settings.first { ($0.key ?? "--\($0.option ?? "")") == name })
  }

  /// Returns values that the schema allows, and one that it doesn't; `nil` if the schema doesn't list them, as for file names.
  private func samples(_ setting: Setting) -> (valid: [JSONValue], invalid: JSONValue)? {
    let schema = setting.schema
    if case .string("boolean")? = schema["type"] { return ([.bool(true), .bool(false)], .number(1)) }
    if case .array(let values)? = schema["enum"] { return (values, .string("?")) }
    // The last two, since some choices are synonyms, such as face-on and face-1.
    if !setting.choices.isEmpty { return (setting.choices.suffix(2).map(JSONValue.string), .string("?")) }
    if case .number(let least)? = schema["minimum"], case .number(let most)? = schema["maximum"] {
      return ([.number(least), .number(most)], .number(most + 1))
    }
    return nil
  }

  private func text(_ value: JSONValue) -> String {
    if case .string(let text) = value { return text }
    if case .number(let number) = value { return number.shortText }
    return ""
  }

  @Test(arguments: names) func valuesAreReadFromFileAndCommandLine(_ name: String) throws {
    let setting = try setting(name)
    guard let (valid, invalid) = samples(setting) else { return }
    var readOptions: [String] = []
    var parsedOptions: [String] = []
    for value in valid {
      var (file, line, errors) = (Options(), Options(), [Diagnostic]())
      setting.read(&file, LocatedJSON(value: value, file: "file"), &errors)
      #expect(errors == [] && setting.parseArgument(&line, text(value)), "\(value)")
      readOptions.append("\(file)")
      parsedOptions.append("\(line)")
    }
    #expect(Set(readOptions).count == (name == "inspector" ? 1 : valid.count), "no two values may be synonyms")
    // A flag has no value on the command line, and sets one of the two.
    #expect(
      setting.takesValue
        ? parsedOptions == readOptions : Set(parsedOptions).count == 1 && readOptions.contains(parsedOptions[0]))
    var (options, errors) = (Options(), [Diagnostic]())
    setting.read(&options, LocatedJSON(value: invalid, file: "file"), &errors)
    #expect(errors.count == 1 && errors.first?.description.hasSuffix("expected \(setting.expected)") == true)
    if setting.takesValue { #expect(!setting.parseArgument(&options, text(invalid))) }
  }

  /// A changed value takes effect at once, or is logged as requiring a restart.
  @Test(arguments: Options.settings.compactMap(\.key)) func changedValueTakesEffect(_ key: String) throws {
    let setting = try setting(key)
    #expect(setting.apply == nil || !setting.needsRestart)
    guard setting.apply == nil, !setting.needsRestart, !setting.isDeprecated, let (values, _) = samples(setting) else {
      return
    }
    // The properties that a reload applies without `Setting.apply`, and the distance, which only check-config uses.
    let effects = values.map { value in
      var (options, errors) = (Options(), [Diagnostic]())
      options.pinHash = "$"
      setting.read(&options, LocatedJSON(value: value, file: "file"), &errors)
      return "\(options.scene) \(options.sceneOptions) \(options.idle) \(String(describing: options.maintenance)) "
        + "\(String(describing: options.viewingDistance)) \(options.speech) \(options.theme) "
        + options.effectiveLanguage.code
    }
    #expect(
      Set(effects).count == values.count, "its row says neither what it is bound to nor that it requires a restart")
  }

  @Test func stageAndWindowFollowOptions() {
    var options = Options()
    options.permissions = .explanations
    (options.handlesKeys, options.reducesMotion, options.rotate) = (false, true, .half)
    let stage = options.makeStage(CubeScene())
    let window = Window(stage, size: Size(640, 400), scale: 1, threads: 1)
    options.apply(to: stage, in: window)
    #expect(stage.permissions == .explanations)
    #expect(!window.handlesKeys && window.reducesMotion && window.rotation == .half)
  }
}
