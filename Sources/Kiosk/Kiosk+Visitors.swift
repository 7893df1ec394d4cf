import Chrome
import Configuration

extension Kiosk {
  func connectVisitorSettings() {
    stage.ownerSettings = ownerOptions.configuredVisitorSettings
    stage.onVisitorSettingsChange = { [unowned self] in apply($0) }
  }

  /// Applies the settings that a visitor chose, or those of the owner after the visitor has left.
  private func apply(_ settings: VisitorSettings) {
    let (new, showsSettings) = (ownerOptions.adapted(to: settings), stage.showsSettings)
    idle.staysActive = stage.isAdapted
    guard new.theme != options.theme || settings.language != language else {
      options = new
      return new.apply(to: stage, in: app.window)
    }
    app.window.cancelInput(at: app.clock())
    use(new, language: settings.language)
    if showsSettings { stage.showSettings(animated: false) }
  }
}
