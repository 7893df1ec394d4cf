import PanelKit

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
