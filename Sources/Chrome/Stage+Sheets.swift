import PanelViews

extension Stage {
  func present(_ new: Sheet, animated: Bool = true) {
    guard let window else { return }
    dismissSheet()
    explainer.tapFeedback.end()
    new.onDismiss = { [weak self] in self?.restartInactivityTimer() }
    new.present(in: window, animated: animated)
    restartInactivityTimer()
  }

  /// The sheet, the menu or the PIN pad that is shown.
  var sheet: Sheet? { window?.modalViews.lazy.compactMap { $0 as? Sheet }.last }

  /// Dismisses the current sheet.
  public func dismissSheet() { sheet?.dismiss() }

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
        guard name != scene.name, let new = makeScene?(name) else { return }
        show(new)
        window?.moveAccessibilityFocus(to: scene.content)
      }
      present(picker)
    }
  }
}
