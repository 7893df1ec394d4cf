import Chrome
import PanelViews
import Scenes
import SeededRandom
import TestRendering
import Testing

@testable import Configuration

/// Lists in scene files: rows that are buttons, columns, and the text of an empty list.
@Suite struct SceneListTests {
  private final class Panel {
    let values: Values
    let scene: FileScene
    let window: Window
    private(set) var presses: [String] = []

    /// - Parameters:
    ///   - row: the members of a row's node.
    ///   - list: further members of the list.
    init(_ row: String, list: String = "", definition: String = #"{"initial": null, "lines": 99}"#) throws {
      let scene = try SceneReader.scene(
        """
        {"values": {"v": \(definition), "t": {"initial": "20"}}, "root": {"margins": 0, "stack": {}, "children": [
          {"grow": true, "list": {"value": "v", "row": {\(row)}\(list)}}]}}
        """)
      values = Values(scene.values)
      self.scene = FileScene(scene, values: values)
      window = Window(Stage(self.scene, showsBar: false), size: Size(400, 220), scale: 1, threads: 1)
      window.reducesMotion = true
      self.list.onNewRow = { [unowned self] row in
        for button in row.buttons {
          button.onPress = { [unowned self, unowned button] in
            presses.append("\(button.name ?? "") \(button.line?.text ?? "") \(button.lineOccurrence)")
          }
        }
      }
      view.reloadData()
      window.layoutIfNeeded()
    }

    var list: LineList { scene.lists[0] }
    var view: ListView { scene.content.subviews[0].subviews[0] as! ListView }
    var time: UInt64 = 0

    func show(_ lines: [String]) {
      values.set("v", lines.joined(separator: "\n"), at: 1)
      window.layoutIfNeeded()
    }

    /// Waits until moved rows react again.
    func settle() {
      time += 600_000_000
      window.advance(to: time)
    }

    func send(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double) {
      time += 100_000_000
      window.send([TouchEvent(phase, id: 1, at: Point(x, y))], at: time)
      window.layoutIfNeeded()
    }

    func tap(_ x: Double, _ y: Double) {
      send(.began, x, y)
      send(.ended, x, y)
    }

    func descendants(_ view: View) -> [View] { [view] + view.subviews.flatMap(descendants) }
    func texts(inRow row: Int) -> [String] {
      descendants(list.rows[row]).filter { view in
        !sequence(first: view, next: \.superview).contains { $0.isHidden }
      }.compactMap { ($0 as? Label)?.text }.filter { !$0.isEmpty }
    }
  }

  private static let rowWithButton = #"""
    "name": "open", "action": {"set": {"t": "{line}"}}, "stack": {"axis": "horizontal"}, "children": [
      {"grow": true, "text": {"string": "{line}", "align": "leading"}}, {"text": {"string": "{t} °C"}},
      {"name": "help", "width": 80, "button": {"title": "Help", "action": {"set": {"t": "help"}}}}]
    """#

  // MARK: Rows that are buttons

  /// A control in the row comes first, as in UIKit.
  @Test func rowIsPressedAsAWhole() throws {
    let panel = try Panel(Self.rowWithButton)
    panel.show(["Milk", "Bread"])
    for x in [2.0, 100, 250, 398] { panel.tap(x, 66) }
    panel.tap(340, 66)
    #expect(panel.presses == Array(repeating: "open Bread 0", count: 3) + ["open Bread 0", "help Bread 0"])
    panel.tap(100, 100)
    #expect(panel.presses.count == 5)
  }

  /// The highlight covers the whole row, or a card of the row's own color.
  @Test(arguments: [
    ("", Rect(0, 0, 400, 48)), (##""backgroundColor": "#203040", "cornerRadius": 8, "##, Rect(16, 0, 368, 48)),
  ])
  func pressedRowIsHighlighted(_ card: String, _ frame: Rect) throws {
    let panel = try Panel(card + Self.rowWithButton)
    panel.show(["Milk"])
    let row = try #require(panel.list.rows[0].buttons.first { $0 is RowButton })
    func highlights() -> [Rect?] {
      row.layer.sublayers.filter { $0.backgroundColor != nil && $0 !== row.subviews[0].layer }.map(\.frame)
    }
    #expect(highlights() == [])
    panel.send(.began, 100, 20)
    panel.time += 200_000_000
    panel.send(.moved, 100, 20)
    #expect(row.isHighlighted && highlights() == [frame])
    panel.send(.ended, 100, 20)
    #expect(highlights() == [])
    // The texts are where they are in other rows.
    let label = try #require(panel.descendants(row).first { $0 is Label })
    #expect(label.convert(.zero, to: row) == Point(16, 0))
  }

  @Test func resultTakesThePlaceOfTheTexts() throws {
    let panel = try Panel(Self.rowWithButton)
    panel.show(["Milk"])
    let row = try #require(panel.list.rows[0].buttons.first { $0 is RowButton })
    row.phase = .running
    #expect(panel.texts(inRow: 0) == [] && row.currentTitle == "Running…" && !row.isEnabled)
    row.phase = .idle
    #expect(panel.texts(inRow: 0) == ["Milk", "20 °C"] && row.currentTitle == "")
  }

  @Test func rowIsOneElement() throws {
    let panel = try Panel(Self.rowWithButton)
    panel.show(["Milk", "Bread"])
    let elements = panel.view.elementsInReadingOrder
    #expect(elements.map(\.spokenLabel) == ["Milk, 20 °C", "Help", "Bread, 20 °C", "Help"])
    #expect(elements.allSatisfy { $0.accessibilityTraits.contains(.button) })
    // In explanations of touches.
    #expect(elements.first?.displayName == "Milk, 20 °C")
    _ = elements.first?.accessibilityActivate()
    #expect(panel.presses == ["open Milk 0"])
    let labeled = try Panel(#""label": "Open it", "action": "none", "text": {"string": "{line}"}"#)
    labeled.show(["Milk"])
    #expect(labeled.view.elementsInReadingOrder.map(\.spokenLabel) == ["Open it"])
  }

  @Test func hiddenRowIsNotPressed() throws {
    let panel = try Panel(#""visible": {"when": "line", "is": "a"}, "action": "none", "text": {"string": "{line}"}"#)
    panel.show(["a", "b"])
    panel.tap(100, 20)
    panel.tap(100, 60)
    #expect(panel.presses == ["row a 0"])
    #expect(panel.view.elementsInReadingOrder.map(\.spokenLabel) == ["a"])
  }

  @Test(arguments: [
    (
      #""stack": {}, "children": [{"action": "none"}]"#,
      ".children[0].action: found 'none'; found an action of a node; expected it in a button, or in the row of a list"
    ),
    (
      #""list": {"value": "v", "row": {"button": {"title": "a"}, "action": "none"}}"#,
      ".list.row: found button and action; expected one of them"
    ),
    (
      #""list": {"value": "v", "row": {"stack": {}, "children": [{"action": "none"}]}}"#,
      ".list.row.children[0].action: found an action of a node; expected it in a button, or in the row of a list"
    ),
    (
      #""text": {"string": "{line.a}"}"#,
      ".text.string: found 'line.a' outside of a row; expected columns of a line in the row of a list only"
    ),
    (
      #""text": {"string": "{other.a}"}"#,
      ".text.string: found {other.a}; expected a name of letters, digits, - and _ in braces, or {{ for a brace"
    ),
  ])
  func misplacedKeysAreReported(_ members: String, _ message: String) {
    let errors = SceneReader.errors(#"{"values": {"v": {"initial": null, "lines": 9}}, "root": {\#(members)}}"#)
    #expect(errors == [": $.root" + message.replacing("found 'none'; ", with: "")], "\(errors)")
  }

  // MARK: Columns

  @Test(arguments: [
    (#"{"name": "Milk", "count": 2, "done": true, "none": null}"#, ["Milk, 2", "true"]),
    (#"{"name": "{count}", "done": "no"}"#, ["{count}, "]), (#"{"name": "\u001b[2J"}"#, ["\u{FFFD}[2J, "]),
    ("Milk\t2", [", "]), (#"{"name": "Milk""#, [", "]),
  ])
  func membersAreColumns(_ line: String, _ texts: [String]) throws {
    let panel = try Panel(
      #"""
      "stack": {}, "children": [{"text": {"string": "{line.name}, {line.count}", "icon": "mdi:{line.name}"}},
        {"visible": {"when": "line.done", "is": "true"}, "text": {"string": "{line.done}"}}]
      """#)
    panel.show([line])
    #expect(panel.texts(inRow: 0) == texts)
    let label = panel.descendants(panel.list.rows[0]).lazy.compactMap { $0 as? Label }.first
    #expect(label?.icon?.name == "mdi:\(texts[0].prefix { $0 != "," })")
  }

  @Test(arguments: [
    ("Milk\t2\tl", "Milk|2|l"), ("Milk", "Milk||"), ("Milk\t\tl", "Milk||l"), ("\tmuch\tl", "|much|l"),
    ("\tMilk", "Milk||"), ("{Milk\t2", "{Milk|2|"),
  ])
  func partsBetweenTabsAreColumns(_ line: String, _ text: String) throws {
    let panel = try Panel(#""text": {"string": "{line.1}|{line.2}|{line.3}"}"#)
    panel.show([ValueLine.text(line.utf8, lines: 2) ?? ""])
    #expect(panel.texts(inRow: 0) == [text])
  }

  /// A condition on a column that is missing, or that is no number, is neither true nor false.
  @Test(arguments: [
    (#"{"when": "line.n", "below": 3}"#, "1 2"), (#"{"not": {"when": "line.n", "below": 3}}"#, "3"),
    (#"{"when": "line.n", "is": ["x", 3]}"#, "3 x"), (#"{"not": {"when": "line.n", "is": "x"}}"#, "1 2 3"),
    (#"{"all": [{"when": "line.n", "atLeast": 2}, {"when": "t", "is": "20"}]}"#, "2 3"),
    (#"{"when": "t", "is": "{line.t}"}"#, "2"),
  ])
  func conditionsCompareColumns(_ condition: String, _ visible: String) throws {
    let panel = try Panel(#""text": {"string": "{line.n}"}, "visible": \#(condition)"#)
    panel.show([#"{"n": 1}"#, #"{"n": 2, "t": 20}"#, #"{"n": 3}"#, #"{"n": "x"}"#, "{}"])
    let texts = panel.list.rows.indices.flatMap { panel.texts(inRow: $0) }
    #expect(texts.joined(separator: " ") == visible)
  }

  // MARK: Without lines

  @Test(arguments: ["", #", "action": "none""#]) func emptyListHasAText(_ action: String) throws {
    let panel = try Panel(#""text": {"string": "{line}"}\#(action)"#, list: #", "empty": "No notes at {t}""#)
    func text() -> String? {
      panel.descendants(panel.view).lazy.compactMap { ($0 as? Label)?.text }.first
    }
    #expect(text() == "No notes at 20" && panel.list.rows.isEmpty)
    panel.values.set("t", "21", at: 1)
    #expect(text() == "No notes at 21" && panel.view.elementsInReadingOrder.last?.spokenLabel == "No notes at 21")
    panel.show(["a"])
    #expect(text() == "a" && panel.view.numberOfRows == 1)
    panel.show([])
    #expect(text() == "No notes at 21")
    panel.tap(100, 20)
    #expect(panel.presses == [])
  }

  /// A program that hasn't answered may have lines.
  @Test func listOfUnknownLinesIsBlank() throws {
    let panel = try Panel(
      #""text": {"string": "{line}"}"#, list: #", "empty": "None""#,
      definition: #"{"command": ["true"], "lines": 9}"#)
    #expect(panel.view.numberOfRows == 0)
    panel.values.set("v", "", at: 1)
    #expect(panel.view.numberOfRows == 1)
  }

  @Test func lineIsInSpokenNames() throws {
    let panel = try Panel(
      #"""
      "stack": {}, "children": [{"label": "Note {line}", "text": {"string": "x"}},
        {"name": "done", "switch": {"value": "t", "accessibleName": "{line} is done"}},
        {"name": "go", "button": {"title": "Go", "accessibleName": "Go to {line}", "action": "none"}}]
      """#)
    panel.show(["Milk"])
    let labels = panel.descendants(panel.list.rows[0]).compactMap(\.accessibilityLabel)
    #expect(Set(labels).isSuperset(of: ["Note Milk", "Milk is done", "Go to Milk"]), "\(labels)")
  }

  // MARK: Moved rows

  /// The second tap of a double tap doesn't press the row that moved to the finger, also one that came from outside.
  @Test func movedRowIgnoresTouches() throws {
    let panel = try Panel(#""action": "none", "text": {"string": "{line}"}"#)
    panel.show(["a", "b", "c", "d", "e", "f"])
    panel.tap(100, 22)
    #expect(panel.presses == ["row a 0"])
    panel.show(["b", "c", "d", "e", "f"])
    panel.tap(100, 22)
    panel.tap(100, 4 * 44 + 22)
    #expect(panel.presses.count == 1)
    // The explanation of the dead tap.
    let trace = HitTestTrace(at: Point(100, 22), in: panel.window.rootView)
    #expect(trace.obstacle.map { if case .animating = $0 { true } else { false } } == true)
    panel.settle()
    panel.tap(100, 22)
    panel.tap(100, 4 * 44 + 22)
    #expect(panel.presses.dropFirst() == ["row b 0", "row f 0"])
    // Rows that stay in their places react at once.
    panel.show(["b", "c", "d", "e"])
    panel.tap(100, 22)
    panel.show(["b", "c", "d", "e", "g"])
    panel.tap(100, 22)
    panel.tap(100, 4 * 44 + 22)
    #expect(panel.presses.dropFirst(3) == ["row b 0", "row b 0", "row g 0"])
  }

  // MARK: Random edits

  /// A press acts on the line that was touched, whatever happens to the lines meanwhile. A row that stays under the finger
  /// is pressed.
  @Test func pressActsOnTheTouchedLine() throws {
    var random = SeededRandom()
    let panel = try Panel(#""action": "none", "text": {"string": "{line}"}"#)
    var pressCount = 0
    for _ in 0..<300 {
      let count = Int.random(in: 1...6, using: &random)
      var lines = (0..<count).map { _ in ["a", "b", "c", "d"].randomElement(using: &random)! }
      panel.show(lines)
      panel.settle()
      let index = Int.random(in: 0..<min(lines.count, 5), using: &random)
      let row = panel.list.rows[index]
      let touched = "row \(lines[index]) \(lines[..<index].count { $0 == lines[index] })"
      let y = Double(index) * 44 + 22
      panel.send(.began, 100, y)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0...lines.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: lines.insert(["a", "e", "f"].randomElement(using: &random)!, at: place)
        case 1 where place < lines.count: lines.remove(at: place)
        case 2 where place < lines.count: lines[place] = ["a", "g", "h"].randomElement(using: &random)!
        default: break
        }
        panel.show(lines)
      }
      let frame = row.window == nil ? nil : row.convert(row.bounds, to: panel.window.rootView)
      let staysUnderFinger = frame?.contains(Point(100, y)) == true
      let before = panel.presses.count
      panel.send(.ended, 100, y)
      let pressed = Array(panel.presses.dropFirst(before))
      #expect(pressed == [touched] || (pressed == [] && !staysUnderFinger), "\(pressed) instead of \(touched)")
      pressCount += pressed.count
      let shown = panel.list.rows.map { "\($0.line) \($0.buttons[0].lineOccurrence)" }
      let expected = lines.indices.prefix(5).map { index in
        "\(lines[index]) \(lines[..<index].count { $0 == lines[index] })"
      }
      #expect(shown == expected && !panel.window.isTouched)
    }
    #expect(pressCount > 100)
  }

  // MARK: Titles of buttons

  @Test func titleWraps() throws {
    func button(_ members: String, width: Int = 120) throws -> ActionButton {
      let title = "Open the large door at the back"
      let scene = try SceneReader.scene(
        #"""
        {"size": [400, 300], "root": {"frame": [0, 0, 400, 300], "stack": {"alignment": "leading"}, "children": [
          {"width": \#(width), "button": {"title": "\#(title)"\#(members)}}, {"grow": true}]}}
        """#)
      let file = FileScene(scene)
      let window = Window(Stage(file, showsBar: false), size: Size(400, 300), scale: 1, threads: 1)
      window.layoutIfNeeded()
      return file.buttons[0]
    }
    let one = try button("")
    #expect(one.isTitleTruncated && one.titleLayout.size.height < 25)
    let three = try button(#", "lines": 3"#)
    #expect(!three.isTitleTruncated && three.titleLayout.lineHeight * 3 == three.titleLayout.size.height)
    #expect(three.bounds.height >= three.titleLayout.size.height && three.bounds.contains(three.titleFrame.origin))
    let two = try button(#", "lines": 2"#)
    #expect(two.isTitleTruncated && two.titleLayout.lineHeight * 2 == two.titleLayout.size.height)
    let wide = try button(#", "lines": 3"#, width: 390)
    let oneWide = try button("", width: 390)
    #expect(wide.titleLayout.size == oneWide.titleLayout.size && wide.bounds.height == 48)
  }
}
