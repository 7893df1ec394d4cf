import PanelViews

/// Shows a live text immediately and whenever it changes, for as long as the object exists.
final class LiveTextObserver {
  private var observer: ChangeObserver?

  /// - Parameter show: receives the text, the color from its values if any, and whether a value is stale.
  init(
    _ text: LiveText, of values: Values, show: @escaping (_ text: String, _ color: Color?, _ isStale: Bool) -> Void
  ) {
    let update = { [unowned values] in show(values.text(of: text), values.color(of: text), values.isStale(text)) }
    update()
    if !text.names.isEmpty { observer = values.observe(text.names, update) }
  }
}

/// A label that shows a live text.
public final class LiveLabel: Label {
  private var observer: LiveTextObserver?
  private var spokenState: (() -> String?)?
  /// True to speak each change while explore by touch is on.
  public var announcesChanges = false
  /// Runs while the last announcement may still be spoken.
  private var announcementTimer: WindowTimer?

  private let isLive: Bool

  /// The value is the meaning of the text's color, after the text itself if the view has another label.
  public override var accessibilityDefaults: AccessibilityDefaults {
    let parts = [isLive && accessibilityLabel != nil ? text : nil, spokenState?()].compactMap { $0 }
    return super.accessibilityDefaults.adding([], value: parts.isEmpty ? nil : parts.joined(separator: ", "))
  }

  /// - Parameters:
  ///   - icon: the name of the icon before the text; `nil` for none.
  ///   - color: the color if no value specifies another.
  init(
    name: String?, layer: Layer? = nil, _ template: LiveText, icon: LiveText? = nil, of values: Values, color: Color
  ) {
    isLive = !template.names.isEmpty
    super.init(name: name, layer: layer)
    adjustsFontForContentSizeCategory = true
    if isLive { spokenState = { [unowned values] in values.thresholdLabels(of: template) } }
    let all = template.appending(icon)
    observer = LiveTextObserver(all, of: values) { [unowned self, unowned values] _, valueColor, isStale in
      let oldText = text
      self.icon = icon.map(values.icon(named:))
      attributedText = values.spans(of: template)
      if announcesChanges, text != oldText { announceText() }
      self.color = isStale ? color.stale : valueColor ?? color
    }
  }
}

extension LiveLabel {
  /// Speaks the text. While the previous text may still be spoken, only the newest text waits, so that a clock that shows
  /// seconds doesn't queue up before everything else.
  private func announceText() {
    guard let window, let explorer = window.touchExplorer, announcementTimer == nil else { return }
    let text = [spokenLabel, accessibilityValue ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    window.announce(text)
    let spokenText = self.text
    announcementTimer = window.after(seconds: explorer.estimatedDuration(of: text)) { [weak self] in
      guard let self else { return }
      announcementTimer = nil
      if self.text != spokenText { announceText() }
    }
  }
}

extension Color {
  /// The color of stale values, at half the opacity.
  var stale: Color { Color(red, green, blue, alpha * 0.5) }
}
