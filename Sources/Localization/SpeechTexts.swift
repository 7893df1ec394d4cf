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
    case .keyIntroduction:
      """
      Speech is on. Press the right arrow for the next item, up or down to change it, Enter to press it, Page Up to repeat
      """
    case .spokenMinimum: "minimum"
    case .spokenMaximum: "maximum"
    case .spokenBeginning: "Beginning"
    case .spokenEnd: "End"
    case .spokenPressed: "pressed"
    case .notPressable: "Can't be pressed"
    case .notAdjustable: "Can't be changed"
    case .speechVolume: "Speech volume"
    case .speechRate: "Speech rate"
    case .hintAdjustKey: "Up or down arrow to change"
    case .hintTurnKey: "Up or down arrow to turn the cube"
    case .confirmAgainKey: "Press again to confirm"
    case .currently: "Currently: {word}"
    case .entryCleared: "cleared"
    case .codeEntered: "Code entered"
    case .codeAccepted: "Code accepted"
    case .codeRejected: "Code not accepted"
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
    case .keyIntroduction:
      """
      Die Sprachausgabe ist an. Pfeil nach rechts geht weiter, nach oben oder unten ändert, Eingabe drückt, Bild auf \
      wiederholt
      """
    case .spokenMinimum: "Minimum"
    case .spokenMaximum: "Maximum"
    case .spokenBeginning: "Anfang"
    case .spokenEnd: "Ende"
    case .spokenPressed: "gedrückt"
    case .notPressable: "Lässt sich nicht drücken"
    case .notAdjustable: "Lässt sich nicht ändern"
    case .speechVolume: "Lautstärke der Sprache"
    case .speechRate: "Geschwindigkeit der Sprache"
    case .hintAdjustKey: "Zum Ändern Pfeil nach oben oder unten"
    case .hintTurnKey: "Pfeil nach oben oder unten dreht den Würfel"
    case .confirmAgainKey: "Zum Bestätigen noch einmal drücken"
    case .currently: "Zurzeit: {word}"
    case .entryCleared: "gelöscht"
    case .codeEntered: "Code eingegeben"
    case .codeAccepted: "Code angenommen"
    case .codeRejected: "Code nicht angenommen"
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
    case .keyIntroduction: "语音已开启。按右箭头到下一项，上下箭头调整，回车键按下，上翻页键重复"
    case .spokenMinimum: "最小值"
    case .spokenMaximum: "最大值"
    case .spokenBeginning: "开头"
    case .spokenEnd: "末尾"
    case .spokenPressed: "已按下"
    case .notPressable: "无法按下"
    case .notAdjustable: "无法调整"
    case .speechVolume: "语音音量"
    case .speechRate: "语音速度"
    case .hintAdjustKey: "按上下箭头调整"
    case .hintTurnKey: "按上下箭头转动立方体"
    case .confirmAgainKey: "再按一次以确认"
    case .currently: "当前：{word}"
    case .entryCleared: "已清除"
    case .codeEntered: "密码已输入"
    case .codeAccepted: "密码正确"
    case .codeRejected: "密码未被接受"
    default: text.rawValue
    }
  }
}
