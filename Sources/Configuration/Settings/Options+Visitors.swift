import Chrome
import Localization
import PanelViews

extension Setting {
  static let bounceKeys = Setting(
    key: "bounceKeys", \.bounceKeysDelay, .number("S", 0...2), default: "0", example: .number(0.5),
    "the seconds for which a key isn't accepted again after it was pressed",
    details:
      "For people whose fingers strike a key twice, also on the panel's keypads. Other keys are accepted at once."
  ).bound(\.bounceKeysDelay, to: \Window.bounceKeysDelay)
}

extension Options {
  /// `reach`, the upper part of the panel without touch targets, in percent, if a visitor chooses "Everything lower".
  static let lowReach = 40.0

  /// The values that the configuration has for the settings that visitors can change.
  package var configuredVisitorSettings: VisitorSettings {
    var settings = VisitorSettings()
    (settings.hasHighContrast, settings.textSize, settings.hasLowReach) = (theme == .contrast, textScale, reach > 0)
    settings.language = effectiveLanguage
    return settings
  }

  /// Returns the options with a visitor's settings, except for the language. A setting that the visitor didn't change
  /// keeps the configured value.
  package func adapted(to settings: VisitorSettings) -> Options {
    let configured = configuredVisitorSettings
    var options = self
    if settings.hasHighContrast != configured.hasHighContrast {
      options.theme = settings.hasHighContrast ? .contrast : .dark
    }
    if settings.hasLowReach != configured.hasLowReach { options.reach = settings.hasLowReach ? Self.lowReach : 0 }
    // In percent.
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
        "title": .string(expected), "type": "array", "uniqueItems": true,
        "items": .object(["enum": .array(words.map(JSONValue.string))]),
      ],
      // The command line has no form for it.
      parse: { _ in nil },
      read: { json throws(Diagnostic) in
        var settings: Set<VisitorSetting> = []
        for element in try json.array(expected) {
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
    details:
      "A button in the bar opens a sheet with them; a panel without the bar gets one with this button only. speech is "
      + "explore by touch, reach a reach of 40, language a built-in one. They are undone after a minute without input, or "
      + "after dimAfter or homeAfter if that is longer; the panel asks 20 seconds before.",
    set: { $0.visitors = $1 }
  ).bound(\.visitors, to: \Stage.offeredSettings)
}

extension Stage.Permissions {
  mutating func set(_ permission: Self, _ isGiven: Bool) {
    if isGiven { insert(permission) } else { remove(permission) }
  }
}
