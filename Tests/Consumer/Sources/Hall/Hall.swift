import PanelKit

@main struct Hall: PanelApp {
  func makeRootView() -> View {
    let light = Button("Light", frame: Rect(100, 100, 200, 80))
    light.onPress = { [unowned light] in light.title = "Light on" }
    return View(background: .defaultBackground, subviews: [light])
  }
}
