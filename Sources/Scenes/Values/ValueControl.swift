import Localization
import PanelViews

/// Shows a value in a control, and reports changes by hand.
///
/// The control follows the value when another program sets it. It is faint while the value is stale or unknown, or isn't the
/// number that the control would show; a control of numbers then stays at the last one.
public final class ValueControl {
  public let view: View
  public let description: SceneDescription.ControlDescription
  /// The path of its scene file; empty on a face and in the panel's scene.
  public internal(set) var file = ""
  /// The line of the list row that contains the control; `nil` outside of lists.
  public internal(set) var line: String?
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

  private let values: Values
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
  private var entry: FieldEntry?
  private var keypad: KeypadEntry?
  private var isSecure: Bool { description.entry.isSecure }
  /// The text of a secure field, which its action gets; `nil` for other controls.
  public var secureText: SecureText? { entry?.field.secureText }
  private var observers: [ChangeObserver] = []
  private var captionObserver: LiveTextObserver?

  init(
    _ description: SceneDescription.ControlDescription, name: String?, face: Int?, opacity: Double, look: ControlLook,
    layer: Layer, values: Values
  ) {
    (self.description, self.values, self.face, self.opacity) = (description, values, face, opacity)
    switch description.kind {
    case .switch: view = Switch(name: name, layer: layer)
    case .slider: view = Slider(name: name, layer: layer)
    case .stepper: view = Stepper(name: name, layer: layer)
    case .gauge: view = Gauge(name: name, layer: layer)
    case .progress: view = ProgressView(name: name, layer: layer)
    case .keypad:
      let keypad = KeypadEntry(count: description.digits, name: name, look: look, layer: layer)
      (self.keypad, view) = (keypad, keypad.view)
    case .field, .search:
      let entry = FieldEntry(description.entry, name: name, layer: layer, decimalSeparator: values.decimalSeparator)
      (self.entry, view) = (entry, entry.view)
      entry.field.accessibilityLabel = description.accessibilityLabel ?? description.entry.placeholder ?? name
    }
    view.accessibilityLabel = description.accessibilityLabel ?? name
    if [.slider, .stepper, .gauge, .progress].contains(description.kind) {
      view.accessibilityValueBlock = { [unowned self] in spokenValue }
    }
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

  private func connect() {
    switch view {
    case let control as Switch:
      control.addAction(for: .valueChanged) { [unowned self, unowned control] _ in
        report(control.isOn ? description.on : description.off)
      }
    case let control as Slider:
      control.isContinuous = false
      control.addAction(for: .valueChanged) { [unowned self, unowned control] _ in report(text(of: control.value)) }
    case let control as Stepper:
      control.addAction(for: .valueChanged) { [unowned self, unowned control] _ in report(text(of: control.value)) }
    case let gauge as Gauge:
      captionObserver = description.caption.map {
        LiveTextObserver($0, of: values) { [unowned gauge] text, _, _ in gauge.caption = text }
      }
    default:
      keypad?.onEnter = { [unowned self] in report($0) }
      connectEntry()
    }
  }

  private func connectEntry() {
    guard let entry else { return }
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
        name: view.name ?? description.kind.rawValue, title: view.accessibilityLabel.map { LiveText($0) },
        action: description.action ?? (setsValueItself ? .none : .set([description.valueName: [text]]))),
      face: face, look: ActionButtonLook(on: .defaultBackground), values: values)
    (button.file, button.line, button.lineOccurrence) = (file, line, lineOccurrence)
    return button
  }

  private func report(_ text: String) {
    onChange?(text)
    // If the change was refused, show the unchanged value again.
    update()
  }

  // MARK: Numbers

  /// Returns a number as text, without the error of repeated steps.
  private func text(of number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    guard let whole = Int(exactly: rounded) else { return "\(rounded)" }
    return "\(whole)"
  }

  private var number: Double? {
    (pendingText ?? values.reading(description.valueName)?.raw).flatMap(ValueDefinition.number)
  }

  /// The number to show: without one, faintly, the last one.
  private var shownNumber: Double? { number ?? values.lastNumber(of: description.valueName) }

  private var definition: ValueDefinition? { values.definitions[description.valueName] }

  private var range: ClosedRange<Double> { description.range ?? definition?.range ?? 0...100 }

  private func update() {
    let reading = values.reading(description.valueName)
    let isUnknown =
      switch description.kind {
      case .switch: reading == nil && pendingText == nil
      case .slider, .stepper, .gauge, .progress: number == nil
      // A keypad doesn't show the value.
      // A keypad and a search field don't show the value, and into a field people type the first one.
      case .keypad, .field, .search: false
      }
    let showsValue = description.kind != .keypad && description.kind != .search
    let isFaint = isUnknown || (showsValue && reading?.isStale == true)
    view.alpha = isFaint ? opacity / 2 : opacity
    switch view {
    case let control as Switch:
      // A condition doesn't hold for a stale value, whose last reading the switch still shows, faintly.
      control.setOn((pendingText ?? reading?.raw) == description.on, animated: view.window != nil)
    case let control as Slider:
      guard !control.isTracking else { break }
      let range = description.settableRange(for: definition)
      (control.minimumValue, control.maximumValue) = (range.lowerBound, range.upperBound)
      control.step = description.step(for: definition)
      control.value = shownNumber ?? range.lowerBound
    case let control as Stepper:
      let range = description.settableRange(for: definition)
      (control.minimumValue, control.maximumValue) = (range.lowerBound, range.upperBound)
      control.stepValue = description.step(for: definition)
      control.value = shownNumber ?? range.lowerBound
    case let gauge as Gauge:
      (gauge.minimumValue, gauge.maximumValue) = (range.lowerBound, range.upperBound)
      gauge.value = shownNumber ?? range.lowerBound
      gauge.text = values.text(of: description.valueName)
      gauge.tintColor = color
    case let bar as ProgressView:
      bar.progress = ((shownNumber ?? range.lowerBound) - range.lowerBound) / (range.upperBound - range.lowerBound)
      if let color, var look = bar.controlLook {
        look.tint = color
        bar.controlLook = look
      }
    default: if description.kind == .field { entry?.show(pendingText ?? reading?.raw ?? "") }
    }
  }

  /// The color of the value's threshold.
  private var color: Color? {
    values.reading(description.valueName).flatMap {
      values.definitions[description.valueName]?.color(of: $0.raw)
    }
  }

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

  /// The value with its unit. A slider or a stepper may have a newer value than `values`.
  private var spokenValue: String {
    let (name, controlValue) = (description.valueName, (view as? Slider)?.value ?? (view as? Stepper)?.value)
    guard let controlValue, number != nil, let definition = values.definitions[name] else {
      return values.spokenText(of: name)
    }
    return definition.spokenText(of: text(of: controlValue), decimalSeparator: values.decimalSeparator)
  }
}
