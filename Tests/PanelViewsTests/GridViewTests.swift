import PanelViews
import Testing

@Suite struct GridViewTests {
  private func box(_ width: Double, _ height: Double) -> View { View(frame: Rect(0, 0, width, height)) }

  private func frames(_ grid: GridView, _ size: Size) -> [Rect] {
    grid.frame = Rect(origin: .zero, size: size)
    grid.layoutIfNeeded()
    return grid.arrangedSubviews.map(\.frame)
  }

  @Test func rowIsAsTallAsItsTallestView() {
    let grid = GridView(columns: 2, spacing: 10, rowSpacing: 4) { [box(30, 20), box(50, 40), box(10, 10)] }
    #expect(grid.sizeThatFits(.zero) == Size(110, 54))
    #expect(frames(grid, Size(210, 54)) == [Rect(0, 0, 100, 40), Rect(110, 0, 100, 40), Rect(0, 44, 100, 10)])
    // Extra height is shared; a lack of height shrinks the rows in proportion.
    #expect(frames(grid, Size(210, 74)).map(\.height) == [50, 50, 20])
    #expect(frames(grid, Size(210, 29)).map(\.height) == [20, 20, 5])
    #expect(grid.sizeThatFits(.zero) == Size(110, 54))
    grid.arrangedSubviews[1].isHidden = true
    #expect(frames(grid, Size(210, 20))[2] == Rect(110, 0, 100, 20))
  }

  @Test func columnsMayBeFixedFittingOrFlexible() {
    let grid = GridView(
      columns: [.fixed(40), .fitting, .flexible(), .flexible(3)], spacing: 10,
      margins: Insets(horizontal: 5, vertical: 2)
    ) {
      [box(1, 20), box(25, 20), box(20, 20), box(30, 20), box(90, 20), box(35, 20)]
    }
    #expect(grid.rowSpacing == nil && grid.sizeThatFits(.zero) == Size(5 + 40 + 10 + 35 + 10 + 20 + 10 + 60 + 5, 54))
    let row = frames(grid, Size(315, 54))
    #expect(row.map(\.minX) == [5, 55, 100, 160, 5, 55] && row.map(\.width) == [40, 35, 50, 150, 40, 35])
    #expect(row.map(\.minY) == [2, 2, 2, 2, 32, 32])
    #expect(frames(grid, Size(60, 54)).allSatisfy { $0.width >= 0 })
  }

  @Test func textWrapsInItsColumn() {
    let label = Label()
    (label.text, label.numberOfLines) = ("The heating is off until six in the morning", 5)
    let grid = GridView(columns: 2) { [label, box(10, 10)] }
    let size = grid.sizeThatFits(Size(300, 0))
    #expect(size.width == 300 && size.height > label.sizeThatFits(.zero).height)
    _ = frames(grid, size)
    #expect(!label.isTruncated && label.frame.width == 150)
  }

  @Test func fixedColumnsKeepTheirWidth() {
    let grid = GridView(columns: [.fixed(40), .flexible()], spacing: 10) { [box(10, 10), box(10, 10)] }
    let window = Window(grid, size: Size(2560, 1600), scale: 1, threads: 1)
    window.layoutIfNeeded()
    #expect(grid.arrangedSubviews.map(\.frame.minX) == [0, 50] && grid.arrangedSubviews[0].frame.width == 40)
  }
}
