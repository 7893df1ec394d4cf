import PanelViews
import TestRendering
import Testing

/// `sizeThatFits` of views, labels and buttons.
@Suite struct SizingTests {
  @Test func viewFitsItsOwnSize() {
    let view = View(frame: Rect(10, 20, 30, 40))
    #expect(view.sizeThatFits(Size(5, 5)) == Size(30, 40))
    view.sizeToFit()
    #expect(view.frame == Rect(10, 20, 30, 40))
  }

  @Test func labelFitsItsText() {
    let label = Label(frame: Rect(10, 20, 5, 5))
    label.text = "Living room"
    label.sizeToFit()
    let singleLine = label.bounds.size
    #expect(label.frame.origin == Point(10, 20) && !label.isTruncated)
    #expect(singleLine.width == singleLine.width.rounded() && singleLine.height == singleLine.height.rounded())
    // UIKit: a single line ignores the available width.
    #expect(label.sizeThatFits(Size(20, 1000)) == singleLine)
    label.frame.size.width -= 1
    #expect(label.isTruncated || label.textFrame.height < singleLine.height)
    label.font = Font(size: 34)
    #expect(label.sizeThatFits(.zero).width > 1.8 * singleLine.width)
  }

  @Test func labelWrapsAtTheAvailableWidth() {
    let label = Label()
    (label.text, label.numberOfLines) = ("The heating is off until six in the morning", 4)
    let (single, wrapped) = (label.sizeThatFits(.zero), label.sizeThatFits(Size(160, 0)))
    #expect(single.width > 160 && wrapped.width <= 160 && wrapped.height > 1.9 * single.height)
    label.frame = Rect(origin: .zero, size: wrapped)
    #expect(!label.isTruncated)
    #expect(label.sizeThatFits(Size(.infinity, .infinity)) == single)
  }

  @Test func buttonFitsItsTitleAndAFinger() {
    let button = Button("OK")
    let size = button.sizeThatFits(.zero)
    #expect(size.height == Control.minimumHeight && size.width > 2 * button.titleInset)
    button.titleInset += 10
    #expect(button.sizeThatFits(.zero).width == size.width + 20)
    button.font = Font(size: 60)
    #expect(button.sizeThatFits(.zero).height > Control.minimumHeight)
  }

  /// A view of an application that arranges a stack itself.
  private final class Card: View {
    let stack = StackView(axis: .vertical)

    init() {
      super.init()
      addSubview(stack)
    }

    override var arrangesSubviews: Bool { true }
    override func sizeThatFits(_ size: Size) -> Size { stack.sizeThatFits(size) }
    override func layoutSubviews() { stack.frame = bounds }
  }

  @Test func containersOfTheApplicationFollowTheirContent() {
    let (card, rows) = (Card(), [View(frame: Rect(0, 0, 10, 30)), View(frame: Rect(0, 0, 10, 50))])
    for row in rows { card.stack.addArrangedSubview(row) }
    let window = Window(
      StackView(axis: .vertical) {
        card
        Spacer()
      }, size: Size(100, 200), scale: 1, threads: 1)
    window.layoutIfNeeded()
    #expect(card.frame.height == 80)
    rows[1].isHidden = true
    window.layoutIfNeeded()
    #expect(card.frame.height == 30 && rows[0].frame.height == 30)
  }

  @Test func defaultPrioritiesAreUIKits() {
    for (view, hugging) in [(View(), 250.0), (Label(), 251), (Button(), 251)] {
      for axis in [Axis.horizontal, .vertical] {
        #expect(view.contentHuggingPriority(for: axis) == hugging)
        #expect(view.contentCompressionResistancePriority(for: axis) == 750)
      }
      view.setContentHuggingPriority(100, for: .vertical)
      view.setContentCompressionResistancePriority(10, for: .horizontal)
      #expect(view.contentHuggingPriority(for: .horizontal) == hugging)
      #expect(view.contentHuggingPriority(for: .vertical) == 100)
      #expect(view.contentCompressionResistancePriority(for: .horizontal) == 10)
    }
  }
}
