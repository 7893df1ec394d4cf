import PanelKit
import System

@main struct Settings: PanelApp {
  func makeRootView() -> View { Pages(SettingsPage()) }
}

/// Shows pages on top of one another, as `UINavigationController`.
final class Pages: View {
  init(_ root: View) {
    super.init()
    clipsToBounds = true
    addSubview(root)
  }

  override func layoutSubviews() {
    for page in subviews { page.frame = bounds }
  }

  func push(_ page: View) {
    subviews.last?.isUserInteractionEnabled = false
    addSubview(page)
    page.frame = bounds.offsetBy(dx: bounds.width, dy: 0)
    page.animate(\.position, to: bounds.center)
  }

  func pop() {
    guard subviews.count > 1, let page = subviews.last else { return }
    subviews[subviews.count - 2].isUserInteractionEnabled = true
    page.animate(\.position, to: bounds.center + Point(bounds.width, 0)) { page.removeFromSuperview() }
  }
}

/// The settings, which scroll.
final class SettingsPage: View {
  private let wifi = Switch()
  private let brightness = Slider()
  private let network = Button("Workshop")
  private let panelName = TextField(placeholder: "This panel's name")

  init() {
    super.init()
    backgroundColor = .defaultBackground
    (brightness.minimumValue, brightness.maximumValue, brightness.step) = (10, 100, 10)
    (brightness.fixedWidth, panelName.fixedWidth) = (200, 240)
    panelName.addAction(for: .editingDidEndOnExit) { [unowned self] _ in report("named \(panelName.text)") }
    for control in [wifi, brightness] {
      control.addAction(for: .valueChanged) { [unowned self] _ in update() }
    }
    network.onPress = { [unowned self] in chooseNetwork() }
    let reset = Button("Reset")
    reset.onPress = { [unowned self] in confirmReset() }
    addSubview(
      ScrollView(
        content: StackView(axis: .vertical, spacing: 16, margins: Insets(horizontal: 24, vertical: 20)) {
          Label("Settings", style: .largeTitle)
          makeRow("Wi-Fi", wifi)
          makeRow("Network", network)
          makeRow("Brightness", brightness)
          makeRow("Name", panelName)
          reset
        }))
  }

  override func layoutSubviews() {
    for view in subviews { view.frame = bounds }
  }

  private func makeRow(_ title: String, _ control: Control) -> View {
    StackView(spacing: 12, alignment: .center) {
      Label(title)
      Spacer()
      control
    }
  }

  private func update() { report("\(wifi.isOn ? "on" : "off") \(Int(brightness.value)) %") }

  private func chooseNetwork() {
    let names = ["Workshop", "Office", "Storage", "Guests", "Hall 1", "Hall 2", "Reception", "Canteen"]
    let list = ListView(numberOfRows: names.count) { Label(names[$0]) }
    (list.rowHeight, list.backgroundColor) = (56, .defaultBackground)
    list.didSelectRow = { [unowned self] row in
      network.title = names[row]
      (superview as? Pages)?.pop()
    }
    (superview as? Pages)?.push(list)
  }

  private func confirmReset() {
    guard let window else { return }
    let alert = AlertView(
      title: "Reset everything?",
      actions: [
        AlertView.Action("Cancel", style: .cancel),
        AlertView.Action("Reset", style: .destructive) { [unowned self] in
          wifi.setOn(false, animated: true)
          brightness.value = 70
          update()
        },
      ])
    alert.present(in: window)
  }
}
