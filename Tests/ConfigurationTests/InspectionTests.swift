import Foundation
import PanelViews
import Scenes
import Testing

@testable import Configuration

@Suite struct InspectionTests {
  private func tree(_ options: Options) throws -> [String: Any] {
    let text = options.inspection(now: 0)
    #expect(text.hasSuffix("}\n"))
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func node(_ name: String, in tree: [String: Any]) throws -> [String: Any] {
    var nodes = [try #require(tree["root"] as? [String: Any])]
    var found: [String: Any]?
    while found == nil, let node = nodes.popLast() {
      if node["name"] as? String == name { found = node }
      nodes += node["children"] as? [[String: Any]] ?? []
    }
    return try #require(found, "no \(name)")
  }

  @Test func cubeIsInspectedWithTheBooksNumbers() throws {
    let tree = try tree(Options())
    #expect(tree["name"] as? String == "cube" && tree["size"] as? [Double] == [1280, 800])
    let cube = try node("cube", in: tree)
    let names = (cube["children"] as? [[String: Any]])?.map { $0["name"] as? String }
    #expect(names == ["face1", "face2", "face3", "face4", "face5", "face6"])
    // Two rotations of 45° leave cos² in the first element.
    let sublayer = try #require(cube["sublayerTransform"] as? [Double])
    #expect(sublayer.count == 16)
    #expect(abs(sublayer[0] - 0.5.squareRoot()) < 1e-12)
    #expect((cube["children"] as? [[String: Any]])?[2]["userInteractionEnabled"] as? Bool == true)
    for index in 1...6 {
      let face = try node("face\(index)", in: tree)
      #expect(face["class"] as? String == "layer" && face["doubleSided"] as? Bool == true)
      #expect((face["bounds"] as? [Double])?.count == 4 && (face["corners"] as? [[Double]])?.count == 4)
    }
    // Seen corner-on, faces 1, 2 and 3 face the viewer, as in the figure of
    // "iOS Core Animation: Advanced Techniques", chapter 5.
    let facing = try (1...6).map { try node("face\($0)", in: tree)["facing"] as? String }
    #expect(facing == ["front", "front", "front", "back", "back", "back"])
  }

  @Test func touchFixChangesInspection() throws {
    var options = Options()
    options.touchFix = .userInteraction
    let inspection = try tree(options)
    let enabled = try (1...6).map { try node("face\($0)", in: inspection)["userInteractionEnabled"] as? Bool }
    #expect(enabled == [false, false, true, false, false, false])
    options.touchFix = .reorder
    let cube = try node("cube", in: try tree(options))
    #expect((cube["children"] as? [[String: Any]])?.last?["name"] as? String == "face3")
  }
}
