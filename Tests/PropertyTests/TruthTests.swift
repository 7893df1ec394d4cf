import Foundation
import Localization
import TestSupport
import Testing

@testable import Chrome
@testable import Configuration
@testable import Control
@testable import Kiosk
@testable import PanelViews
@testable import Scenes

/// Every control with a valid value shows what `ctl status` reports.
@Suite struct TruthTests {
  @Test func everyKindOfControlIsUsed() {
    for kind in SceneDescription.ControlDescription.Kind.allCases {
      #expect(PanelVariant.controls.contains("\"\(kind.rawValue)\": {"), "\(kind)")
    }
  }

  @Test func glassTellsTheTruth() throws {
    try Sequences.run("the glass tells the truth") { seed in
      var visitor = RandomVisitor(seed: seed)
      let (variant, directory) = (PanelVariant(seed: seed), try TemporaryDirectory())
      try variant.write(to: directory)
      let panel = try SimulatedPanel(variant, in: directory)
      for _ in 0..<Int.random(in: 6...20, using: &visitor.random) {
        try visitor.use(panel)
        if let falsehood = panel.falsehood { return "\(falsehood); \(visitor.steps)" }
      }
      return nil
    }
  }
}

extension SimulatedPanel {
  /// The first control that shows something else than the panel's status; `nil` if none does. A control that a finger
  /// is moving shows the finger's value.
  var falsehood: String? {
    let values = reportedValues
    let (scenes, cube) = (Array(kiosk.fileScenes.values), kiosk.cube)
    let lists = cube.lists + scenes.flatMap(\.lists)
    let rows = lists.flatMap(\.rows)
    for control in cube.valueControls + scenes.flatMap(\.valueControls) + rows.flatMap(\.controls) {
      if let falsehood = falsehood(of: control) { return falsehood }
      guard let raw = values[control.description.valueName], let shown = Self.shownText(by: control, for: raw) else {
        continue
      }
      if shown != raw { return "\(control.view.path) shows \(shown), the status is \(raw)" }
    }
    for button in cube.buttons + scenes.flatMap(\.buttons) + rows.flatMap(\.buttons) {
      if button.isLightOn != kiosk.store.state.isLightOn { return "\(button.path): another light" }
      if button.pressCount != kiosk.store.state.presses[button.countKey] ?? 0 { return "\(button.path): another count" }
      if button.isEnabled != (button.isAllowed && button.phase != .running) { return "\(button.path): isEnabled" }
    }
    for (list, name) in zip(lists, listValueNames) {
      // The status has no reading for a first text, which is only shown.
      let lines = (kiosk.options.values.reading(name)?.raw ?? "").split(separator: "\n")
      // A search that finds nothing says so in a row.
      let words = list.filter.split(separator: " ")
      let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
      let matches = lines.count { line in words.allSatisfy { line.range(of: $0, options: options) != nil } }
      let found = words.isEmpty ? lines.count : max(matches, 1)
      if list.view.numberOfRows != found { return "\(name): \(list.view.numberOfRows) rows for \(lines)" }
    }
    return Language.$current.withValue(kiosk.language) { barFalsehood }
  }

  /// A field has the value's text, which a program may have set to anything, or a typed one that isn't valid, in whose place
  /// the value is empty. A secure field never sets its value, and a search field filters the list.
  private func falsehood(of control: ValueControl) -> String? {
    guard let field = control.view.subviews.first as? TextField else { return nil }
    let (description, values) = (control.description, kiosk.options.values)
    if description.kind == .search {
      let list = kiosk.fileScenes.values.flatMap(\.lists).first
      return list?.filter == field.text ? nil : "\(field.path) shows \(field.text), the list \(list?.filter ?? "-")"
    }
    let raw = values.reading(description.valueName)?.raw ?? ""
    guard !description.entry.isSecure else {
      return raw.isEmpty || raw != field.text ? nil : "\(field.path): its value is \(raw)"
    }
    guard field.text != raw else { return nil }
    let text = description.entry.value(of: field.text, decimalSeparator: values.decimalSeparator) ?? ""
    return text == raw ? nil : "\(field.path) shows \(field.text), the value is \(raw)"
  }

  /// The values as `ctl status` prints them, and the first texts of those that weren't set.
  private var reportedValues: [String: String] {
    let json = try? JSONSerialization.jsonObject(with: Data(kiosk.status.json.singleLine.utf8)) as? [String: Any]
    let values = json?["values"] as? [String: [String: Any]] ?? [:]
    let firstTexts = kiosk.options.values.definitions.compactMapValues { definition -> String? in
      guard case .set(let text) = definition.source else { return nil }
      return text
    }
    return firstTexts.merging(values.compactMapValues { $0["value"] as? String }) { $1 }
  }

  /// The values of the lists; only the panel with all controls has one.
  private var listValueNames: [String] { kiosk.options.values.definitions.keys.contains("plan") ? ["plan"] : [] }

  /// Returns the text that a control would set as it looks now; `nil` if it can't show the raw text.
  private static func shownText(by control: ValueControl, for raw: String) -> String? {
    let description = control.description
    if (control.view as? Control)?.isTracking == true { return nil }
    func number(_ shown: Double, in range: ClosedRange<Double>) -> String? {
      guard let number = ValueDefinition.number(raw), range.contains(number) else { return nil }
      return abs(shown - number) < 1e-9 ? raw : "\(shown)"
    }
    switch control.view {
    case let view as Switch:
      return [description.on, description.off].contains(raw) ? (view.isOn ? description.on : description.off) : nil
    case let view as any NumberControl: return number(view.value, in: view.minimumValue...view.maximumValue)
    case let view as Gauge: return number(view.value, in: view.minimumValue...view.maximumValue)
    default: return nil
    }
  }

  /// The first item of the bar that shows another choice or number than its control has.
  private var barFalsehood: String? {
    for view in stage.bar?.items ?? [] {
      let labels = view.descendants.compactMap { $0 as? Label }
      if view.item.control is Slider, let shown = labels.first(where: { $0.name == "value" })?.text,
        shown != view.item.control.accessibilityValue
      {
        return "\(view.path) shows \(shown), the slider has \(view.item.control.accessibilityValue ?? "-")"
      }
      if let segments = (view.item.control as? SegmentedControl)?.segments,
        let button = view.subviews.lazy.compactMap({ $0 as? MenuButton }).first,
        button.title != segments[view.item.selectedIndex].title
      {
        return "\(view.path) shows \(button.title), \(segments[view.item.selectedIndex].title) is selected"
      }
    }
    return nil
  }
}
