import PanelViews
import Scenes
import Testing

@testable import Chrome
@testable import Configuration

/// Stacks, grids and scroll views in scene files.
@Suite struct SceneLayoutTests {
  /// Retains the windows of the scenes.
  private final class Windows { var all: [Window] = [] }
  private let windows = Windows()

  /// Returns the root of a scene without a size, laid out on a panel without a bar.
  private func root(_ members: String, on size: Size = Size(600, 400), showsBar: Bool = false) throws -> View {
    let scene = FileScene(
      try SceneReader.scene("{\"values\": {\"door\": {\"set\": \"shut\"}}, \"root\": {\(members)}}"))
    let window = Window(Stage(scene, showsBar: showsBar), size: size, scale: 1, threads: 1)
    windows.all.append(window)
    window.layoutIfNeeded()
    return try #require(scene.content.subviews.first)
  }

  private static let twoChildren = #""children": [{"width": 100, "height": 50}, {"grow": true}]"#

  /// Returns the top left and the bottom right corner of a view on the panel.
  private func corners(_ view: View) throws -> [Point] {
    let panel = try #require(view.window?.rootView)
    return try [Point(0, 0), Point(view.bounds.width, view.bounds.height)].map {
      try #require(view.convert($0, to: panel))
    }
  }

  @Test func rootFillsPanelWithoutBar() throws {
    #expect(try corners(root(#""stack": {}"#)) == [Point(0, 0), Point(600, 400)])
    let cornersAboveBar = try corners(root(#""stack": {}"#, showsBar: true))
    #expect(cornersAboveBar[0] == Point(0, 0) && cornersAboveBar[1].x == 600 && cornersAboveBar[1].y < 360)
  }

  @Test(arguments: [(Size(1920, 1080), 2.25), (Size(1080, 1920), 2.25), (Size(480, 800), 1.0)])
  func pointsGrowWithPanel(_ size: Size, _ magnification: Double) throws {
    let view = try root(#""stack": {}"#, on: size)
    #expect(abs(view.bounds.width - size.width / magnification) < 1e-6)
  }

  @Test func stackArrangesChildrenInsideMargins() throws {
    let view = try root("\"stack\": {\"axis\": \"horizontal\", \"spacing\": 10}, \(Self.twoChildren)")
    #expect(view.subviews.map(\.frame) == [Rect(24, 24, 100, 50), Rect(134, 24, 442, 352)])
    let narrow = try root("\"margins\": [0, 1, 2, 3], \"stack\": {}, \(Self.twoChildren)")
    #expect(narrow.subviews.map(\.frame) == [Rect(1, 0, 100, 50), Rect(1, 50, 596, 348)])
  }

  @Test func automaticAxisFollowsShape() throws {
    let members = "\"stack\": {\"axis\": \"automatic\"}, \(Self.twoChildren)"
    #expect(try root(members).subviews[1].frame.minX == 124)
    #expect(try root(members, on: Size(400, 600)).subviews[1].frame.minY == 74)
  }

  @Test func gridHasEqualColumns() throws {
    let view = try root(
      #""margins": 0, "grid": {"columns": 2, "spacing": 20, "rowSpacing": 10}, "children": [{}, {}, {}]"#)
    #expect(view.subviews.map(\.frame) == [Rect(0, 0, 290, 195), Rect(310, 0, 290, 195), Rect(0, 205, 290, 195)])
  }

  @Test func scrollViewStacksChildren() throws {
    let child = ##"{"height": 300, "backgroundColor": "#FF0000"}"##
    let view = try root("\"margins\": 0, \"scroll\": {\"spacing\": 8}, \"children\": [\(child), \(child)]")
    #expect((view as? ScrollView)?.contentSize == Size(600, 608))
  }

  /// A long list shrinks instead of its neighbors, grows if there is room, and is clipped.
  @Test(arguments: [200.0, 400]) func longListLeavesRoomToItsNeighbors(_ height: Double) throws {
    let lines = (1...30).map { "\($0)" }.joined(separator: "\\n")
    let file = try SceneReader.scene(
      """
      {"values": {"all": {"set": "\(lines)", "lines": 30}}, "root": {"margins": 0, "stack": {"axis": "vertical"},
      "children": [{"stack": {}, "margins": 0, "children": [
        {"button": {"title": "Above"}}, {"list": {"value": "all", "row": {"text": {"string": "{line}"}}}}]},
        {"button": {"title": "Below"}}]}}
      """)
    let scene = FileScene(file, values: Values(file.values))
    let window = Window(Stage(scene, showsBar: false), size: Size(300, height), scale: 1, threads: 1)
    windows.all.append(window)
    window.layoutIfNeeded()
    let root = try #require(scene.content.subviews.first)
    let card = root.subviews[0]
    #expect(root.subviews[1].bounds.height == 48 && card.subviews[0].bounds.height == 48)
    let list = try #require(card.subviews[1] as? ListView)
    #expect(list.numberOfRows == 30 && list.layer.masksToBounds)
    #expect(list.bounds.height == height - 96)
  }

  @Test func framedChildKeepsFrame() throws {
    let view = try root(#""stack": {}, "children": [{"frame": [5, 6, 7, 8]}, {"grow": true}]"#)
    #expect(view.subviews.map(\.frame) == [Rect(5, 6, 7, 8), Rect(24, 24, 552, 352)])
  }

  @Test func invisibleChildTakesNoRoom() throws {
    let text = """
      {"values": {"door": {"set": "shut"}}, "root": {"margins": 0, "stack": {}, "children": [
        {"height": 100, "visible": {"when": "door", "is": "open"}}, {"grow": true}]}}
      """
    let file = try SceneReader.scene(text)
    let values = Values(file.values)
    let scene = FileScene(file, values: values)
    let window = Window(Stage(scene, showsBar: false), size: Size(600, 400), scale: 1, threads: 1)
    window.layoutIfNeeded()
    let views = try #require(scene.content.subviews.first).subviews
    #expect(views[0].isHidden && views[1].frame.height == 400)
    values.set("door", "open", at: 1)
    window.layoutIfNeeded()
    #expect(!views[0].isHidden && views[1].frame.height == 300)
  }

  @Test func textAdaptsToContainerBackground() throws {
    let text = ##""children": [{"backgroundColor": "#FFFFFF", "stack": {}, "children": [{"text": {"string": "a"}}]}]"##
    let label = try #require(root("\"stack\": {}, \(text)").subviews[0].subviews[0] as? Label)
    #expect(label.color.contrast(with: .white) > 4.5)
  }

  @Test(arguments: [
    (#""width": 5"#, ": found width in the root; expected a frame"),
    (
      #""stack": {}, "children": [{"width": 5, "frame": [0, 0, 1, 1]}]"#,
      ".children[0]: found frame and width; expected one of them"
    ),
    (
      #""children": [{"grow": true}]"#,
      ".children[0]: found grow in a node that no stack, grid or scroll arranges; expected a frame"
    ),
    (#""margins": 5"#, ": found margins alone; expected stack, grid, scroll or list with them"),
    (#""margins": [1, 2], "stack": {}"#, ".margins: found an array of 2; expected a number, or [top, leading"),
    (#""stack": {"axis": "auto"}"#, ".stack.axis: found 'auto'; expected vertical, horizontal or automatic"),
    (#""grid": {"columns": 0}"#, ".grid.columns: found 0; expected a whole number from 1 to 100"),
    (#""stack": {}, "grid": {}"#, ": found stack and grid; expected one of text"),
    (#""visible": {"is": "open"}"#, ".visible.when: found nothing; expected this key"),
    (
      #""visible": {"when": "door"}"#,
      ".visible: found only when; expected is, below, above, atLeast, atMost or stale with it"
    ),
    (#""visible": {"when": "door", "stale": true, "is": 1}"#, ".visible: found stale and is; expected one of them"),
    (
      #""visible": {"when": "door", "stale": true}"#,
      ".visible.stale: found a value that never becomes stale; expected staleAfter in its definition"
    ),
    (
      #""visible": {"when": "door", "is": [1, "<= 20"]}"#,
      #".visible.is: found '<= 20', which is compared as a text; expected "atMost": 20 instead of is"#
    ),
    (
      #""visible": {"when": "door", "is": 1, "not": {"when": "door", "is": 1}}"#,
      ".visible: found not, when or is; expected one of not, all, any and when"
    ),
    (
      #""button": {"title": "", "action": {"append": {"door": "x"}}}"#,
      ".button.action: found 'door', which has one line; expected a value with \"lines\""
    ),
    (#""visible": {"any": []}"#, ".visible.any: found an array of 0; expected 1 to 16 conditions"),
    (
      #""visible": {"all": [{"when": "door", "below": "low"}]}"#,
      ".visible.all[0].below: found 'low'; expected a number"
    ),
    (
      #""visible": {"not": {"when": "doors", "above": 1}}"#,
      ".visible.not.when: found 'doors', which isn't defined in \"values\"; did you mean door?"
    ),
  ])
  func invalidLayoutIsReported(_ members: String, _ message: String) {
    let errors = SceneReader.errors("{\"values\": {\"door\": {\"set\": true}}, \"root\": {\(members)}}")
    #expect(errors.count == 1 && errors.first?.hasPrefix(": $.root" + message) == true, "\(errors)")
  }
}
