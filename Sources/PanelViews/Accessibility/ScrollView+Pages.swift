import Localization
import PanelGeometry

/// A scroll view whose content doesn't fit is an adjustable element: its value is the page, as after VoiceOver's
/// three-finger swipe.
extension ScrollView {
  /// The axis along which the content is longer than the view; `nil` if it fits.
  private var pagingAxis: Axis? {
    guard isScrollEnabled else { return nil }
    return [.vertical, .horizontal].first { offsetRange($0).upperBound > offsetRange($0).lowerBound }
  }

  final var pageDefaults: AccessibilityDefaults {
    let elements = subviewsInReadingOrder
    guard let axis = pagingAxis else { return .init(isElement: false, elements: elements) }
    let (range, length) = (offsetRange(axis), max(bounds.size[axis], 1))
    func page(_ distance: Double) -> Int { 1 + Int(clamping: (distance / length).rounded(.up)) }
    let (number, total) = (page(contentOffset[axis] - range.lowerBound), page(range.upperBound - range.lowerBound))
    let value = LocalizedText.page.text([.number: "\(number)", .total: "\(total)"])
    return .init(value: value, traits: .adjustable, elements: elements)
  }

  /// Scrolls by a number of visible lengths, or back if negative. Returns false at the end of the content.
  final func scrollByPages(_ count: Int) -> Bool {
    guard let axis = pagingAxis else { return false }
    let target = limitedToContent(contentOffset + Point(along: axis, Double(count) * bounds.size[axis], across: 0))
    guard target != contentOffset else { return false }
    contentOffset = target
    return true
  }
}
