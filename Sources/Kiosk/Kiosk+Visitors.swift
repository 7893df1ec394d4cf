import Chrome
import Configuration

extension Kiosk {
  func connectVisitorSettings() {
    stage.ownerSettings = ownerOptions.configuredVisitorSettings
    stage.onVisitorSettingsChange = { [unowned self] in apply($0) }
  }

  /// Applies the settings that a visitor chose, or those of the owner after the visitor has left.
  private func apply(_ settings: VisitorSettings) {
    let showsSettings = stage.showsSettings
    transition(to: ownerOptions.adapted(to: settings), language: settings.language)
    if showsSettings, !stage.showsSettings { stage.showSettings(animated: false) }
  }
}
