import Localization
import PanelViews
import Scenes

extension Stage {
  /// Creates the bar, in the theme and the current language.
  func makeBar() {
    accessibilityLabel = LocalizedText.root.text
    layer.layoutDirection = Language.current.isRightToLeft ? .rightToLeft : nil
    updateTransform()
    bar?.removeFromSuperview()
    bar = showsBar || !offeredSettings.isEmpty ? Bar(theme: theme) : nil
    guard let bar else { return }
    insertSubview(bar, aboveSubview: sceneView)
    bar.present = { [unowned self] in present($0) }
    updateBarButtons()
    bar.explainButton.button?.onPress = { [unowned self] in explainer.explosion == nil ? explain() : closeExplosion() }
    bar.settingsButton.button?.onPress = { [unowned self] in showsSettings.toggle() }
    bar.scenesButton.button?.onPress = { [unowned self] in showsPicker.toggle() }
    bar.swipe = swipe
  }

  func offeredSettingsDidChange() {
    if (bar == nil) != (offeredSettings.isEmpty && !showsBar) { rebuild(theme: theme) }
    updateBarButtons()
  }

  /// Shows the buttons that visitors may use.
  func updateBarButtons() {
    guard let bar else { return }
    let permissions = showsBar ? permissions : []
    bar.explainButton.isHidden = !permissions.contains(.explanations) || !explainsTaps
    bar.scenesButton.isHidden = !permissions.contains(.scenes)
    bar.settingsButton.isHidden = offeredSettings.isEmpty
    setNeedsLayout()
  }

  /// Creates everything around the scene again, in a theme and the current language.
  public func rebuild(theme: Theme) {
    dismissSheet()
    self.theme = theme
    explainer.stop()
    explainer = Explainer(self)
    explainer.explainsTaps = explainsTaps
    makeBar()
    // The setter creates the notice's view only for a different text.
    let text = notice
    notice = nil
    notice = text
    messageView?.controlLook = theme.look()
    sceneDidChange()
  }
}
