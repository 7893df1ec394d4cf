import PanelViews
import TestRendering
import Testing

@Suite struct StackViewTests {
  private func box(_ width: Double, _ height: Double = 20) -> View { View(frame: Rect(0, 0, width, height)) }

  /// The frames' edges along the axis after a layout in a size.
  private func edges(_ stack: StackView, _ size: Size) -> [[Double]] {
    stack.frame = Rect(origin: .zero, size: size)
    stack.layoutIfNeeded()
    return stack.arrangedSubviews.filter { !$0.isHidden }.map {
      stack.axis == .horizontal ? [$0.frame.minX, $0.frame.maxX] : [$0.frame.minY, $0.frame.maxY]
    }
  }

  @Test func defaultsAreUIKits() {
    let stack = StackView(arrangedSubviews: [box(10), box(20)])
    #expect(stack.axis == .horizontal && stack.spacing == 0 && stack.alignment == .fill && stack.distribution == .fill)
    #expect(stack.sizeThatFits(.zero) == Size(30, 20) && stack.arrangedSubviews.count == 2)
    #expect(StackView().sizeThatFits(.zero) == .zero)
  }

  @Test(arguments: [
    (StackView.Distribution.fill, [[0, 80], [90, 190], [200, 300]]),
    (.fillEqually, [[0, 93], [103, 197], [207, 300]]),
    (.fillProportionally, [[0, 47], [57, 150], [160, 300]]), (.equalSpacing, [[0, 20], [110, 150], [240, 300]]),
  ])
  func distributionFillsLength(_ distribution: StackView.Distribution, _ expected: [[Double]]) {
    for axis in [Axis.horizontal, .vertical] {
      let boxes = [20.0, 40, 60].map { axis == .horizontal ? box($0, 5) : box(5, $0) }
      let stack = StackView(axis: axis, spacing: 10, distribution: distribution) { boxes }
      // The lowest hugging priority takes the extra room, equally.
      boxes[2].setContentHuggingPriority(260, for: axis)
      var expected = expected
      if distribution == .fill { expected = [[0, 100], [110, 230], [240, 300]] }
      #expect(edges(stack, axis == .horizontal ? Size(300, 50) : Size(50, 300)) == expected)
      #expect(boxes.allSatisfy { axis == .horizontal ? $0.frame.height == 50 : $0.frame.width == 50 })
    }
  }

  @Test func fittingSizeAddsLengthsGapsAndMargins() {
    let stack = StackView(axis: .vertical, spacing: 10, margins: Insets(top: 1, leading: 2, bottom: 3, trailing: 4)) {
      box(20)
      box(50)
    }
    #expect(stack.sizeThatFits(.zero) == Size(56, 54))
    stack.distribution = .fillEqually
    stack.arrangedSubviews[0].frame.size.height = 60
    #expect(stack.sizeThatFits(.zero) == Size(56, 134))
    #expect(edges(stack, Size(56, 134)) == [[1, 61], [71, 131]] && stack.arrangedSubviews[0].frame.minX == 2)
  }

  @Test func stretchedViewKeepsItsOwnFittingSize() {
    let stack = StackView { [box(20), box(40)] }
    let fittingSize = stack.sizeThatFits(.zero)
    #expect(edges(stack, Size(200, 90)) == [[0, 90], [90, 200]] && stack.sizeThatFits(.zero) == fittingSize)
    #expect(edges(stack, Size(60, 20)) == [[0, 20], [20, 60]])
    // A frame that the application sets counts.
    stack.arrangedSubviews[0].frame.size.width = 30
    #expect(stack.sizeThatFits(.zero).width == 70)
  }

  @Test func shortStackShrinksTheLeastResistantViews() {
    let boxes = [box(100), box(50), box(50)]
    let stack = StackView(spacing: 10) { boxes }
    #expect(edges(stack, Size(120, 20)) == [[0, 50], [60, 85], [95, 120]])
    boxes[0].setContentCompressionResistancePriority(760, for: .horizontal)
    #expect(edges(stack, Size(170, 20)) == [[0, 100], [110, 135], [145, 170]])
    #expect(edges(stack, Size(80, 20)) == [[0, 60], [70, 70], [80, 80]])
  }

  @Test func spacerTakesTheLengthThatCustomSpacingLeaves() {
    let (first, last) = (box(20), box(30))
    let stack = StackView(spacing: 4) {
      first
      Spacer(minimumLength: 10)
      last
    }
    #expect(stack.sizeThatFits(.zero).width == 68)
    #expect(edges(stack, Size(200, 20)) == [[0, 20], [24, 166], [170, 200]])
    stack.setCustomSpacing(50, after: first)
    #expect(stack.customSpacing(after: first) == 50 && stack.customSpacing(after: last) == nil)
    #expect(edges(stack, Size(200, 20))[1] == [70, 166])
    stack.setCustomSpacing(nil, after: first)
    #expect(edges(stack, Size(200, 20))[1] == [24, 166])
  }

  @Test(arguments: [
    (StackView.Alignment.fill, [0, 100]), (.leading, [0, 20]), (.center, [40, 60]), (.trailing, [80, 100]),
    (.top, [0, 20]), (.bottom, [80, 100]),
  ])
  func alignmentPlacesAcrossTheAxis(_ alignment: StackView.Alignment, _ expected: [Double]) {
    let child = box(30, 20)
    let stack = StackView(alignment: alignment) { child }
    _ = edges(stack, Size(30, 100))
    #expect([child.frame.minY, child.frame.maxY] == expected)
  }

  @Test func baselinesOfTextAgree() {
    let (small, large, button) = (Label(), Label(), Button("OK"))
    (small.text, small.font, large.text, large.font) = ("20", Font(size: 14), "20", Font(size: 40))
    let stack = StackView(alignment: .firstBaseline) { [small, large, button] }
    let height = stack.sizeThatFits(.zero).height
    #expect(height > 50)
    _ = edges(stack, Size(300, 100))
    let (top, end) = (
      [small, large, button].map(\.frame.minY).min()!, [small, large, button].map(\.frame.maxY).max()!
    )
    #expect(end - top <= height && abs(top + end - 100) <= 1)
    // Digits have no descenders: their lowest pixels are at the baseline.
    func bottom(_ label: Label) -> Double {
      let bitmap = Bitmap(width: Int(clamping: label.bounds.width), height: Int(clamping: label.bounds.height))
      label.draw(Canvas(bitmap, fitting: label.bounds))
      let rows = (0..<bitmap.height).filter { y in
        (0..<bitmap.width).contains { bitmap.pixels[y * bitmap.stride + $0] >> 24 > 128 }
      }
      return label.frame.minY + Double(rows.last ?? 0)
    }
    #expect(abs(bottom(small) - bottom(large)) <= 1 && small.frame.minY > large.frame.minY)
    #expect(button.frame.height == Control.minimumHeight)
  }

  @Test func textWrapsInARow() {
    let (label, icon) = (Label(), box(40, 40))
    (label.text, label.numberOfLines) = ("The heating is off until six in the morning", 5)
    icon.setContentCompressionResistancePriority(1000, for: .horizontal)
    let row = StackView(spacing: 10) { [icon, label] }
    let column = StackView(axis: .vertical) { row }
    let size = column.sizeThatFits(Size(200, 0))
    #expect(size.width <= 200 && size.height > 60)
    column.frame = Rect(0, 0, 200, size.height)
    column.layoutIfNeeded()
    #expect(icon.frame.width == 40 && label.frame.minX == 50 && !label.isTruncated)
  }

  @Test func builderAllowsConditionsAndLoops() {
    func make(_ flag: Bool) -> StackView {
      StackView {
        if flag { box(1) } else { box(2) }
        if flag { box(3) }
        for width in [4.0, 5] { box(width) }
      }
    }
    #expect(make(true).arrangedSubviews.map(\.frame.width) == [1, 3, 4, 5])
    #expect(make(false).arrangedSubviews.map(\.frame.width) == [2, 4, 5])
  }

  /// Each change is laid out before the next picture, also in an outer stack.
  @Test func changedSubviewsAreLaidOutAgain() {
    let label = Label()
    label.text = "On"
    let (other, last) = (box(20), box(10))
    let stack = StackView {
      label
      other
    }
    let outer = StackView {
      stack
      last
      Spacer()
    }
    let window = Window(outer, size: Size(400, 100), scale: 1, threads: 1)
    var previousX = 0.0
    // Compares the position of `last` after a change with the one before.
    func expect(_ comparison: (Double, Double) -> Bool, _ change: () -> Void) {
      change()
      #expect(window.needsDisplay)
      _ = window.image()
      #expect(comparison(last.frame.minX, previousX))
      previousX = last.frame.minX
    }
    expect(>) {}
    expect(>) { label.text = "Switched on" }
    expect(<) { label.font = Font(size: 10) }
    expect(>) { other.frame.size.width = 50 }
    expect(<) { other.isHidden = true }
    expect(>) { other.isHidden = false }
    expect(>) { stack.spacing = 8 }
    expect(>) { stack.layoutMargins = Insets(horizontal: 7) }
    expect(<) { other.removeFromSuperview() }
    expect(>) { stack.insertArrangedSubview(other, at: 0) }
    #expect(stack.arrangedSubviews.first === other)
    expect(<) { stack.removeArrangedSubview(other) }
    #expect(other.superview === stack)
    #expect(!window.needsDisplay)
  }
}
