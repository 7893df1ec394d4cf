import Foundation
import PanelGeometry
import Scenes
import TestSupport
import Testing

@testable import Configuration

/// check-config warns of nodes in a scene file without a size that don't fit on one of three panels.
@Suite struct LayoutWarningsTests {
  /// Returns the warnings of a scene file whose root has these members.
  private func warnings(_ root: String, values: String = "{}", on size: Size? = nil) throws -> [String] {
    let directory = try TemporaryDirectory()
    let file = try directory.write(#"{"values": \#(values), "root": {\#(root)}}"#, to: "panel.json")
    var (options, errors) = FileChecker.read(file)
    try #require(errors.isEmpty, "\(errors)")
    if let size { (options.size, options.hasExplicitSize) = (size, true) }
    return ConfigurationWarnings.settingsAndScenes(options, of: file, now: 0)
  }

  private static let upright = "on a panel of 480x800 points"

  private static func row(_ children: String...) -> String {
    #""stack": {"axis": "horizontal"}, "children": [\#(children.joined(separator: ", "))]"#
  }

  private static func column(_ children: String...) -> String {
    #""stack": {}, "children": [\#(children.joined(separator: ", "))]"#
  }

  private static func text(_ string: String, _ members: String = "", node: String = "") -> String {
    #"{\#(node)"text": {"string": "\#(string)"\#(members)}}"#
  }

  private static let button = #"{"button": {"title": "Open", "action": "none"}}"#

  // MARK: Texts

  @Test func textThatIsTruncatedOnOnePanelIsWarnedOf() throws {
    let long = String(repeating: "word ", count: 15)
    let text = Self.text(long.trimmingCharacters(in: .whitespaces))
    let name = "$.root.children[0] 'word word word word word word word word …'"
    #expect(
      try warnings(Self.row(text)) == [
        "\(name): doesn't fit and is truncated \(Self.upright); expected a shorter text or more space"
      ])
    #expect(try warnings(Self.row(text), on: Size(800, 480)) == [])
  }

  /// A text in a frame isn't squeezed by others, but its frame may be too low.
  @Test func textInLowFrameIsWarnedOf() throws {
    func warnings(_ frame: String, _ text: String) throws -> [String] {
      try self.warnings(#""children": [{"frame": \#(frame), "text": {\#(text)}}]"#)
    }
    let large = #""string": "Word", "size": 92"#
    let all = try warnings("[0, 0, 400, 10]", large)
    #expect(all.count == 1 && all[0].hasPrefix("$.root.children[0] 'Word': has 10 of 1"), "\(all)")
    #expect(all.first?.hasSuffix("of height, so it is cut off; expected a smaller text, or a higher frame") == true)
    #expect(try warnings("[0, 0, 400, 92]", large) == [])
    let lines = #""lines": 50, "string": "\#((1...20).map { "\($0)" }.joined(separator: "\\n"))""#
    #expect(try warnings("[0, 0, 100, 200]", lines).count == 1)
    #expect(try warnings("[0, 0, 100, 460]", lines) == [])
  }

  @Test func textThatShrinksIsWarnedOf() throws {
    let all = try warnings(Self.row(Self.text("Lindenhof School of Music", #", "size": 40"#)))
    #expect(all.count == 1, "\(all)")
    #expect(all.first?.hasPrefix("$.root.children[0] 'Lindenhof School of Music': is squeezed to 432 of ") == true)
    #expect(all.first?.contains("points of width \(Self.upright); expected a smaller text, or less next to it") == true)
  }

  @Test func textThatIsTruncatedEverywhereHasNoSizeInItsWarning() throws {
    let text = Self.text("A long text in a narrow node", node: #""width": 40, "#)
    let all = try warnings(Self.row(text, "{}"))
    #expect(all.count == 1 && all[0].contains("is truncated; expected"), "\(all)")
  }

  /// The longest word of a value's map is measured, since every reading has to fit.
  @Test func longestReadingIsMeasured() throws {
    let words = String(repeating: "until further notice ", count: 4)
    let values = #"{"pool": {"set": "1", "map": {"1": "on", "0": "shut \#(words)"}}}"#
    let all = try warnings(Self.row(Self.text("{pool}")), values: values)
    #expect(all.count == 1 && all[0].contains("is truncated \(Self.upright);"), "\(all)")
  }

  @Test func textWithoutFrameIsWarnedOf() throws {
    let all = try warnings(#""children": [{"text": {"string": "Word"}}]"#)
    #expect(all == ["$.root.children[0] 'Word': has no size, so it is invisible; expected a frame"])
  }

  // MARK: Squeezed nodes

  @Test func buttonsThatAreSqueezedTogetherAreOneWarning() throws {
    let all = try warnings(Self.column(#"{"height": 300}"#, Self.button, Self.button, Self.button))
    #expect(
      all == [
        "$.root.children[1] 'Open': is squeezed to 44 of 48 points of height on a panel of 800x480 points, and so are "
          + "2 other nodes next to it; expected less in the column, or a scroll around it"
      ])
  }

  /// A node with a small `width` isn't squeezed.
  /// A kind of control that isn't in `neededSize` could be squeezed without a warning.
  @Test(arguments: SceneDescription.ControlDescription.Kind.allCases)
  func everyControlThatIsSqueezedIsWarnedOf(_ kind: SceneDescription.ControlDescription.Kind) throws {
    let control = #"{"\#(kind.rawValue)": {"value": "a"}}"#
    let values = #"{"a": {"set": "1", "lines": 9}}"#
    let all = try warnings(Self.column(control), values: values, on: Size(64, 36))
    #expect(all.contains { $0.hasPrefix("$.root.children[0]") }, "\(all)")
    #expect(try warnings(Self.column(control), values: values, on: Size(800, 480)) == [])
  }

  @Test func ownWidthIsNotWarnedOf() throws {
    let values = #"{"a": {"set": "1"}}"#
    let slider = #"{"width": 90, "slider": {"value": "a"}}"#
    #expect(try warnings(Self.row(slider, "{}"), values: values) == [])
    let squeezed = try warnings(Self.row(#"{"width": 400}"#, #"{"slider": {"value": "a"}}"#), values: values)
    #expect(squeezed.count == 1 && squeezed[0].contains("of 160 points of width \(Self.upright)"), "\(squeezed)")
  }

  @Test func listWithoutRoomForARowIsWarnedOf() throws {
    let list = #"{"grow": true, "list": {"value": "a", "row": {"text": {"string": "{line}"}}}}"#
    let all = try warnings(
      Self.column(#"{"height": 420}"#, list), values: #"{"a": {"set": "one\ntwo", "lines": 2}}"#)
    #expect(all.count == 1, "\(all)")
    #expect(all.first?.hasPrefix("$.root.children[1]: is squeezed to 12 of 44 points of height") == true)
  }

  // MARK: Touch targets

  @Test func lowButtonIsWarnedOf() throws {
    let button = #"{"height": 30, "button": {"title": "Open", "action": "none"}}"#
    // The largest panel shows the file 1.6 times as large.
    #expect(
      try warnings(Self.column(button, "{}")) == [
        "$.root.children[0] 'Open': its shorter side is 30 points on a panel of 800x480 or 480x800 points; "
          + "a finger needs 48, 9 mm if the scale is auto"
      ])
    #expect(try warnings(Self.column(button, "{}"), on: Size(1280, 800)) == [])
  }

  @Test func narrowKeypadIsWarnedOf() throws {
    let keypad = #"{"width": 120, "keypad": {"value": "a", "digits": 2}}"#
    let all = try warnings(Self.row(keypad, "{}"), values: #"{"a": {"set": true}}"#, on: Size(800, 480))
    #expect(
      all == [
        "$.root.children[0] 'keypad': the shorter side of its keys is 36 points; a finger needs 48, 9 mm if the scale is auto"
      ])
  }

  /// Each of the two buttons needs the space.
  @Test func narrowStepperIsWarnedOf() throws {
    func warnings(width: Int) throws -> [String] {
      let stepper = #"{"width": \#(width), "stepper": {"value": "a"}}"#
      return try self.warnings(Self.row(stepper, "{}"), values: #"{"a": {"set": "1"}}"#, on: Size(800, 480))
    }
    #expect(
      try warnings(width: 80) == [
        "$.root.children[0] 'stepper': the shorter side of its parts is 40 points; a finger needs 48, 9 mm if the scale is auto"
      ])
    #expect(try warnings(width: 88) == [])
  }

  @Test func keypadWithTooManyDigitsIsWarnedOf() throws {
    let keypad = #"{"width": 170, "keypad": {"value": "a", "digits": 12}}"#
    let all = try warnings(Self.row(keypad, "{}"), values: #"{"a": {"set": true}}"#)
    #expect(all.count == 1 && all[0].contains("'keypad': doesn't fit and is truncated;"), "\(all)")
  }

  // MARK: Containers

  @Test func nodeOutsideOfItsContainerIsWarnedOf() throws {
    let frame = #"{"frame": [500, 0, 200, 100], "text": {"string": "a"}}"#
    #expect(
      try warnings(#""children": [\#(frame)]"#) == [
        "$.root.children[0] 'a': is outside of its container \(Self.upright); expected a larger container, or a scroll"
      ])
    let scroll = #"{"scroll": {"axis": "horizontal"}, "children": [{"width": 2000}]}"#
    #expect(try warnings(Self.column(scroll)) == [])
  }

  // MARK: Files

  @Test func warningOfAnotherFileNamesIt() throws {
    let directory = try TemporaryDirectory()
    let scene = try directory.write(
      #"{"root": {"children": [{"text": {"string": "Word"}}]}}"#, to: "panel.json")
    let file = try directory.write(#"{"scene": "panel.json"}"#, to: "kiosk.json")
    let (options, errors) = FileChecker.read(file)
    let all = ConfigurationWarnings.settingsAndScenes(options, of: file, now: 0)
    #expect(errors == [] && all.count == 1 && all[0].hasPrefix("\(scene): $.root.children[0] "), "\(all)")
  }
}
