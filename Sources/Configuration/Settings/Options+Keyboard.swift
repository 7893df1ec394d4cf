import Localization
import PanelSystem

extension Options {
  /// The names of the layouts of the keyboard that the panel shows for fields, in xkeyboard-config; empty for no keyboard.
  package var keyboardLayoutNames: [String] {
    if let keyboardNames { return keyboardNames }
    let code = String(effectiveLanguage.code.prefix { $0 != "-" && $0 != "_" })
    return [Self.layoutNames[code] ?? (code.utf8.count == 2 ? code : "us")]
  }

  /// The layouts of languages whose code is another, or no, layout in xkeyboard-config: it names layouts by country.
  private static let layoutNames = [
    "en": "us", "zh": "us", "ja": "us", "ko": "us", "ar": "ara", "cs": "cz", "da": "dk", "el": "gr", "et": "ee",
    "fa": "ir", "he": "il", "hi": "in", "nb": "no", "sl": "si", "sv": "se", "uk": "ua", "vi": "vn",
  ]
}

extension Setting {
  static let keyboard = Setting(
    key: "keyboard", .keyboardLayouts, default: "that of the language", example: .array(["us", "de", "gr", "ara"]),
    "the layouts of the keyboard on the screen, as xkeyboard-config names them",
    details:
      "Variants are in parentheses, such as ch(fr). An empty array is for panels with a real keyboard, which has the "
      + "compositor's layout.",
    set: { $0.keyboardNames = $1 })
}

extension ValueFormat<[String]> {
  /// Accepts an array of the names of keyboard layouts.
  fileprivate static let keyboardLayouts = Self(
    expected: "an array of keyboard layouts, such as us and de", operand: "LAYOUTS",
    schema: [
      "title": "array of at most 8 layouts", "type": "array", "uniqueItems": true, "maxItems": .integer(8),
      "items": .object(["type": "string"]),
    ],
    // The command line has no form for it.
    parse: { _ in nil },
    read: { json throws(Diagnostic) in
      let elements = try json.array("an array of keyboard layouts, such as [\"us\", \"de\"]")
      guard elements.count <= 8 else { throw json.diagnostic(expected: "at most 8 layouts") }
      // Without the list, the panel itself reports what isn't there.
      let known = elements.isEmpty ? [] : (try? KeyboardLayoutList.read())?.map(\.name) ?? []
      var names: [String] = []
      for element in elements {
        let name = try element.string()
        guard known.isEmpty || known.contains(name) else {
          let suggestion = name.nearest(among: known).map { ", such as \($0)" } ?? ", such as us, de or ch(fr)"
          throw element.diagnostic(expected: "a layout of xkeyboard-config\(suggestion)")
        }
        names.append(name)
      }
      return names
    })
}
