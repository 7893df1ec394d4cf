import Localization
import PanelViews

/// A sheet in which visitors adapt the panel to themselves.
final class VisitorSheet: Sheet {
  private let header = StackView(spacing: 12, margins: Insets(horizontal: 20, vertical: 8))
  private let list = StackView(
    axis: .vertical, spacing: 4, margins: Insets(top: 4, leading: 20, bottom: 12, trailing: 20))
  private let scrollView: ScrollView
  private let (width, margin) = (480.0, 8.0)

  init(_ stage: Stage) {
    scrollView = ScrollView(content: list)
    super.init(name: "settings", theme: stage.theme)
    let (title, done) = (Label(LocalizedText.visitorSettings.text, style: .headline), Button(LocalizedText.done.text))
    title.accessibilityTraits = .header
    done.name = "done"
    done.onPress = { [unowned self] in dismiss() }
    for view in [title, done] { header.addArrangedSubview(view) }
    title.setContentHuggingPriority(1, for: .horizontal)
    for view in [header, scrollView] as [View] { contentView.addSubview(view) }
    for setting in VisitorSetting.allCases where stage.offeredSettings.contains(setting) {
      list.addArrangedSubview(Self.row(setting, Self.control(for: setting, stage)))
    }
  }

  private static func row(_ setting: VisitorSetting, _ control: Control) -> StackView {
    let label = Label(setting.title.text)
    // The control's accessibility label has the same text.
    (label.isAccessibilityElement, label.numberOfLines) = (false, 2)
    (control.name, control.accessibilityLabel) = (setting.rawValue, setting.title.text)
    let row = StackView(spacing: 12) {
      label
      control
    }
    label.setContentHuggingPriority(1, for: .horizontal)
    return row
  }

  private static func control(for setting: VisitorSetting, _ stage: Stage) -> Control {
    let settings = stage.visitorSettings
    switch setting {
    case .speech: return makeSwitch(stage.isSpeechOn) { [unowned stage] in stage.setSpeech(isOn: $0) }
    case .contrast:
      return makeSwitch(settings.hasHighContrast) { [unowned stage] isOn in
        stage.changeSettings { $0.hasHighContrast = isOn }
      }
    case .reach:
      return makeSwitch(settings.hasLowReach) { [unowned stage] isOn in stage.changeSettings { $0.hasLowReach = isOn } }
    case .textSize:
      let sizes = Set([1, 1.5, 2, stage.ownerSettings.textSize]).sorted()
      return makeChoice(
        sizes, settings.textSize, title: { "\(Int(clamping: ($0 * 100).rounded()))\u{A0}%" },
        onChange: { [unowned stage] size in stage.changeSettings { $0.textSize = size } })
    case .language:
      let ownerLanguage = stage.ownerSettings.language
      let languages = Language.all.map { $0.code == ownerLanguage.code ? ownerLanguage : $0 }
      return makeChoice(languages, settings.language, title: \.name) { [unowned stage] language in
        stage.changeSettings { $0.language = language }
      }
    }
  }

  private static func makeSwitch(_ isOn: Bool, onChange: @escaping (Bool) -> Void) -> Control {
    let control = Switch()
    control.isOn = isOn
    control.addAction(for: .valueChanged) { [unowned control] _ in onChange(control.isOn) }
    return control
  }

  private static func makeChoice<Value: Equatable>(
    _ values: [Value], _ selected: Value, title: (Value) -> String, onChange: @escaping (Value) -> Void
  ) -> Control {
    let control = SegmentedControl(values.map(title))
    control.selectedSegmentIndex = values.firstIndex(of: selected) ?? SegmentedControl.noSegment
    control.addAction(for: .valueChanged) { [unowned control] _ in onChange(values[control.selectedSegmentIndex]) }
    return control
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let available = safeFrame.insetBy(margin, margin)
    let width = min(width, available.width)
    // A control that doesn't fit next to its title is beneath it.
    for case let row as StackView in list.arrangedSubviews {
      let neededWidth = row.arrangedSubviews.reduce(row.spacing) { $0 + $1.sizeThatFits(.zero).width }
      row.axis =
        neededWidth <= width - (list.layoutMargins.leading + list.layoutMargins.trailing)
        ? .horizontal : .vertical
    }
    let top = header.sizeThatFits(Size(width, 0)).height
    let height = min(top + list.sizeThatFits(Size(width, 0)).height, available.height)
    contentView.layer.cornerRadius = 20
    contentView.frame = Rect(
      roundedToPixels(available.midX - width / 2), roundedToPixels(available.midY - height / 2), width, height)
    header.frame = Rect(0, 0, width, top)
    scrollView.frame = Rect(0, top, width, height - top)
  }
}
