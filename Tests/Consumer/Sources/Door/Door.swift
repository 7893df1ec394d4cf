import PanelKit

@main struct Door: PanelApp {
  func makeRootView() -> View {
    let open = Button("Open", frame: Rect(100, 100, 200, 80))
    open.onPress = { print("open") }
    return View(background: .ground, subviews: [open])
  }
}
