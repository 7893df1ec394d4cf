import Chrome
import PanelViews

/// The ways to start speech, which tells visitors who can't see what their finger touches.
package struct SpeechSettings {
  /// Whether a key starts speech: Tab, an arrow, Return, Space or a page key.
  package var startsWithKeys = false
  /// The corner that starts speech when held for three seconds; `nil` for none.
  package var corner: Stage.Corner?
}

extension Options {
  /// The settings of speech for visitors who can't see.
  static let speech: [Setting] = [
    Setting(
      key: "speech.keyboard", \.speech.startsWithKeys, .flag(),
      "start speech with a key: Tab, an arrow, Return, Space or a page key",
      details:
        "The first key does nothing else."),
    Setting(
      key: "speech.corner", \.speech.corner, .optional(.choice("CORNER")), example: "bottom-left",
      "the corner to hold for three seconds to start speech",
      details:
        "Holding it again ends speech. Mark it, so that it can be felt."),
  ]
}
