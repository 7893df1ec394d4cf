import PanelViews
import TestRendering
import Testing

/// A scroll view that sizes its content.
@Suite struct ScrollContentTests {
  @Test func contentViewFillsTheWidth() {
    let label = Label()
    (label.text, label.numberOfLines) = ("The heating is off until six in the morning", 9)
    let content = StackView(axis: .vertical) { [label, View(frame: Rect(0, 0, 10, 300))] }
    let scrollView = ScrollView(frame: Rect(0, 0, 100, 100), content: content)
    scrollView.contentInset = Insets(top: 5, leading: 10, bottom: 15, trailing: 10)
    let window = Window(
      View(background: .defaultBackground, subviews: [scrollView]), size: Size(400, 300), scale: 1, threads: 1)
    window.layoutIfNeeded()
    #expect(content.frame.origin == .zero && content.frame.width == 80 && scrollView.contentSize == content.frame.size)
    // The view's 300 points, and at least two lines of text.
    #expect(scrollView.contentOffset == Point(-10, -5) && content.frame.height > 340)
    // The insets take 20 points. The longest line of the wrapped text needs 78 of the other 80. A height of 0 is
    // unlimited.
    #expect(scrollView.sizeThatFits(Size(100, 0)) == Size(98, content.frame.height + 20))
    #expect(scrollView.sizeThatFits(Size(100, 150)).height == 150)
    let formerHeight = content.frame.height
    label.text = "Off"
    window.layoutIfNeeded()
    #expect(content.frame.height < formerHeight)
    // Below the content, so that it scrolls to the end.
    scrollView.scrollRectToVisible(Rect(0, formerHeight, 1, 1), animated: false)
    window.layoutIfNeeded()
    #expect(scrollView.contentOffset.y == content.frame.height + 15 - 100)
  }
}
