import TestRendering
import Testing

@testable import PanelViews

/// The accessibility properties of views.
@Suite struct AccessibilityTests {
  private let root = View(name: "root")
  private let window: Window

  init() { window = Window(root, size: Size(600, 400), scale: 1, threads: 1) }

  private func show(_ view: View, _ frame: Rect = Rect(20, 20, 300, 200)) {
    root.addSubview(view)
    view.frame = frame
    window.layoutIfNeeded()
  }

  private func spoken(_ view: View) -> [String] {
    view.elementsInReadingOrder.map {
      [$0.spokenDescription, $0.spokenHint()].spoken(.spokenStop)
    }
  }

  /// One view of each kind, with everything that is read of it.
  private static var kinds: [(String, () -> View, [String])] {
    [
      ("Button", { Button("Open") }, ["Open, button"]),
      ("disabled Button", { disabled(Button("Open")) }, ["Open, dimmed, button"]),
      ("Switch", { labeled(Switch(), "Light") }, ["Light, off, switch"]),
      ("Slider", { labeled(Slider(), "Heat") }, ["Heat, 0 %, minimum, adjustable. Swipe up or down to change"]),
      ("Stepper", { labeled(Stepper(), "Count") }, ["Count, 0, minimum, adjustable. Swipe up or down to change"]),
      (
        "SegmentedControl",
        {
          let control = SegmentedControl(["Day", "Week"])
          control.selectedSegmentIndex = 1
          return control
        }, ["Day, button", "Week, selected, button"]
      ),
      ("ProgressView", { labeled(ProgressView(), "Copying") }, ["Copying, 0 %"]),
      (
        "Gauge",
        {
          let gauge = Gauge()
          (gauge.text, gauge.caption) = ("21.5 °C", "Hall")
          return gauge
        }, ["Hall, 21.5 °C"]
      ),
      (
        "Keypad", { Keypad() },
        ["1", "2", "3", "4", "5", "6", "7", "8", "9", "Delete", "0", "OK"].map { "\($0), button" }
      ),
      ("Label", { Label("Welcome") }, ["Welcome"]), ("empty Label", { Label() }, []),
      ("ImageView", { ImageView() }, []), ("labeled ImageView", { labeled(ImageView(), "A tree") }, ["A tree, image"]),
      (
        "ListView", { ListView(numberOfRows: 2) { Label("Row \($0)") } },
        ["Row 0, button", "Row 1, button"]
      ),
      (
        "ListView with controls",
        { ListView(numberOfRows: 1) { _ in StackView { [Label("Lamp"), labeled(Switch(), "Power")] } } },
        ["Lamp, button", "Power, off, switch"]
      ),
      (
        "ListView without selection",
        {
          let list = ListView(numberOfRows: 1) { _ in StackView { [Label("9:00"), Label("Paris")] } }
          list.allowsSelection = false
          return list
        }, ["9:00, Paris"]
      ),
      (
        "AlertView", { AlertView(title: "Stop?", message: "It is busy.", actions: [.init("No"), .init("Yes")]) },
        ["Stop?, heading", "It is busy.", "No, button", "Yes, button"]
      ),
      ("View", { View() }, []),
    ]
  }

  private static func labeled(_ view: View, _ label: String) -> View {
    view.accessibilityLabel = label
    return view
  }

  private static func disabled(_ control: Control) -> View {
    control.isEnabled = false
    return control
  }

  @Test(arguments: kinds.indices) func eachKindOfViewIsRead(_ index: Int) {
    let (name, make, expected) = Self.kinds[index]
    let view = make()
    show(view)
    #expect(spoken(view) == expected, "\(name)")
  }

  @Test func activationTriggersThePrimaryAction() {
    let (button, light, segments) = (Button("Open"), Switch(), SegmentedControl(["Day", "Week"]))
    var presses = 0
    button.onPress = { presses += 1 }
    for view in [button, light, segments] as [View] { show(view) }
    let activated = [button, light, segments.segments[1]].map { $0.accessibilityActivate() }
    #expect(activated == [true, true, true] && presses == 1 && light.isOn && segments.selectedSegmentIndex == 1)
    button.isEnabled = false
    // It does nothing. False would make the explorer tap the button's center instead.
    #expect(button.accessibilityActivate() && presses == 1 && !View().accessibilityActivate())
  }

  @Test func adjustmentChangesTheValueByAStep() {
    let (slider, stepper) = (Slider(), Stepper())
    var changes = 0
    slider.addAction(for: .valueChanged) { _ in changes += 1 }
    slider.accessibilityIncrement()
    #expect(slider.value == 0.1 && changes == 1)
    (slider.maximumValue, slider.step) = (30, 5)
    slider.accessibilityIncrement()
    slider.accessibilityDecrement()
    slider.accessibilityDecrement()
    #expect(slider.value == 0)
    stepper.accessibilityIncrement()
    #expect(stepper.value == 1)
    (slider.isEnabled, stepper.isEnabled) = (false, false)
    slider.accessibilityIncrement()
    stepper.accessibilityDecrement()
    #expect(slider.value == 0 && stepper.value == 1)
  }

  @Test func scrollViewIsAdjustableByPages() {
    let list = ListView(numberOfRows: 20) { Label("Row \($0)") }
    show(list, Rect(0, 0, 300, 220))
    // The list itself, and the five rows of 44 points that are visible.
    #expect(spoken(list)[0] == "page 1 of 4, adjustable. Swipe up or down to change" && spoken(list).count == 6)
    list.accessibilityIncrement()
    window.layoutIfNeeded()
    #expect(spoken(list)[...1] == ["page 2 of 4, adjustable. Swipe up or down to change", "Row 5, button"])
    for _ in 0..<5 { list.accessibilityIncrement() }
    #expect(list.accessibilityValue == "page 4 of 4" && !list.scrollByPages(1))
    list.accessibilityDecrement()
    #expect(list.contentOffset.y == 440)
  }

  @Test func propertiesOfAViewReplaceTheDefaults() {
    let button = Button("Open")
    (button.accessibilityLabel, button.accessibilityHint) = ("Open the door", "Takes a second")
    (button.accessibilityValue, button.accessibilityTraits) = ("shut", .header)
    show(button)
    #expect(spoken(button) == ["Open the door, shut, heading. Takes a second"])
    button.accessibilityValueBlock = { "ajar" }
    #expect(button.accessibilityValue == "ajar")
    button.isAccessibilityElement = false
    #expect(spoken(button).isEmpty)
    let picture = View()
    (picture.isAccessibilityElement, picture.accessibilityLabel) = (true, "A tree")
    #expect(spoken(picture) == ["A tree"])
  }

  @Test func unusedPropertiesTakeNoMemory() {
    let views = [Button("Open"), Label("A"), Slider(), View()]
    for view in views { _ = (view.accessibilityTraits, view.accessibilityValue, view.elementsInReadingOrder) }
    #expect(views.allSatisfy { $0.accessibilityProperties == nil })
  }

  @Test func readingOrderIsByRowsFromTheLeadingSide() {
    let names = ["b", "d", "c", "a"]
    let frames = [Rect(200, 10, 50, 40), Rect(100, 100, 50, 40), Rect(0, 104, 50, 40), Rect(0, 0, 100, 90)]
    for (name, frame) in zip(names, frames) { root.addSubview(Button(name, frame: frame)) }
    #expect(spoken(root) == ["a", "b", "c", "d"].map { "\($0), button" })
    // As the stage does for a right-to-left language.
    root.layer.layoutDirection = .rightToLeft
    root.layer.sublayerTransform = Transform3D(scaleX: -1, y: 1, z: 1)
    #expect(spoken(root) == ["a", "b", "c", "d"].map { "\($0), button" })
    root.accessibilityElements = root.subviews
    #expect(spoken(root) == names.map { "\($0), button" })
  }

  @Test func hiddenViewsAndPartsOfAnElementAreSkipped() {
    let (card, label, inner) = (View(), Label("21 °C"), Button("More"))
    for view in [label, inner] { card.addSubview(view) }
    show(card)
    #expect(spoken(card).sorted() == ["21 °C", "More, button"])
    card.isAccessibilityElement = true
    #expect(spoken(card) == ["21 °C"] && inner.accessibilityElement === card)
    card.accessibilityElements = [inner]
    #expect(spoken(card) == ["21 °C", "More, button"] && inner.accessibilityElement === inner)
    inner.accessibilityElementsHidden = true
    #expect(spoken(card) == ["21 °C"] && inner.accessibilityElement === card)
    card.isHidden = true
    #expect(spoken(card).isEmpty)
  }
}
