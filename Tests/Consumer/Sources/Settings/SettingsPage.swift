import PanelKit
import System

/// The settings in sections that scroll.
final class SettingsPage: View {
  private let wifi = Switch()
  private let network = Label()
  private let brightness = Slider()
  private let percent = Label("", alignment: .trailing)
  private let appearance = SegmentedControl(["Hell", "Dunkel", "Automatisch"])
  private let delay = Stepper()
  private let minutes = Label()

  private lazy var content = StackView(axis: .vertical, spacing: 24) {
    Label("Einstellungen", style: .largeTitle)
    Section(
      "Netz",
      rows: [
        Row(title: "WLAN", views: [wifi]),
        Row(title: "Netzwerk", views: [network, Label("›")]) { [unowned self] in chooseNetwork() },
      ])
    Section(
      "Anzeige",
      rows: [
        Row(title: "Helligkeit", views: [brightness, percent]),
        Row(title: "Darstellung", views: [appearance]),
        Row(title: "Ausschalten", views: [minutes, delay]),
      ])
    Section("Gerät", rows: [Row(title: "Zurücksetzen", isDestructive: true) { [unowned self] in confirmReset() }])
  }

  init() {
    super.init()
    backgroundColor = .defaultBackground
    for label in [network, percent, minutes] { label.colorRole = \.secondaryText }
    (brightness.minimumValue, brightness.maximumValue, brightness.step) = (10, 100, 10)
    (delay.minimumValue, delay.maximumValue) = (1, 30)
    (brightness.fixedWidth, percent.fixedWidth) = (200, 56)
    for control in [wifi, brightness, appearance, delay] {
      control.addAction(for: .valueChanged) { [unowned self] _ in update() }
    }
    restoreDefaults()
    addSubview(ScrollView(content: content))
  }

  /// Keeps rows at a readable width on a wide panel.
  override func layoutSubviews() {
    content.layoutMargins = Insets(horizontal: max((bounds.width / unit - 960) / 2, 24), vertical: 20)
    for view in subviews { view.frame = bounds }
  }

  private func restoreDefaults() {
    wifi.setOn(true, animated: true)
    network.text = "Werkstatt"
    (brightness.value, delay.value, appearance.selectedSegmentIndex) = (70, 5, 1)
    update()
  }

  private func update() {
    brightness.isEnabled = appearance.selectedSegmentIndex != 2
    percent.text = "\(Int(brightness.value)) %"
    minutes.text = "nach \(Int(delay.value)) min"
    report(
      "\(wifi.isOn ? "an" : "aus") \(network.text) \(percent.text) \(appearance.selectedSegmentIndex) \(minutes.text)")
  }

  private func chooseNetwork() {
    let page = NetworkPage(selected: network.text) { [unowned self] name in
      network.text = name
      update()
    }
    (superview as? Pages)?.push(page)
  }

  private func confirmReset() {
    guard let window else { return }
    let alert = AlertView(
      title: "Alles zurücksetzen?", message: "Die Einstellungen gehen verloren.",
      actions: [
        AlertView.Action("Abbrechen", style: .cancel),
        AlertView.Action("Zurücksetzen", style: .destructive) { [unowned self] in restoreDefaults() },
      ])
    alert.present(in: window)
  }
}
