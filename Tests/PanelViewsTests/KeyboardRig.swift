@testable import PanelViews

/// A keyboard on the screen that types into a text, and the player of its touches.
final class KeyboardRig {
  /// The text into which the keys type.
  final class Input: KeyInput {
    var text = ""
    var returns = 0
    var keyboardType = KeyboardType.default
    var returnKeyType = ReturnKeyType.default
    var isSecureTextEntry = false
    var autocapitalizationType = AutocapitalizationType.none

    var hasText: Bool { !text.isEmpty }
    var textBeforeCaret: String { isSecureTextEntry ? "" : text }
    func insertText(_ new: String) { text += new }
    func deleteBackward() { text = String(text.dropLast()) }
    func pressReturn() { returns += 1 }
  }

  let input = Input()
  let keyboard: KeyboardView
  let window: Window
  let touches: TouchPlayer

  init(
    _ layouts: [KeyboardLayout] = [], size: Size = Size(800, 480), pointsPerMillimeter: Double? = nil,
    _ configure: (Input) -> Void = { _ in }
  ) {
    configure(input)
    keyboard = KeyboardView(layouts: layouts)
    let root = View(name: "root")
    root.controlLook = .dark
    root.backgroundColor = ControlLook.dark.surface
    root.addSubview(keyboard)
    window = Window(root, size: size, scale: 1, threads: 1)
    window.pointsPerMillimeter = pointsPerMillimeter
    touches = TouchPlayer(window)
    place()
    keyboard.input = input
    window.layoutIfNeeded()
  }

  /// Places the keyboard at the bottom of the window.
  func place() {
    let size = keyboard.sizeThatFits(window.size)
    keyboard.frame = Rect(0, window.size.height - size.height, size.width, size.height)
    window.layoutIfNeeded()
  }

  /// Returns the key with a title, an accessibility label or a letter, whether or not Shift is on.
  func key(_ name: String) -> KeyboardKeyView {
    window.layoutIfNeeded()
    func isNamed(_ view: KeyboardKeyView) -> Bool {
      if case .letter(let letter) = view.key, letter.text == name { return true }
      return view.face.title == name || view.spokenLabel == name
    }
    guard let key = keyboard.keyViews.first(where: isNamed) else {
      preconditionFailure("no key \(name) among \(keyboard.keyViews.map(\.spokenLabel))")
    }
    return key
  }

  /// Returns the point of a key as words of a `TouchPlayer`.
  func at(_ name: String) -> String {
    let point = keyboard.convert(key(name).frame.center, to: window.rootView) ?? .zero
    return "\(point.x * window.magnification),\(point.y * window.magnification)"
  }

  /// Taps keys one after the other.
  func tap(_ names: String...) { for name in names { touches.play("down \(at(name)) up +400ms") } }

  /// Taps the keys of characters, fast.
  func type(_ text: String) { for character in text { touches.play("down \(at(String(character))) up") } }
}

extension KeyboardLayout {
  private static func keys(_ text: String) -> [Key] { text.map { Key(String($0), shifted: $0.uppercased()) } }

  /// The rows of the German layout, with the dead keys of the French one.
  static let german: KeyboardLayout = {
    var rows = ["qwertzuiopü", "asdfghjklöäß", "yxcvbnm"].map(keys)
    rows[1][11].shiftedText = "ẞ"
    rows[0][2].alternates = ["é", "è", "ê"]
    rows[0][2].shiftedAlternates = ["É", "È", "Ê"]
    rows[2].append(Key("^", shifted: "¨", isDead: true, isShiftedDead: true))
    let compositions = ["^e": "ê", "¨e": "ë", "^^": "^", "^ ": "^", "^¨a": "ǟ"]
    return KeyboardLayout(name: "de", title: "Deutsch", rows: rows, compositions: compositions)
  }()

  static let russian = KeyboardLayout(
    name: "ru", title: "Русский", rows: ["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"].map(keys))

  /// Some letters and marks of the Vietnamese layout.
  static let vietnamese = KeyboardLayout(
    name: "vn", title: "Vietnamese", rows: [[Key("\u{301}"), Key("\u{300}")], keys("êe"), keys("nm")])
}
