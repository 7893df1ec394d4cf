/// The texts that are only spoken, by language.
extension Language {
  static func englishSpeech(_ text: LocalizedText) -> String {
    switch text {
    case .speechIntroduction:
      """
      Speech is on. Move a finger to hear what is there. Double tap to press. Swipe right for the next item, up or down to \
      change it. Tap three times to repeat
      """
    case .speechOff: "Speech is off"
    case .spokenStop: ". "
    case .spokenButton: "button"
    case .spokenHeading: "heading"
    case .spokenImage: "image"
    case .spokenAdjustable: "adjustable"
    case .spokenSwitch: "switch"
    case .spokenOn: "on"
    case .spokenOff: "off"
    case .spokenSelected: "selected"
    case .spokenDisabled: "dimmed"
    case .hintAdjust: "Swipe up or down to change"
    case .hintTurn: "Swipe up or down to turn the cube"
    case .hintConfirm: "Needs to be confirmed"
    case .confirmAgain: "Double tap again to confirm"
    case .page: "page {number} of {total}"
    case .tapReaches: "A tap here would reach {name}"
    case .digits: "one digit|{count} digits"
    case .digitsOf: "{count} of {total} digits"
    case .deleteKey: "Delete"
    default: text.rawValue
    }
  }

  static func germanSpeech(_ text: LocalizedText) -> String {
    switch text {
    case .speechIntroduction:
      """
      Die Sprachausgabe ist an. Bewege einen Finger, um zu hören, was da ist. Doppelt tippen drückt. Nach rechts wischen \
      geht weiter, nach oben oder unten ändert. Dreimal tippen wiederholt
      """
    case .speechOff: "Die Sprachausgabe ist aus"
    case .spokenStop: ". "
    case .spokenButton: "Taste"
    case .spokenHeading: "Überschrift"
    case .spokenImage: "Bild"
    case .spokenAdjustable: "anpassbar"
    case .spokenSwitch: "Schalter"
    case .spokenOn: "ein"
    case .spokenOff: "aus"
    case .spokenSelected: "ausgewählt"
    case .spokenDisabled: "nicht verfügbar"
    case .hintAdjust: "Zum Ändern nach oben oder unten wischen"
    case .hintTurn: "Nach oben oder unten wischen, um den Würfel zu drehen"
    case .hintConfirm: "Muss bestätigt werden"
    case .confirmAgain: "Zum Bestätigen noch einmal doppelt tippen"
    case .page: "Seite {number} von {total}"
    case .tapReaches: "Ein Fingertipp hier ginge an: {name}"
    case .digits: "eine Ziffer|{count} Ziffern"
    case .digitsOf: "{count} von {total} Ziffern"
    case .deleteKey: "Löschen"
    default: text.rawValue
    }
  }

  static func chineseSpeech(_ text: LocalizedText) -> String {
    switch text {
    case .speechIntroduction: "语音已开启。移动手指可听到所触内容。轻点两下按下。向右轻扫到下一项，上下轻扫可调整。轻点三下重复"
    case .speechOff: "语音已关闭"
    case .spokenStop: "。"
    case .spokenButton: "按钮"
    case .spokenHeading: "标题"
    case .spokenImage: "图像"
    case .spokenAdjustable: "可调整"
    case .spokenSwitch: "开关"
    case .spokenOn: "开"
    case .spokenOff: "关"
    case .spokenSelected: "已选定"
    case .spokenDisabled: "变暗"
    case .hintAdjust: "上下轻扫以调整"
    case .hintTurn: "上下轻扫以转动立方体"
    case .hintConfirm: "需要确认"
    case .confirmAgain: "再次轻点两下以确认"
    case .page: "第 {number} 页，共 {total} 页"
    case .tapReaches: "点这里会点到{name}"
    case .digits: "{count} 位数字"
    case .digitsOf: "已输入 {count} 位，共 {total} 位"
    case .deleteKey: "删除"
    default: text.rawValue
    }
  }
}
