import Localization
import PanelViews

/// A text field of a control: checks what people type, and shows what is expected if it isn't valid.
final class FieldEntry {
  let view: StackView
  let field: TextField
  /// Called with each valid text, and with an empty one while the text isn't valid. Returns why the text is refused; `nil`
  /// if it isn't.
  var onEdit: ((String) -> String?)?
  /// Called for the return key with a valid text.
  var onReturn: ((String) -> Void)?

  /// True if the return key ends the entry, also if another field follows.
  var endsEntry = false

  private let description: SceneDescription.EntryDescription
  private let decimalSeparator: String
  private let hint = Label("", style: .caption)
  private var refusalTimer: WindowTimer?
  /// The text that was given to `onEdit` last.
  private var editedText: String?
  /// Why that text was refused; `nil` if it wasn't.
  private var refusal: String?

  /// In seconds.
  private static let refusalDuration = 4.0

  init(_ description: SceneDescription.EntryDescription, name: String?, layer: Layer, decimalSeparator: String) {
    (self.description, self.decimalSeparator) = (description, decimalSeparator)
    view = StackView(axis: .vertical, spacing: 4, layer: layer)
    field = TextField(placeholder: description.placeholder ?? "", name: name)
    field.isSecureTextEntry = description.isSecure
    field.clearButtonMode = .whileEditing
    field.takesScans = description.takesScans
    let maximum = description.kind == .number ? nil : description.maximum
    field.maximumLength = Int(clamping: maximum ?? Double(SceneDescription.EntryDescription.defaultMaximumLength))
    (field.keyboardType, field.returnKeyType) = (description.keyboardType, .done)
    if description.kind != .text || description.isSecure { field.autocapitalizationType = .none }
    hint.isHidden = true
    hint.numberOfLines = 2
    view.addArrangedSubview(field)
    view.addArrangedSubview(hint)
    // `pressReturn` keeps an invalid text in the field.
    field.shouldReturn = { [unowned self] in handleReturn() }
    field.addAction(for: .editingDidBegin) { [unowned self] _ in
      field.returnKeyType = endsEntry || field.window?.textField(after: field) == nil ? .done : .next
    }
    field.addAction(for: .editingDidEnd) { [unowned self] _ in if isInvalid { showInvalidity() } }
    field.addAction(for: .editingChanged) { [unowned self] _ in
      hideRefusal()
      if !description.isSecure { edit(validText ?? "") }
    }
  }

  private func edit(_ text: String) {
    editedText = text
    refusal = onEdit?(text)
    guard let refusal else { return }
    // The value must not keep a text that the field doesn't have any more.
    editedText = ""
    _ = onEdit?("")
    showRefusal(refusal)
  }

  /// Shows the value, unless it is what is being typed.
  func show(_ raw: String) {
    guard !description.isSecure, raw != editedText || !field.isFirstResponder else { return }
    let text = description.kind == .number ? raw.map { $0 == "." ? decimalSeparator : String($0) }.joined() : raw
    if field.text != text { field.text = text }
    editedText = raw
  }

  /// Ends the entry, and clears what only the field has.
  ///
  /// - Parameter raw: the value, which the field shows from now on.
  func end(showing raw: String) {
    reset(showing: raw)
    field.resignFirstResponder()
    hideRefusal()
  }

  /// Shows the value, which an action has set, instead of what was typed.
  func reset(showing raw: String) {
    hideRefusal()
    guard !description.isSecure else { return field.text = "" }
    editedText = nil
    show(raw)
  }

  /// True if the field has a text that the value can't have.
  var isInvalid: Bool {
    guard let secret = field.secureText else { return validText == nil || refusal != nil }
    return !secret.isEmpty && description.pattern?.matches(secret) == false
  }

  /// Shows what is expected, until the text changes.
  func showInvalidity() {
    showRefusal(refusal ?? description.expectation(decimalSeparator: decimalSeparator), isLasting: true)
  }

  /// The typed text, as the value gets it; `nil` if it isn't valid.
  private var validText: String? { description.value(of: field.text, decimalSeparator: decimalSeparator) }

  private func handleReturn() -> Bool {
    guard !isInvalid else {
      showRefusal(refusal ?? description.expectation(decimalSeparator: decimalSeparator))
      return false
    }
    onReturn?(description.isSecure ? "" : validText ?? "")
    return true
  }

  func announceSuccess() { field.window?.announce(LocalizedText.succeeded.text.withoutSymbol) }

  /// Shows why a text is refused, or that its action failed, and speaks it.
  ///
  /// - Parameter isLasting: false to show it for a moment.
  func showRefusal(_ text: String, isLasting: Bool = false) {
    hint.text = text
    hint.color = Palette.failure.mixed(with: view.inheritedLook.text, 0.4)
    hint.isHidden = false
    field.window?.announce(text.withoutSymbol, interrupts: true)
    refusalTimer?.cancel()
    guard !isLasting else { return }
    refusalTimer = field.window?.after(seconds: Self.refusalDuration) { [weak self] in self?.hideRefusal() }
  }

  private func hideRefusal() {
    refusalTimer?.cancel()
    hint.isHidden = true
  }
}

extension SceneDescription.EntryDescription {
  var keyboardType: KeyboardType {
    switch kind {
    case .text: .default
    // A secret number is a PIN.
    case .number: !isSecure && (decimals > 0 || (minimum ?? -1) < 0) ? .decimalPad : .numberPad
    case .telephone: .phonePad
    case .email: .emailAddress
    case .address: .url
    }
  }

  /// Returns what was typed as a value; `nil` if it isn't valid.
  ///
  /// - Parameters:
  ///   - text: as it was typed.
  ///   - decimalSeparator: that of the panel's language. A point is always accepted.
  public func value(of text: String, decimalSeparator: String) -> String? {
    guard !text.isEmpty else { return "" }
    guard kind == .number else { return pattern?.matches(text) == false ? nil : text }
    let plain = text.map { String($0) == decimalSeparator ? "." : String($0) }.joined()
    guard let number = ValueDefinition.number(plain), number >= minimum ?? -.infinity, number <= maximum ?? .infinity
    else { return nil }
    let fraction = plain.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first ?? ""
    return fraction.count <= decimals && pattern?.matches(plain) != false ? plain : nil
  }

  /// Returns whether the field sets its value only to some texts, because its pattern is a choice of words, such as
  /// `S|M|L`. While the text doesn't match, the value is empty.
  ///
  /// - Parameter texts: those that the value can have; empty for any.
  public func isLimited(to texts: [String]) -> Bool {
    guard !texts.isEmpty, !isSecure else { return true }
    guard let pattern, texts.contains("") else { return false }
    return pattern.source.split(separator: "|").allSatisfy { word in
      texts.contains(String(word)) && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
    }
  }

  /// The reason why a text isn't valid, in the panel's language.
  func expectation(decimalSeparator: String) -> String {
    if let patternText { return patternText }
    func text(_ number: Double) -> String { number.formatted(decimals: decimals, decimalSeparator: decimalSeparator) }
    guard kind == .number else { return LocalizedText.entryInvalid.text }
    return switch (minimum, maximum) {
    case (let minimum?, let maximum?):
      LocalizedText.entryNumber.text([.minimum: text(minimum), .maximum: text(maximum)])
    case (let minimum?, nil): LocalizedText.entryAtLeast.text([.minimum: text(minimum)])
    case (nil, let maximum?): LocalizedText.entryAtMost.text([.maximum: text(maximum)])
    case (nil, nil): LocalizedText.entryAnyNumber.text
    }
  }
}

extension String {
  /// The text without the symbol before the word of a result, as it is spoken.
  fileprivate var withoutSymbol: String { "✓✕".contains(first ?? " ") ? String(drop { !$0.isLetter }) : self }
}
