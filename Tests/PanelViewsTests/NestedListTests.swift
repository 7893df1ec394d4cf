import TestRendering
import Testing

@testable import PanelViews

/// Lists in scroll views.
@Suite struct NestedListTests {
  /// A list as high as its 500 rows, between two buttons in a scroll view of 200 points.
  private final class HighList {
    let scrollView: ScrollView
    let list: ListView
    let window: Window
    private(set) var rowCount = 0

    init() {
      let list = ListView(numberOfRows: 500)
      let stack = StackView(axis: .vertical) {
        Button("Before")
        list
        Button("After")
      }
      list.fixedHeight = 22_000
      self.list = list
      scrollView = ScrollView(frame: Rect(0, 0, 300, 200), content: stack)
      window = Window(
        View(background: .defaultBackground, subviews: [scrollView]), size: Size(400, 300), scale: 1, threads: 1)
      list.viewForRow = { [unowned self] row in
        rowCount += 1
        return Label("Row \(row)")
      }
      window.layoutIfNeeded()
    }

    func settle() {
      while window.isAnimating {
        window.advance(to: window.now + 16_000_000)
        _ = window.updateDamage()
      }
      window.layoutIfNeeded()
    }

    var loaded: [Int] { list.indexesForLoadedRows }
    var focusedIndex: Int? { loaded.first { (list.view(forRowAt: $0)?.superview as? Control)?.isFocused == true } }
  }

  private func withLast(_ indexes: ClosedRange<Int>) -> [Int] { Array(indexes) + [499] }

  @Test func rowsExistNearTheVisiblePart() throws {
    let test = HighList()
    #expect(test.list.bounds.height == 22_000 && test.loaded == withLast(0...8))
    test.scrollView.contentOffset.y = 4400
    test.window.layoutIfNeeded()
    #expect(test.loaded == [0] + withLast(94...108))
    let row = try #require(test.list.view(forRowAt: 99))
    #expect(row.convert(.zero, to: test.window.rootView) == Point(16, 0))
    let count = test.rowCount
    test.scrollView.contentOffset.y += 44
    test.window.layoutIfNeeded()
    #expect(test.rowCount == count + 1)
    test.scrollView.frame.size.height = 300
    test.window.layoutIfNeeded()
    #expect(test.loaded == [0] + withLast(93...113))
  }

  @Test func focusAndSpeechGoThroughAllRows() throws {
    let test = HighList()
    var indexes: [Int?] = []
    for _ in 0..<40 {
      _ = test.window.press(.tab, at: test.window.now)
      test.window.release(.tab, at: test.window.now)
      test.settle()
      indexes.append(test.focusedIndex)
    }
    #expect(indexes == [nil] + (0..<39).map(Optional.some))
    let spoken = HighList()
    var texts: [String] = []
    spoken.window.onUtterance = { if !$0.text.isEmpty { texts.append($0.text) } }
    spoken.window.touchExplorer = TouchExplorer()
    let explorer = try #require(spoken.window.touchExplorer)
    for _ in 0..<45 {
      explorer.move(1)
      spoken.settle()
    }
    let rows = texts.compactMap { $0.hasPrefix("Row") ? $0.prefix { $0 != "," } : nil }
    #expect(rows.count > 40 && rows == rows.indices.map { "Row \($0)" })
  }
}
