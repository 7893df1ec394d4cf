import Testing

@testable import PanelViews

/// Rows that are in use while a list changes: a drag, a fling, a press, the focus, and the element that was spoken last.
@Suite struct ListUpdateTests {
  private let list: ListView
  private let window: Window
  private let touches: TouchPlayer
  private let lines = Lines()
  private let journal = Journal()

  private final class Lines {
    var texts: [String] = []
  }

  /// Each row has a label and a button that notes its line.
  init() {
    let (lines, journal) = (lines, journal)
    list = ListView(frame: Rect(0, 0, 300, 220)) { row in
      let (label, button) = (Label(lines.texts[row]), Button("Do", name: "do"))
      button.onPress = { journal.note(label.text) }
      return StackView {
        label
        Spacer()
        button
      }
    }
    window = Window(
      View(name: "root", background: .defaultBackground, subviews: [list]), size: Size(400, 300), scale: 1, threads: 1)
    touches = TouchPlayer(window)
    show((1...40).map { "row \($0)" })
  }

  private func show(_ texts: [String]) {
    lines.texts = texts
    list.apply(texts)
    _ = window.updateDamage()
  }

  private func text(ofRow row: Int) -> String? { (list.view(forRowAt: row)?.subviews.first as? Label)?.text }
  private func button(inRow row: Int) -> Button? { list.view(forRowAt: row)?.subviews.last as? Button }
  private var visibleTexts: [String?] { list.indexesForVisibleRows.map(text) }

  private func settle() {
    for _ in 0..<600 where window.isAnimating {
      touches.play("+16ms")
      _ = window.updateDamage()
    }
  }

  // MARK: Identity

  @Test(arguments: [
    ("a b c", "a b c", "0 1 2"),
    ("a b c", "b c", "1 2"),
    ("a b c", "x a b c", "- 0 1 2"),
    ("a b c", "c a b", "2 0 1"),
    // A line in the place of another one continues its row.
    ("a b c", "a x c", "0 1 2"),
    ("a b c", "x y z", "0 1 2"),
    ("a b c", "x y z w", "0 1 2 -"),
    ("a b c", "a x y c", "0 1 - 2"),
    ("a b c d", "x c d", "0 2 3"),
    // The order of equal lines distinguishes them.
    ("a a b", "a b", "0 2"),
    ("a b", "a a b", "0 - 1"),
    ("a a a", "a a a", "0 1 2"),
    ("", "a b", "- -"),
    ("a b", "", ""),
  ])
  func rowsHaveIdentity(_ old: String, _ new: String, _ expected: String) {
    let identities = [old, new].map { RowIdentity.identities(of: $0.split(separator: " ")) }
    let rows = RowIdentity.continuedRows(from: identities[0], to: identities[1])
    #expect(rows.map { $0.map(String.init) ?? "-" }.joined(separator: " ") == expected)
  }

  @Test func onlyChangedRowsGetNewViews() throws {
    let views = try (0..<5).map { try #require(list.view(forRowAt: $0)) }
    show(["row 2", "Row 3", "new", "row 1"] + (4...40).map { "row \($0)" })
    #expect(list.view(forRowAt: 0) === views[1] && list.view(forRowAt: 3) === views[0])
    #expect(list.view(forRowAt: 4) === views[3] && list.view(forRowAt: 1) !== views[2])
    #expect(visibleTexts == ["row 2", "Row 3", "new", "row 1", "row 4"])
    #expect(list.view(forRowAt: 3)?.convert(.zero, to: list) == Point(16, 132))
    show(["row 4"])
    #expect(visibleTexts == ["row 4"] && list.contentSize.height == 44 && list.subviews.count == 1)
    show([])
    #expect(list.subviews.isEmpty)
  }

  @Test func selectionFollowsItsRow() {
    list.selectedRow = 2
    show(["new"] + lines.texts)
    #expect(list.selectedRow == 3 && (list.view(forRowAt: 3)?.superview as? Control)?.isSelected == true)
    show(lines.texts.filter { $0 != "row 3" })
    #expect(list.selectedRow == nil)
  }

  // MARK: Rows in use

  /// Rows that change, move, and leave, as well as a reload, each during a drag that began on a row or on its button.
  @Test(arguments: ["change", "insert", "remove", "clear", "reload"], [100, 270])
  func dragContinues(_ change: String, _ x: Int) {
    touches.play("down \(x),150 move \(x),130 move \(x),110")
    #expect(list.isDragging && list.contentOffset.y == 20)
    switch change {
    case "change": show(lines.texts.map { "new \($0)" })
    case "insert": show(["first"] + lines.texts)
    case "remove": show(lines.texts.filter { $0 != "row 4" })
    case "clear": show((1...20).map { "other \($0)" } + [""])
    default:
      list.reloadData()
      _ = window.updateDamage()
    }
    #expect(list.isDragging && visibleTexts == lines.texts.prefix(6).map(Optional.some))
    touches.play("move \(x),60")
    #expect(list.contentOffset.y == 70)
    touches.play("+300ms up")
    settle()
    #expect(list.contentOffset.y == 70 && !window.isTouched && journal.line == "")
  }

  @Test func flingContinuesWhileRowsChange() {
    let other = ListUpdateTests()
    for test in [self, other] { test.touches.play("down 100,200 move 100,160 move 100,120 move 100,80 move 100,40 up") }
    var count = 0
    while window.isAnimating {
      count += 1
      show(lines.texts.map { "\($0)." })
      for test in [self, other] { test.touches.play("+16ms") }
      for test in [self, other] { _ = test.window.updateDamage() }
    }
    #expect(count > 20 && list.contentOffset == other.list.contentOffset && list.contentOffset.y > 400)
  }

  /// A press acts on the line that was pressed, which is shown until the finger lifts.
  @Test(arguments: ["finger", "key"]) func pressedRowChangesAfterThePress(_ how: String) throws {
    let frame = try #require(button(inRow: 2)?.convert(Rect(0, 0, 40, 40), to: window.rootView)?.center)
    if how == "finger" {
      touches.play("down \(frame.x),\(frame.y) +200ms")
    } else {
      window.focus(button(inRow: 2))
      _ = window.press(.return, at: window.now)
    }
    show(lines.texts.map { "new \($0)" })
    #expect(visibleTexts.prefix(4) == ["new row 1", "new row 2", "row 3", "new row 4"])
    #expect(button(inRow: 2)?.isHighlighted == true)
    if how == "finger" { touches.play("up") } else { window.release(.return, at: window.now) }
    #expect(journal.line == "row 3")
    _ = window.updateDamage()
    #expect(visibleTexts[2] == "new row 3" && (button(inRow: 2)?.isFocused == true) == (how == "key"))
  }

  /// Nothing is pressed on a line that is gone.
  @Test func pressEndsIfItsRowIsRemoved() {
    touches.play("down 270,110 +200ms")
    #expect(button(inRow: 2)?.isHighlighted == true)
    show(lines.texts.filter { $0 != "row 3" })
    touches.play("up")
    #expect(journal.line == "" && !window.isTouched)
  }

  @Test func focusStaysInItsRow() {
    window.focus(button(inRow: 2))
    show(["new"] + lines.texts)
    #expect(button(inRow: 3)?.isFocused == true)
    show(lines.texts.map { "\($0)." })
    #expect(button(inRow: 3)?.isFocused == true && text(ofRow: 3) == "row 3.")
    list.reloadData()
    _ = window.updateDamage()
    #expect(button(inRow: 3)?.isFocused == true)
    // Tab continues where its row was.
    show(lines.texts.filter { $0 != "row 3." })
    #expect(!list.indexesForVisibleRows.contains { button(inRow: $0)?.isFocused == true })
    _ = window.press(.tab, at: window.now)
    #expect((list.view(forRowAt: 3)?.superview as? Control)?.isFocused == true && text(ofRow: 3) == "row 4.")
  }

  @Test func focusedRowStaysFocused() {
    window.focus(list.view(forRowAt: 1)?.superview as? Control)
    show(["new"] + lines.texts.map { "\($0)." })
    #expect((list.view(forRowAt: 1)?.superview as? Control)?.isFocused == true)
  }

  @Test func speechContinuesAtItsRow() throws {
    var spoken: [String] = []
    window.onUtterance = { if !$0.text.isEmpty { spoken.append($0.text) } }
    window.touchExplorer = TouchExplorer()
    let explorer = try #require(window.touchExplorer)
    func next(_ step: Int = 1) -> String? {
      explorer.move(step)
      return spoken.last
    }
    // The list, two rows and their buttons.
    for _ in 0..<5 { _ = next() }
    #expect(spoken.last == "Do, button" && explorer.currentElement === button(inRow: 1))
    show(lines.texts.map { "\($0)." })
    #expect(explorer.currentElement === button(inRow: 1) && next() == "row 3., button")
    show(["new"] + lines.texts)
    #expect(next() == "Do, button" && next() == "row 4., button")
    // The row is gone, and then also the one before it.
    show(lines.texts.filter { $0 != "row 4." })
    show(lines.texts.filter { $0 != "row 3." })
    #expect(next() == "row 5., button")
    show(lines.texts.filter { $0 != "row 5." })
    #expect(next(-1) == "Do, button" && explorer.currentElement === button(inRow: 2))
    #expect(text(ofRow: 2) == "row 2.")
  }
}
