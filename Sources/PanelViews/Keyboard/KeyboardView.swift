import Localization
import PanelLayers

/// A keyboard on the screen, for touches of several fingers.
///
/// A key types when its finger lifts, or when the next finger touches down. A finger that slides takes the key on which it
/// lifts, and the nearest key counts. A long press offers more letters, one on delete repeats. Sliding from Shift to a
/// letter types one capital letter; a double tap on Shift locks it.
///
/// Each key is a view with its own bitmap: a press redraws one key, and assistive technology finds them all.
public final class KeyboardView: View {
  /// The layouts of the letters; the key with the globe goes to the next one.
  public let layouts: [KeyboardLayout]
  /// The view into which the keys type. Setting it shows the keys for its kind of text.
  public weak var input: (any KeyInput)? { didSet { if input !== oldValue { reset() } } }
  /// Called for the key that hides the keyboard, and for a swipe down.
  public var onDismiss: (() -> Void)?

  enum Shift { case off, once, locked }

  // Used by the extensions.
  var page = KeyboardPage.letters { didSet { if page != oldValue { keysDidChange() } } }
  var shift = Shift.off { didSet { if shift != oldValue { updateFaces() } } }
  var layoutIndex = 0 { didSet { if layoutIndex != oldValue { keysDidChange() } } }
  /// The own characters of dead keys that wait for a letter.
  var deadKeys = "" { didSet { if deadKeys != oldValue { updateFaces() } } }
  var press: Press?
  var shiftPress: ShiftPress?
  var lastShiftTap: UInt64?
  var lastTyped: (key: KeyboardKey, time: UInt64)?
  private(set) var keyViews: [KeyboardKeyView] = []
  let popup = KeyboardPopupView()

  /// A finger on a key that hasn't typed yet.
  struct Press {
    let id: Int
    var key: KeyboardKeyView
    /// True while the choices of a long press are shown.
    var isChoosing = false
    /// The finger's horizontal place before it slides to a choice; `nil` from then on.
    var restingX: Double?
    /// True once the delete key has repeated.
    var hasRepeated = false
    var timer: WindowTimer?
  }

  /// A finger that holds Shift.
  struct ShiftPress {
    let id: Int
    let shiftBefore: Shift
    /// True once another finger has typed.
    var isUsed = false
  }

  /// - Parameter layouts: the layouts of the letters; if empty, the American one.
  public init(layouts: [KeyboardLayout]) {
    self.layouts = layouts.isEmpty ? [.american] : layouts
    super.init(name: "keys")
    isMultipleTouchEnabled = true
    layer.layoutDirection = .leftToRight
    addSubview(popup)
  }

  var layout: KeyboardLayout { layouts[layoutIndex] }

  // MARK: The kind of text

  /// Shows the first page for the input, and forgets what is pressed.
  private func reset() {
    cancelPresses()
    (deadKeys, shift, lastTyped, lastShiftTap) = ("", .off, nil, nil)
    switch input?.keyboardType ?? .default {
    case .default, .emailAddress, .url: page = .letters
    case let type: page = .pad(type)
    }
    keysDidChange()
    inputDidChange()
  }

  /// Follows a change of the text: capital letters at the beginning of sentences. The keys call it; call it for other
  /// changes.
  public func inputDidChange() {
    guard shift != .locked, shiftPress == nil, let input, layout.hasCapitals else { return }
    shift = Self.capitalizes(after: input) ? .once : .off
  }

  private static func capitalizes(after input: any KeyInput) -> Bool {
    guard input.keyboardType == .default, !input.isSecureTextEntry else { return false }
    let type = input.autocapitalizationType
    guard type == .words || type == .sentences else { return type == .allCharacters }
    let text = input.textBeforeCaret
    guard let last = text.last else { return true }
    guard last.isWhitespace else { return false }
    return type == .words || text.last { !$0.isWhitespace }.map { ".!?…".contains($0) } != false
  }

  // MARK: Layout

  private func keysDidChange() {
    cancelPresses()
    setNeedsLayout()
  }

  public override func sizeThatFits(_ size: Size) -> Size { fittingSize(size) }

  public override func layoutSubviews() {
    let rows = page.rows(of: layout, input?.keyboardType ?? .default, hasLayouts: layouts.count > 1)
    let widths = rows.map { $0.map(\.width).reduce(0, +) }
    let width = min(bounds.width, maximumKeysWidth)
    let (column, height) = (width / max(widths.max() ?? 1, 1), bounds.height / Double(max(rows.count, 1)))
    var count = 0
    for (row, keys) in rows.enumerated() {
      var x = (bounds.width - widths[row] * column) / 2
      for (key, width) in keys {
        defer { x += width * column }
        guard let key else { continue }
        let view = keyView(at: count)
        count += 1
        view.key = key
        view.place(in: Rect(x, Double(row) * height, width * column, height))
      }
    }
    for view in keyViews[count...] { view.removeFromSuperview() }
    keyViews.removeSubrange(count...)
    updateFaces()
  }

  private func keyView(at index: Int) -> KeyboardKeyView {
    if index == keyViews.count {
      keyViews.append(KeyboardKeyView())
      insertSubview(keyViews[index], belowSubview: popup)
    }
    return keyViews[index]
  }

  public override func point(inside point: Point) -> Bool { bounds.contains(point) }

  public override func accessibilityContainerText(entering element: View) -> String? { LocalizedText.keyboard.text }

  public override func willMove(toWindow newWindow: Window?) { if newWindow == nil { cancelPresses() } }

  public override func touchBegan(_ touch: Touch) { fingerDown(touch) }
  public override func touchMoved(_ touch: Touch) { fingerMoved(touch) }
  public override func touchEnded(_ touch: Touch) { fingerUp(touch) }
  public override func touchCancelled(_ touch: Touch) { fingerCancelled(touch) }
}

extension KeyboardLayout {
  /// The layout of a keyboard without any other.
  static let american = KeyboardLayout(
    name: "us", title: "English (US)",
    rows: ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map { row in
      row.map { Key(String($0), shifted: $0.uppercased()) }
    })
}
