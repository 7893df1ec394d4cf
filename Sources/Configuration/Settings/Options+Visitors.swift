import Chrome
import Explanation
import Localization

extension Options {
  /// The reach, in percent, if a visitor chooses "Everything lower".
  static let lowReach = 40.0

  /// The owner's values of the settings that visitors may change.
  package var visitorSettings: VisitorSettings {
    var settings = VisitorSettings()
    (settings.hasHighContrast, settings.textSize, settings.hasLowReach) = (theme == .contrast, textScale, reach > 0)
    settings.language = effectiveLanguage
    return settings
  }

  /// Returns the options with a visitor's settings.
  package func adapted(to settings: VisitorSettings) -> Options {
    let owner = visitorSettings
    var options = self
    if settings.hasHighContrast != owner.hasHighContrast {
      options.theme = settings.hasHighContrast ? .contrast : .dark
    }
    if settings.hasLowReach != owner.hasLowReach { options.reach = settings.hasLowReach ? Self.lowReach : 0 }
    options.textSize = settings.textSize * 100
    return options
  }
}

extension ValueFormat<Set<VisitorSetting>> {
  /// Accepts an array of words.
  static let visitorSettings: Self = {
    let words = VisitorSetting.allCases.map(\.rawValue)
    let expected = "an array of " + words.joined(separator: ", ")
    return Self(
      expected: expected, operand: "SETTINGS",
      schema: [
        "type": "array", "uniqueItems": true, "items": .object(["enum": .array(words.map(JSONValue.string))]),
      ],
      parse: { _ in nil },
      read: { json throws(Diagnostic) in
        var settings: Set<VisitorSetting> = []
        for element in try json.array() {
          guard let setting = element.value.text.flatMap(VisitorSetting.init) else {
            throw element.diagnostic(expected: words.alternatives)
          }
          settings.insert(setting)
        }
        return settings
      })
  }()
}

extension Setting {
  /// The settings that visitors can change.
  static let visitors = Setting(
    key: "visitors", .visitorSettings, default: "none", example: .array(["textSize", "contrast"]),
    "the settings that visitors can change at the panel",
    details: "A button in the bar opens a sheet with them; a panel without the bar gets one with this button only. "
      + "speech speaks what a finger touches. contrast is the theme of this name, reach a reach of 40, language one of "
      + "the built-in languages. Like everything that visitors changed, they are undone after a minute without input, "
      + "or after idle.dimAfter if it is longer. The panel asks 20 seconds before.",
    set: { $0.visitors = $1 }
  ).bound(\.visitors, to: \Stage.offeredSettings)
}

extension Stage.Permissions {
  mutating func set(_ permission: Self, _ isGiven: Bool) {
    if isGiven { insert(permission) } else { remove(permission) }
  }
}
