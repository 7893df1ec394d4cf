import PanelViews
import Scenes

/// The steps of people who see the panel: they touch elements where they are drawn.
extension Trial {
  /// Presses an element in its center, and reports its state. A problem is reported instead of a press.
  func press(_ label: String) {
    guard let (element, place) = visible(label) else { return }
    tap(1, place)
    wait(0.6)
    settle()
    describe(element)
  }

  /// Moves the knob of a slider with a finger, until it shows a value.
  func slide(_ label: String, to value: Double) {
    guard let (element, start) = visible(label), let slider = element as? Slider else { return }
    var place = start
    send(.began, place)
    while abs(slider.value - value) > 1e-6, window.rootView.bounds.contains(place) {
      place = place + Point(slider.value < value ? 2 : -2, 0)
      send(.moved, place)
      wait(1 / 60)
    }
    send(.ended, place)
    wait(0.6)
    settle()
    describe(element)
  }

  /// Drags the scene until an element is visible.
  func turn(_ direction: Point, toward label: String) {
    let place = Point(center.x, reach + (window.rootView.bounds.height - reach) / 2)
    for _ in 0..<20 {
      if let element = element(label), problem(of: element) == nil { return }
      trace([place, place + direction * 40], rest: 0.02, pause: 0.2)
    }
    texts.append("\(label): isn't visible after turning")
  }

  private func describe(_ element: View) {
    let parts = [element.spokenLabel, element.accessibilityValue ?? ""].filter { !$0.isEmpty }
    texts.append(parts.joined(separator: ", "))
    texts += truncatedTexts.map { "cut off: \($0)" }
  }

  // MARK: Visible elements

  /// The line above which nothing is in reach.
  private var reach: Double { window.safeAreaInsets.top }

  /// Finds an element, scrolls to it with a finger, and returns its center. Reports why it can't be touched.
  private func visible(_ label: String) -> (element: View, place: Point)? {
    window.layoutIfNeeded()
    guard let element = element(label) else {
      texts.append("\(label): not found")
      return nil
    }
    for _ in 0..<20 where problem(of: element) != nil { if !scroll(to: element) { break } }
    if let problem = problem(of: element) {
      texts.append("\(label): \(problem)")
      return nil
    }
    return element.convert(element.bounds.center, to: window.rootView).map { (element, $0) }
  }

  private func element(_ label: String) -> View? {
    shownViews(window.rootView).first { $0.isAccessibilityElement && $0.spokenLabel == label }
  }

  private func shownViews(_ view: View) -> [View] {
    view.isHidden || view.alpha < 0.01 ? [] : [view] + view.subviews.flatMap(shownViews)
  }

  /// Returns why a part of an element can't be touched; `nil` if all of it can.
  private func problem(of element: View) -> String? {
    let box = element.bounds.insetBy(element.bounds.width * 0.1, element.bounds.height * 0.1)
    for corner in box.corners + [box.center] {
      guard let place = element.convert(corner, to: window.rootView) else { return "turned away" }
      guard window.rootView.bounds.contains(place) else { return "cut off" }
      guard place.y >= reach else { return "out of reach" }
      guard let hit = window.rootView.hitTest(place), hit.isDescendant(of: element) else { return "covered" }
    }
    return nil
  }

  /// Drags the scroll view around an element. Returns false without a scroll view, or if it doesn't move.
  private func scroll(to element: View) -> Bool {
    let around = sequence(first: element, next: \.superview).lazy.compactMap { $0 as? ScrollView }
    guard let scrollView = around.first(where: { $0 !== element }),
      let place = element.convert(element.bounds.center, to: scrollView)
    else { return false }
    let offset = scrollView.contentOffset
    let (middle, height) = (scrollView.bounds.midY, scrollView.bounds.height)
    let length = min(max(place.y - middle, -0.8 * height), 0.8 * height)
    // Along the edge, where no control is.
    let ends = [length, -length].compactMap { scrollView.convert(Point(8, middle + $0 / 2), to: window.rootView) }
    trace(ends, rest: 0.02, pause: 0.2)
    // A touch would only stop the motion.
    for _ in 0..<100 where scrollView.isDecelerating { wait(0.05) }
    return scrollView.contentOffset != offset
  }

  private var truncatedTexts: [String] {
    shownViews(window.rootView).compactMap { view in
      if let label = view as? Label, label.isTruncated { return label.text }
      if let button = view as? ActionButton, button.isTitleTruncated { return button.spokenLabel }
      return nil
    }
  }
}
