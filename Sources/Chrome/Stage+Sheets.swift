import PanelViews

extension Stage {
  func present(_ new: Sheet, animated: Bool = true) {
    dismissSheet()
    explainer.tapFeedback.end()
    new.dismiss = { [unowned self] in dismissSheet() }
    sheet = new
    addSubview(new)
    layoutIfNeeded()
    if animated { new.open() }
    restartInactivityTimer()
    window?.moveAccessibilityFocus(to: new.contentView)
  }

  /// Dismisses the current sheet.
  public func dismissSheet() {
    guard let old = sheet else { return }
    sheet = nil
    old.close()
    restartInactivityTimer()
    window?.moveAccessibilityFocus(to: scene.content)
  }

  /// True while the sheet with visitors' settings is open.
  public var showsSettings: Bool {
    get { sheet is VisitorSheet }
    set {
      guard newValue != showsSettings else { return }
      if newValue { showSettings() } else { dismissSheet() }
    }
  }

  public func showSettings(animated: Bool = true) { present(VisitorSheet(self), animated: animated) }

  /// True while the scene picker is open.
  public var showsPicker: Bool {
    get { sheet is ScenePicker }
    set {
      guard newValue != showsPicker, let offeredScenes else { return }
      guard newValue else { return dismissSheet() }
      let picker = ScenePicker(offeredScenes(), current: scene.name, theme: theme)
      picker.onChoose = { [unowned self] name in
        dismissSheet()
        if name != scene.name, let new = makeScene?(name) { show(new) }
      }
      present(picker)
    }
  }
}
