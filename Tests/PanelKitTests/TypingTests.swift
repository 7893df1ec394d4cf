import PanelKit
import PanelViews
import TestCompositor
import Testing

/// Texts of real keyboards, by the keymaps of the installed xkeyboard-config.
@Suite struct TypingTests {
  /// A layout, the codes of the pressed keys (`s` before a code: with Shift) and their text.
  struct Entry: CustomTestStringConvertible {
    let layout: String
    let keys: String
    let text: String

    var testDescription: String { "\(layout): \(text)" }
  }

  static let entries = [
    Entry(layout: "us", keys: "35 s23 57 8", text: "hI 7"),
    // Dead keys: TLDE and AE12, without a composition, before a space, twice, and taken back.
    Entry(layout: "de", keys: "26 12 13 18 41 30 s30", text: "üßéâA"),
    Entry(layout: "de", keys: "13 45 13 57 13 13 13 14 18", text: "´x'´e"),
    Entry(layout: "fr", keys: "3 26 18 s26 23", text: "éêï"),
    Entry(layout: "gr", keys: "39 30 s39 23 30", text: "άϊα"),
    Entry(layout: "ru", keys: "s34 35 48 32 20 49", text: "Привет"),
    Entry(layout: "ara", keys: "48 35", text: "لاا"),
    Entry(layout: "in", keys: "47 46 50 32 38 31", text: "नमस्ते"),
    Entry(layout: "th", keys: "38 39 21 38 33 22", text: "สวัสดี"),
  ]

  @Test(arguments: entries) func keysTypeTheTextOfTheLayout(_ entry: Entry) throws {
    let (rig, field) = (try Rig(), TextField(frame: Rect(10, 10, 200, 44)))
    rig.window.rootView.addSubview(field)
    field.becomeFirstResponder()
    try rig.setDevices([.touch, .keyboard])
    rig.seat.focusKeyboard(on: rig.surface, keymap: try InputTests.keymap(entry.layout))
    for key in entry.keys.split(separator: " ") {
      let isShifted = key.hasPrefix("s")
      let code = try #require(UInt32(isShifted ? key.dropFirst() : key))
      if isShifted { Self.sendModifiers(1, rig) }
      rig.seat.key(code, down: true)
      rig.seat.key(code, down: false)
      if isShifted { Self.sendModifiers(0, rig) }
      try rig.settle()
    }
    #expect(field.text == entry.text)
  }

  private static func sendModifiers(_ depressed: UInt32, _ rig: Rig) {
    rig.seat.keyboard?.sendModifiers(serial: 5, modsDepressed: depressed, modsLatched: 0, modsLocked: 0, group: 0)
  }

  /// With Control, Alt or Super, keys are commands.
  @Test func commandKeysTypeNothing() throws {
    let (rig, field) = (try Rig(), TextField(frame: Rect(10, 10, 200, 44)))
    rig.window.rootView.addSubview(field)
    field.becomeFirstResponder()
    try rig.setDevices([.touch, .keyboard])
    rig.seat.focusKeyboard(on: rig.surface, keymap: InputTests.usKeymap)
    // The modifiers of the protocol: Control, Mod1 (Alt) and Mod4 (Super).
    for modifier in [4, 8, 64] as [UInt32] {
      Self.sendModifiers(modifier, rig)
      rig.seat.key(EventCode.l, down: true)
      rig.seat.key(EventCode.l, down: false)
      try rig.settle()
      #expect(field.text.isEmpty, "\(modifier)")
    }
    Self.sendModifiers(0, rig)
    rig.seat.key(EventCode.l, down: true)
    try rig.settle()
    #expect(field.text == "l")
  }
}
