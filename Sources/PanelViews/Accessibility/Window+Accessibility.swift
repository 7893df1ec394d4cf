import Localization
import PanelGeometry

extension Window {
  /// Speaks a text if a touch explorer is on.
  ///
  /// - Parameters:
  ///   - text: in the visitor's language.
  ///   - interrupts: true to stop the current speech; false to speak after it.
  public func announce(_ text: String, interrupts: Bool = false) {
    touchExplorer?.announce(text, interrupts: interrupts)
  }

  /// Goes to the first visible element in a view that has just appeared, and speaks it after the current speech.
  /// The view itself may be that element. Does nothing without a touch explorer.
  public func moveAccessibilityFocus(to view: View) {
    guard let touchExplorer else { return }
    let elements = view.elementsInReadingOrder
    // While the view slides onto the screen, none of its elements is visible yet.
    if let element = elements.first(where: isPartlyReachable) ?? elements.first {
      touchExplorer.speak(element, interrupts: false)
    }
  }

  /// Speaks the new value of a view, after the view's label unless the view is the current element. Call it for changes
  /// by the program.
  public func announceChange(of view: View) { touchExplorer?.speakChange(of: view) }

  /// Returns all elements in reading order. While a modal view is shown, only its own and those of the keyboard on the
  /// screen.
  ///
  /// - Parameter element: is included even if it is hidden.
  func elementsInReadingOrder(including element: View? = nil) -> [View] {
    guard let modalView else { return rootView.elementsInReadingOrder(including: element) }
    let keys = keyboardHost?.elementsWhileShown(including: element) ?? []
    return modalView.elementsInReadingOrder(including: element) + keys
  }

  /// Returns the element that is visible at a point, whether or not it receives touches there.
  func elementSeen(at point: Point) -> View? {
    rootView.visibleView(at: point) { $0.isAccessibilityElement || $0.draws(at: $1) }?.accessibilityElement
  }

  /// Returns true if the center of an element is visible, or will be once its scroll view has moved, or if a corner is
  /// visible.
  func isPartlyReachable(_ element: View) -> Bool {
    let (box, inset) = (element.bounds, Point(element.bounds.width, element.bounds.height) * 0.1)
    let corners = box.insetBy(inset.x, inset.y).corners
    return isReachable(element) || corners.contains { isVisible(element, at: $0) }
  }

  /// Returns what to say about a tap on an element that doesn't reach it at a point; empty if it does.
  func note(on element: View, at point: Point) -> String {
    let trace = HitTestTrace(at: point, in: rootView)
    if let control = element as? Control, control.isEnabled, let obstacle = trace.obstacle(for: control) {
      if case .covered = obstacle {} else { return obstacle.reason(for: control) }
    }
    guard let hit = trace.hitView, !hit.isDescendant(of: element), !element.isDescendant(of: hit),
      !hit.displayNameMidSentence.isEmpty
    else { return "" }
    // Touches are routed by sibling order, not by depth.
    return LocalizedText.tapReaches.text([.name: hit.displayNameMidSentence])
  }
}
