import Localization
import PanelViews

/// Shows a value in a control, and reports changes by hand.
///
/// The control follows the value when another program sets it. It is faint while the value is stale or unknown, or isn't the
/// number that the control would show; a control of numbers then stays at the last one.
public final class ValueControl {
  public var view: View { content.view }
  public let description: SceneDescription.ControlDescription
  /// The node's name, which is unique in its page.
  public let name: String?
  /// The path of its scene file; empty on a face and in the panel's scene.
  public internal(set) var file = ""
  /// The line of the list row that contains the control; `nil` outside of lists.
  public internal(set) var line: RowLine?
  /// The number of equal lines before that line.
  public internal(set) var lineOccurrence = 0
  /// The text that a person chose, which the control shows instead of the value until the value's adapter has applied it;
  /// `nil` to show the value.
  public var pendingText: String? { didSet { if pendingText != oldValue { update() } } }
  /// Called after a change by hand, with the text to set. For a field, after its return key.
  public var onChange: ((String) -> Void)?
  /// Called while people type into a field, with the text to set. Returns why it is refused; `nil` if it isn't.
  public var onType: ((String) -> String?)?
  /// Called while people type into a search field.
  var onSearch: ((String) -> Void)?

  let content: Content
  let values: Values
  /// The number of the cube face that has the control; `nil` in a scene file.
  public let face: Int?
  private let opacity: Double
  /// True while a keypad has digits, or a field a text, that isn't confirmed.
  var hasEntry: Bool {
    guard let entry else { return keypad?.hasDigits == true }
    if entry.field.isFirstResponder { return true }
    guard entry.field.hasText, !isSecure, description.kind == .field else { return entry.field.hasText }
    // A text that doesn't outlast the visit.
    guard let definition, !definition.isKept, case .set(let initial) = definition.source else { return false }
    return entry.field.text != initial ?? ""
  }
  private var entry: FieldEntry? { if case .entry(let entry) = content { entry } else { nil } }
  private var keypad: KeypadEntry? { if case .keypad(let keypad) = content { keypad } else { nil } }
  private var isSecure: Bool { description.entry.isSecure }
  /// The text of a secure field, which its action gets; `nil` for other controls.
  public var secureText: SecureText? { entry?.field.secureText }
  private var observers: [ChangeObserver] = []
  var captionObserver: LiveTextObserver?

  init(
    _ description: SceneDescription.ControlDescription, name: String?, face: Int?, opacity: Double, look: ControlLook,
    layer: Layer, values: Values
  ) {
    (self.description, self.name, self.values, self.face, self.opacity) = (description, name, values, face, opacity)
    content = Content(description, name: name, look: look, layer: layer, decimalSeparator: values.decimalSeparator)
    view.accessibilityLabel = description.accessibilityLabel ?? name
    if traits.shows == .number { view.accessibilityValueBlock = { [unowned self] in spokenValue } }
    view.controlLook = look
    connect()
    // The value may have changed during the touch.
    (view as? Control)?.addAction(for: .touchCancel) { [unowned self] _ in update() }
    observers.append(values.observe([description.valueName]) { [unowned self] in update() })
    update()
    guard let condition = description.enabledCondition else { return }
    let enable = { [unowned self, unowned values] in
      let isEnabled = values.holds(condition)
      setEnabled(isEnabled)
      setDisabledReason(isEnabled ? nil : values.spokenReason(for: condition))
    }
    observers.append(values.observe(condition.names, enable))
    enable()
  }

  func connect(_ entry: FieldEntry) {
    entry.field.accessibilityLabel = description.accessibilityLabel ?? description.entry.placeholder ?? entry.field.name
    entry.endsEntry = description.action != nil || description.kind == .search
    if description.kind == .search {
      entry.field.clearButtonMode = .always
      entry.onEdit = { [unowned self] in
        onSearch?($0)
        return nil
      }
      return
    }
    // An adapter gets the whole text, once the entry has ended.
    let isServed = definition?.adapterAddress != nil
    entry.onEdit = { [unowned self] in isServed ? nil : onType?($0) }
    entry.onReturn = { [unowned self] in if isServed || description.action != nil { report($0) } }
  }

  /// False if the `enabled` condition doesn't hold.
  public var isEnabled: Bool { description.enabledCondition.map(values.holds) ?? true }

  /// The texts that a person can set; `nil` if the control only shows the value.
  public var limits: ControlLimits? { description.limits(for: definition) }

  /// True if the value is set before the action: braces in a typed text name no values.
  public var setsValueItself: Bool {
    description.action != nil || (description.kind == .field && definition?.adapterAddress == nil)
  }

  private func setEnabled(_ isEnabled: Bool) {
    (view as? Control)?.isEnabled = isEnabled
    keypad?.isEnabled = isEnabled
    entry?.field.isEnabled = isEnabled
  }

  /// Returns the button whose action performs the change, as a press of a button would.
  public func button(setting text: String) -> ActionButton {
    let button = ActionButton(
      ButtonDescription(
        name: name ?? description.kind.rawValue, title: view.accessibilityLabel.map { LiveText($0) },
        action: description.action ?? (setsValueItself ? .none : .set([description.valueName: [text]]))),
      face: face, look: ActionButtonLook(on: .defaultBackground), values: values)
    (button.file, button.line, button.lineOccurrence) = (file, line, lineOccurrence)
    return button
  }

  func report(_ text: String) {
    onChange?(text)
    // If the change was refused, show the unchanged value again.
    update()
  }

  /// The text to show.
  var shownText: String? { pendingText ?? values.reading(description.valueName)?.raw }

  // MARK: Numbers

  /// Returns a number as text, without the error of repeated steps.
  func text(of number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    guard let whole = Int(exactly: rounded) else { return "\(rounded)" }
    return "\(whole)"
  }

  private var number: Double? { shownText.flatMap(ValueDefinition.number) }

  /// The number to show: without one, faintly, the last one.
  var shownNumber: Double? { number ?? values.lastNumber(of: description.valueName) }

  private var traits: SceneDescription.ControlDescription.Traits { description.kind.traits }

  var definition: ValueDefinition? { values.definitions[description.valueName] }

  var range: ClosedRange<Double> { description.range ?? definition?.range ?? 0...100 }

  private func update() {
    let reading = values.reading(description.valueName)
    let isUnknown =
      switch traits.shows {
      case .text: shownText == nil
      case .number: number == nil
      // Into a field people type the first value.
      case .typedText, .nothing: false
      }
    let isFaint = isUnknown || (traits.shows != .nothing && reading?.isStale == true)
    view.alpha = isFaint ? opacity / 2 : opacity
    showValue()
  }

  /// The color of the value's threshold.
  var color: Color? { values.reading(description.valueName).flatMap { definition?.color(of: $0.raw) } }

  /// Clears the digits that were entered and not set, so that the next person doesn't continue them.
  func clearEntry() {
    keypad?.clear()
    guard let entry else { return }
    entry.end(showing: description.kind == .field ? values.reading(description.valueName)?.raw ?? "" : "")
    if description.kind == .search { onSearch?("") }
  }

  /// Shows the value in a field after an action has set it, even to the text that it had.
  func resetEntry() { entry?.reset(showing: values.reading(description.valueName)?.raw ?? "") }

  /// True if a field has a text that the value can't have. The value is empty then.
  public var hasInvalidEntry: Bool { description.kind == .field && entry?.isInvalid == true }

  /// Shows and speaks what a field expects.
  public func showInvalidEntry() { entry?.showInvalidity() }

  // MARK: Accessibility

  /// The reason why the control is disabled, while it is the view's hint.
  private var disabledReason: String?

  /// Shows the reason as the hint, unless the scene file has set a hint.
  private func setDisabledReason(_ reason: String?) {
    guard view.accessibilityHint == disabledReason else { return }
    disabledReason = reason
    view.accessibilityHint = reason
  }

  /// Speaks the result of the action of a keypad or a field, which shows a failure.
  public func announceResult(_ phase: ActionButton.Phase) {
    switch phase {
    case .idle, .running: break
    case .succeeded:
      keypad?.announce(hasSucceeded: true)
      entry?.announceSuccess()
    case .failed, .refused, .outcomeUnknown:
      keypad?.announce(hasSucceeded: false)
      if let text = phase.failureText { entry?.showRefusal(text) }
    }
  }

  /// The value with its unit. A control that sets a number may have a newer one than `values`.
  private var spokenValue: String {
    guard case .number(let control) = content, number != nil, let definition else {
      return values.spokenText(of: description.valueName)
    }
    return definition.spokenText(of: text(of: control.value), decimalSeparator: values.decimalSeparator)
  }
}
