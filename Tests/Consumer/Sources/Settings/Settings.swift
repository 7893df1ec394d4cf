import PanelKit

@main struct Settings: PanelApp {
  func makeRootView() -> View { Pages(SettingsPage()) }
}
