import PanelViews
import TestRendering
import Testing

/// A scroll view that sizes its content.
@Suite struct ScrollContentTests {
  @Test func contentViewFillsTheWidth() {
    let label = Label()
    (label.text, label.numberOfLines) = ("The heating is off until six in the morning", 9)
    let content = StackView(axis: .vertical) { [label, View(frame: Rect(0, 0, 10, 300))] }
    let other = ScrollView(frame: Rect(0, 0, 100, 100), content: content)
    other.contentInset = Insets(top: 5, leading: 10, bottom: 15, trailing: 10)
    let window = Window(View(background: .ground, subviews: [other]), size: Size(400, 300), scale: 1, threads: 1)
    window.layoutIfNeeded()
    #expect(content.frame.origin == .zero && content.frame.width == 80 && other.contentSize == content.frame.size)
    #expect(other.contentOffset == Point(-10, -5) && content.frame.height > 340)
    #expect(other.sizeThatFits(Size(100, 0)) == Size(98, content.frame.height + 20))
    #expect(other.sizeThatFits(Size(100, 150)).height == 150)
    let before = content.frame.height
    label.text = "Off"
    window.layoutIfNeeded()
    #expect(content.frame.height < before)
    other.scrollRectToVisible(Rect(0, before, 1, 1), animated: false)
    window.layoutIfNeeded()
    #expect(other.contentOffset.y == content.frame.height + 15 - 100)
  }
}
