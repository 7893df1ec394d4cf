import PanelViews
import TestRendering
import Testing

/// A list of 100 rows of 44 points, of which five are visible at once.
@Suite struct ListViewTests {
  private let list: ListView
  private let window: Window
  private let touches: TouchPlayer
  private let journal = Journal()

  init() {
    let journal = journal
    list = ListView(frame: Rect(0, 0, 300, 200), numberOfRows: 100) { row in
      journal.note("\(row)")
      let label = Label()
      label.text = "Row \(row)"
      return label
    }
    window = Window(View(background: .defaultBackground, subviews: [list]), size: Size(400, 300), scale: 1, threads: 1)
    touches = TouchPlayer(window)
    touches.play("+1ms")
    _ = window.image()
  }

  private func settle() {
    while window.isAnimating {
      touches.play("+16ms")
      _ = window.updateDamage()
    }
  }

  @Test func rowsExistOnlyWhileVisible() {
    #expect(journal.line == "0 1 2 3 4" && list.contentSize == Size(300, 4400))
    #expect(list.view(forRowAt: 4)?.frame == Rect(16, 0, 268, 44) && list.view(forRowAt: 5) == nil)
    journal.clear()
    list.contentOffset.y = 50
    window.layoutIfNeeded()
    #expect(journal.line == "5" && list.view(forRowAt: 0) == nil && list.view(forRowAt: 1) != nil)
    list.contentOffset.y = 4200
    window.layoutIfNeeded()
    #expect(list.indexesForVisibleRows == [95, 96, 97, 98, 99])
    // Scrolling back creates the row again, as the first subview: Tab focuses it first.
    for y in [50.0, 0] {
      list.contentOffset.y = y
      window.layoutIfNeeded()
    }
    _ = window.press(.tab, at: window.now)
    #expect(window.rootView.hitTest(Point(100, 10)) === list.view(forRowAt: 0)?.superview)
    #expect((list.view(forRowAt: 0)?.superview as? Control)?.isFocused == true)
  }

  @Test func dragContinuesAfterItsRowLeftTheList() {
    touches.play("down 100,20 move 100,5 move 100,-150 move 100,-200")
    #expect(list.isDragging && list.contentOffset.y == 205 && list.view(forRowAt: 0) == nil)
    touches.play("move 100,-210 +300ms up")
    #expect(list.contentOffset.y == 215 && !window.isTouched)
  }

  @Test func tapSelectsARow() {
    var selected: [Int] = []
    list.didSelectRow = { selected.append($0) }
    let before = window.image()
    touches.play("down 100,60 +200ms")
    #expect(window.image()[200, 60] != before[200, 60])
    touches.play("up down 100,100 up")
    #expect(selected == [1, 2] && list.selectedRow == 2)
    let after = window.image()
    #expect(after[290, 60] == before[290, 60] && after[290, 100] != before[290, 100])
    // A drag selects nothing, and a new row has the selection's look.
    touches.play("down 100,60 move 100,40 move 100,20 +300ms up")
    settle()
    #expect(selected == [1, 2])
    list.contentOffset.y = 1000
    window.layoutIfNeeded()
    list.contentOffset.y = 0
    #expect(window.image()[290, 100] == after[290, 100])
    list.selectedRow = nil
    #expect(window.image()[290, 100] == before[290, 100])
    list.allowsSelection = false
    touches.play("down 100,60 up")
    #expect(selected == [1, 2] && list.selectedRow == nil)
  }

  @Test func rowsThatRefuseSelectionIgnoreTapsAndFocus() {
    var selected: [Int] = []
    list.didSelectRow = { selected.append($0) }
    list.shouldSelectRow = { $0 > 1 && $0 != 3 }
    let before = window.image()
    touches.play("down 100,60 +200ms")
    #expect(window.image()[200, 60] == before[200, 60])
    touches.play("up down 100,100 up")
    #expect(selected == [2])
    _ = window.press(.tab, at: window.now)
    #expect((list.view(forRowAt: 2)?.superview as? Control)?.isFocused == true)
    #expect(!window.press(.up, at: window.now) && window.press(.down, at: window.now))
    #expect((list.view(forRowAt: 4)?.superview as? Control)?.isFocused == true)
  }

  @Test func sectionsAreAsHighAsTheirRows() {
    let sections = [3, 20].map { ListView(numberOfRows: $0) { Label("Row \($0)") } }
    let page = ScrollView(content: StackView(axis: .vertical, spacing: 10) { sections })
    let window = Window(page, size: Size(400, 300), scale: 1, threads: 1)
    window.layoutIfNeeded()
    #expect(sections.map(\.frame.height) == [132.0, 880.0] && page.contentSize.height == 23 * 44 + 10)
    // A drag on a section scrolls the page.
    let touches = TouchPlayer(window)
    touches.play("down 100,250 move 100,230 move 100,130 +300ms up")
    #expect(page.contentOffset.y > 90 && sections.allSatisfy { $0.contentOffset == .zero })
  }

  @Test func controlsInRowsKeepTheirTouches() {
    let (button, journal) = (Button("Off", frame: Rect(0, 0, 60, 44)), Journal())
    journal.record(button)
    list.viewForRow = { _ in View() }
    list.numberOfRows = 1
    list.viewForRow = { _ in
      StackView {
        Spacer()
        button
      }
    }
    list.didSelectRow = { journal.note("row \($0)") }
    window.layoutIfNeeded()
    touches.play("down 250,20 up down 50,20 up")
    #expect(journal.line == "down upInside action row 0")
  }

  @Test func arrowsMoveTheFocusAndScroll() {
    _ = window.press(.tab, at: window.now)
    for _ in 0..<8 { #expect(window.press(.down, at: window.now)) }
    settle()
    #expect((list.view(forRowAt: 8)?.superview as? Control)?.isFocused == true && list.contentOffset.y == 9 * 44 - 200)
    _ = window.press(.return, at: window.now)
    window.release(.return, at: window.now)
    #expect(list.selectedRow == 8)
    for _ in 0..<8 { #expect(window.press(.up, at: window.now)) }
    settle()
    #expect((list.view(forRowAt: 0)?.superview as? Control)?.isFocused == true && list.contentOffset.y == 0)
    #expect(!window.press(.up, at: window.now))
    // Page keys scroll; the focused row remains.
    #expect(window.press(.pageDown, at: window.now))
    settle()
    #expect(list.contentOffset.y == 156 && list.view(forRowAt: 0) != nil)
  }

  @Test func headerScrollsWithTheRows() {
    let header = Label()
    header.text = "Rooms"
    list.headerView = header
    window.layoutIfNeeded()
    let height = header.frame.height
    #expect(height > 10 && list.contentSize.height == 4400 + height && list.subviews.first === header)
    #expect(list.view(forRowAt: 0)?.superview?.frame.minY == height)
    list.scrollToRow(at: 50, animated: false)
    #expect(list.contentOffset.y == height + 51 * 44 - 200)
    list.headerView = nil
    window.layoutIfNeeded()
    #expect(header.superview == nil && list.contentSize.height == 4400)
  }

  @Test func reloadingMakesNewRows() {
    list.selectedRow = 1
    journal.clear()
    list.reloadRow(at: 3)
    list.reloadRow(at: 50)
    window.layoutIfNeeded()
    #expect(journal.line == "3" && list.selectedRow == 1)
    list.contentOffset.y = 4200
    window.layoutIfNeeded()
    list.numberOfRows = 2
    window.layoutIfNeeded()
    #expect(list.contentOffset.y == 0 && list.indexesForVisibleRows == [0, 1] && list.selectedRow == nil)
    list.numberOfRows = 0
    window.layoutIfNeeded()
    #expect(list.indexesForVisibleRows == [] && list.subviews.isEmpty)
  }

  @Test func separatorsLieBetweenRows() {
    list.numberOfRows = 3
    let picture = window.image()
    let empty = picture[295, 20]
    #expect(picture[295, 43] != empty && picture[295, 87] != empty && picture[295, 131] == empty)
    #expect(picture[8, 43] == empty)
  }

  @Test func sizeFitsAllRows() {
    let list = ListView(frame: Rect(0, 0, 250, 200), numberOfRows: 3) { _ in View() }
    window.rootView.addSubview(list)
    window.layoutIfNeeded()
    #expect(list.contentSize.height == 132 && list.view(forRowAt: 0)?.frame == Rect(16, 0, 218, 44))
    #expect(list.sizeThatFits(Size(250, 0)) == Size(250, 132) && list.sizeThatFits(Size(250, 50)).height == 50)
  }
}
