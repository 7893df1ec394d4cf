import PanelKit
import PanelViews

extension Kiosk {
  /// Lets the window create the keyboard of the options when a person first types.
  func applyKeyboard() {
    let names = options.keyboardLayoutNames
    guard names != keyboardNames else { return }
    keyboardNames = names
    let log = app.log
    app.window.makeKeyboard = {
      guard !names.isEmpty else { return nil }
      let layouts = KeyboardLayout.load(names)
      for (name, layout) in zip(names, layouts) where layout == nil {
        log.warning("keyboard: xkeyboard-config has no layout \(name)")
      }
      let found = layouts.compactMap { $0 }
      return KeyboardView(layouts: found.isEmpty ? KeyboardLayout.load(["us"]).compactMap { $0 } : found)
    }
  }
}
