import Chrome
import PanelViews

/// The ways for visitors to start explore by touch.
package struct SpeechSettings {
  /// Whether a key starts it: Tab, an arrow, Return, Space or a page key.
  package var startsWithKeys = false
  /// The corner that starts it when held for three seconds; `nil` for none.
  package var corner: Stage.Corner?
}

extension Setting {
  static let bounceKeys = Setting(
    key: "bounceKeys", \.bounceKeysDelay, .number("S", 0...2), default: "0", example: .number(0.5),
    "the seconds for which a key isn't accepted again after it was pressed",
    details: "For people whose fingers strike a key twice. For a keyboard, a tactile keypad, and the keypads on the "
      + "panel. Other keys are accepted at once."
  ).bound(\.bounceKeysDelay, to: \Window.bounceKeysDelay)
}

extension Options {
  /// The settings of speech for visitors who can't see.
  static let speech: [Setting] = [
    Setting(
      key: "speech.keyboard", \.speech.startsWithKeys, .flag(),
      "start speech for visitors who can't see with Tab, an arrow, Return, Space or a page key",
      details: "The first key only starts it. For a keyboard or a tactile keypad at the panel."),
    Setting(
      key: "speech.corner", \.speech.corner, .optional(.choice("CORNER")), example: "bottom-left",
      "the corner to hold for three seconds to start speech",
      details:
        "Holding it again ends speech. Mark it, so that it can be felt. check-config warns if it is also the corner of "
        + "maintenance, which wins."),
  ]
}
