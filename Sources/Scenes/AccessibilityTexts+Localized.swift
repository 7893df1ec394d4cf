import Localization
import PanelViews

extension AccessibilityTexts {
  /// The words in the current language.
  public static var localized: Self {
    let language = Language.current
    func text(_ text: LocalizedText) -> String { language[text] }
    var texts = Self()
    texts.language = language.code
    (texts.separator, texts.sentenceSeparator) = (text(.listSeparator), text(.spokenStop))
    (texts.introduction, texts.keyIntroduction) = (text(.speechIntroduction), text(.keyIntroduction))
    (texts.button, texts.header, texts.image) = (text(.spokenButton), text(.spokenHeading), text(.spokenImage))
    (texts.adjustable, texts.adjustableHint) = (text(.spokenAdjustable), text(.hintAdjust))
    (texts.toggleButton, texts.on, texts.off) = (text(.spokenSwitch), text(.spokenOn), text(.spokenOff))
    (texts.selected, texts.notEnabled) = (text(.spokenSelected), text(.spokenDisabled))
    texts.adjustableKeyHint = text(.hintAdjustKey)
    (texts.minimum, texts.maximum) = (text(.spokenMinimum), text(.spokenMaximum))
    (texts.beginning, texts.end) = (text(.spokenBeginning), text(.spokenEnd))
    (texts.pressed, texts.notPressable, texts.notAdjustable) = (
      text(.spokenPressed), text(.notPressable), text(.notAdjustable)
    )
    (texts.volume, texts.rate, texts.speechSettings) = (text(.speechVolume), text(.speechRate), text(.speechSettings))
    texts.page = { LocalizedText.page.text([.number: "\($0)", .total: "\($1)"]) }
    texts.tapWouldReach = { LocalizedText.tapReaches.text([.name: $0]) }
    return texts
  }
}
