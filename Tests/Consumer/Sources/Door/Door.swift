import PanelKit
import System
import Text

@main struct Door: PanelApp {
  func makeRootView() -> View {
    let open = Button(Caption.open, frame: Rect(100, 100, 200, 80))
    open.onPress = { report("open") }
    return View(background: .defaultBackground, subviews: [open])
  }
}
