import PanelViews

/// The differences between the kinds of controls: their views, how these report changes by hand and show the value.
extension ValueControl {
  /// The views of a control. Kinds that show and set the value in the same way share a case.
  enum Content {
    case toggle(Switch)
    case number(any NumberControl)
    case gauge(Gauge)
    case progress(ProgressView)
    case keypad(KeypadEntry)
    case entry(FieldEntry)

    init(
      _ description: SceneDescription.ControlDescription, name: String?, look: ControlLook, layer: Layer,
      decimalSeparator: String
    ) {
      switch description.kind {
      case .switch: self = .toggle(Switch(name: name, layer: layer))
      case .slider:
        let slider = Slider(name: name, layer: layer)
        slider.isContinuous = false
        self = .number(slider)
      case .stepper: self = .number(Stepper(name: name, layer: layer))
      case .gauge: self = .gauge(Gauge(name: name, layer: layer))
      case .progress: self = .progress(ProgressView(name: name, layer: layer))
      case .keypad: self = .keypad(KeypadEntry(count: description.digits, name: name, look: look, layer: layer))
      case .field, .search:
        self = .entry(FieldEntry(description.entry, name: name, layer: layer, decimalSeparator: decimalSeparator))
      }
    }

    var view: View {
      switch self {
      case .toggle(let view): view
      case .number(let view): view
      case .gauge(let view): view
      case .progress(let view): view
      case .keypad(let keypad): keypad.view
      case .entry(let entry): entry.view
      }
    }
  }

  func connect() {
    switch content {
    case .toggle(let control):
      control.addAction(for: .valueChanged) { [unowned self, unowned control] _ in
        report(control.isOn ? description.on : description.off)
      }
    case .number(let control):
      control.addAction(for: .valueChanged) { [unowned self, unowned control] _ in report(text(of: control.value)) }
    case .gauge(let gauge):
      captionObserver = description.caption.map {
        LiveTextObserver($0, of: values) { [unowned gauge] text, _, _ in gauge.caption = text }
      }
    case .progress: break
    case .keypad(let keypad): keypad.onEnter = { [unowned self] in report($0) }
    case .entry(let entry): connect(entry)
    }
  }

  /// Shows the value. Without a number, numbers stay at the last one.
  func showValue() {
    switch content {
    case .toggle(let control):
      // A condition doesn't hold for a stale value, whose last reading the switch still shows, faintly.
      control.setOn(shownText == description.on, animated: view.window != nil)
    case .number(let control):
      guard control.isContinuous || !control.isTracking else { break }
      let range = description.settableRange(for: definition)
      (control.minimumValue, control.maximumValue) = (range.lowerBound, range.upperBound)
      control.step = description.step(for: definition)
      control.value = shownNumber ?? range.lowerBound
    case .gauge(let gauge):
      (gauge.minimumValue, gauge.maximumValue) = (range.lowerBound, range.upperBound)
      gauge.value = shownNumber ?? range.lowerBound
      gauge.text = values.text(of: description.valueName)
      gauge.tintColor = color
    case .progress(let bar):
      bar.progress = ((shownNumber ?? range.lowerBound) - range.lowerBound) / (range.upperBound - range.lowerBound)
      if let color, var look = bar.controlLook {
        look.tint = color
        bar.controlLook = look
      }
    case .keypad: break
    case .entry(let entry): if description.kind == .field { entry.show(shownText ?? "") }
    }
  }
}

/// A control that sets a number in a range.
protocol NumberControl: Control {
  var minimumValue: Double { get set }
  var maximumValue: Double { get set }
  var value: Double { get set }
  var step: Double { get set }
  /// False to send `valueChanged` only at the end of a touch, during which the control doesn't follow the value.
  var isContinuous: Bool { get }
}

extension Slider: NumberControl {}

extension Stepper: NumberControl {
  var step: Double {
    get { stepValue }
    set { stepValue = newValue }
  }
  var isContinuous: Bool { true }
}
