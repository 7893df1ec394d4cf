import PanelKit

/// Lets the user choose a network.
final class NetworkPage: View {
  private static let names = ["Werkstatt", "Büro", "Lager", "Gäste", "Halle 1", "Halle 2", "Empfang", "Kantine"]
  private let stack: StackView

  init(selected: String, didChoose: @escaping (String) -> Void) {
    let back = Button("‹ Zurück")
    let list = ListView(numberOfRows: Self.names.count) { Label(Self.names[$0]) }
    list.rowHeight = 56
    list.selectedRow = Self.names.firstIndex(of: selected)
    stack = StackView(axis: .vertical, spacing: 16, margins: Insets(horizontal: 24, vertical: 20)) {
      StackView(spacing: 16) {
        back
        Label("Netzwerk", style: .title)
        Spacer()
      }
      list
    }
    super.init()
    backgroundColor = .defaultBackground
    addSubview(stack)
    back.onPress = { [unowned self] in (superview as? Pages)?.pop() }
    list.didSelectRow = { [unowned self] row in
      didChoose(Self.names[row])
      (superview as? Pages)?.pop()
    }
  }

  override func layoutSubviews() { stack.frame = bounds }
}
