import Localization
import PanelViews

/// Two overlapping views: the later sibling is drawn on top and hit-tested first.
final class OrderScene: Scene {
  private let container = View(name: "container", frame: Rect(0, 0, 350, 450))
  private let red = Card(
    name: "red", accessibilityLabel: LocalizedText.redCard.text, edgeLength: 100, colorIndex: 0, letter: "1")
  private let green = Card(
    name: "green", accessibilityLabel: LocalizedText.greenCard.text, edgeLength: 100, colorIndex: 2, letter: "2")

  init() {
    super.init(name: "order", title: LocalizedText.sceneOrder.text)
    container.accessibilityLabel = LocalizedText.theContainer.text
    container.addSubview(red)
    container.addSubview(green)
    red.frame.origin = Point(100, 150)
    green.frame.origin = Point(150, 200)
    content.addSubview(container)
  }

  private lazy var items = [
    BarItem(name: "front", heading: LocalizedText.red.text, title: .bringToFront) { [unowned self] in
      container.bringSubviewToFront(red)
    },
    BarItem(name: "back", heading: LocalizedText.red.text, title: .sendToBack) { [unowned self] in
      container.sendSubviewToBack(red)
    },
  ]

  override var controls: [BarItem] { items }
  override var box: Rect { Rect(-115, -115, 230, 230) }
  override var hint: StatusText { StatusText(.hintOrder) }

  override func layout(scale: Double) {
    // The container has the same center as the two views together.
    container.center = center
  }
}
