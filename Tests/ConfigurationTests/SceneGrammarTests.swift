import Foundation
import PanelGeometry
import PanelText
import Scenes
import Testing

@testable import Configuration

/// The short forms in scene files: `frame`, transforms as lists of steps, texts and `fit`.
@Suite struct SceneGrammarTests {
  private func read(_ text: String) throws(Diagnostic) -> SceneDescription { try SceneReader.scene(text) }

  private func root(_ members: String) -> String { SceneReader.text(root: members) }

  @Test func frameSetsBoundsAndPosition() throws {
    let node = try read(root(#""frame":[10,20,300,400],"anchorPoint":[0,1],"transform":[{"rotate":90}]"#)).root
    #expect(node.bounds == Rect(0, 0, 300, 400) && node.position == Point(10, 420))
    // `inspect` prints a frame in addition to the properties that it follows from.
    let printed = #""bounds":[0,0,20,10],"position":[0,0],"transform":[{"rotate":90}],"frame":[-5,-10,10,20]"#
    #expect(try read(root(printed)).root.bounds == Rect(0, 0, 20, 10))
  }

  /// The position that follows from the frame has to be within a position's own range.
  @Test func frameWithPositionOutOfRangeIsRefused() throws {
    #expect(try read(root(#""frame":[0,0,10,10],"anchorPoint":[1e6,0]"#)).root.position == Point(1e7, 0))
    let errors = SceneReader.errors(root(#""frame":[0,0,11,10],"anchorPoint":[1e6,0]"#))
    #expect(
      errors == [": $.root.frame: found an array of 4; expected a frame whose anchor point is within 10000000 points"])
  }

  @Test func transformIsListOfSteps() throws {
    func transform(_ text: String) throws -> Transform3D { try read(root(#""transform":\#(text)"#)).root.transform }
    func isClose(_ a: Transform3D, _ b: Transform3D) -> Bool {
      zip(a.elements, b.elements).allSatisfy { abs($0 - $1) < 1e-12 }
    }
    let rotation = Transform3D(rotationAngle: .pi / 6, x: 0, y: 1, z: 0)
    let transformed = try transform(
      #"[{"rotateY": 30}, {"// nearer": 1, "translate": [0, 0, 50]}, {"scale": 1.2}, {"perspective": 500}]"#)
    let expected = rotation.concatenating(Transform3D(translationX: 0, y: 0, z: 50))
      .concatenating(Transform3D(scaleX: 1.2, y: 1.2, z: 1.2))
      .concatenating(Transform3D(perspectiveDistance: 500))
    #expect(isClose(transformed, expected))
    #expect(try transform("[]") == .identity)
    #expect(
      try transform(#"[{"translate":[1,2]},{"scale":[3,4]}]"#).elements == [
        3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0, 3, 8, 0, 1,
      ])
    #expect(isClose(try transform(#"[{"rotate":40}]"#), try transform(#"[{"rotateZ":40}]"#)))
    #expect(isClose(try transform(#"[{"rotate":90}]"#), Transform3D(rotationAngle: .pi / 2, x: 0, y: 0, z: 1)))
    #expect(isClose(try transform(#"[{"rotateX":90}]"#), Transform3D(rotationAngle: .pi / 2, x: 1, y: 0, z: 0)))
    #expect(try read(root(#""sublayerTransform":[{"perspective":500}]"#)).root.sublayerTransform.m34 == -1 / 500)
    let steps = { (count: Int) in "[" + Array(repeating: #"{"rotate":1}"#, count: count).joined(separator: ",") + "]" }
    #expect(throws: Never.self) { try transform(steps(100)) }
    #expect(throws: Diagnostic.self) { try transform(steps(101)) }
  }

  @Test func allTextPropertiesAreRead() throws {
    let text = """
      "text": {"string": "a", "font": "Fira Sans, serif", "size": 30, "weight": 700, "align": "trailing", "lines": 3}
      """
    let node = try #require(try read(root(text)).root.text)
    #expect(node.string == "a" && node.font == Font(family: "Fira Sans, serif", size: 30, weight: 700))
    #expect(node.alignment == .trailing && node.lines == 3 && node.color == nil)
    #expect(try read(root(#""text": {"string": "", "alignment": "leading"}"#)).root.text?.alignment == .leading)
  }

  @Test(arguments: [
    ("true", SceneDescription.Fit.inside), (#""inside""#, .inside), (#""cover""#, .cover), ("false", .none),
  ])
  func fitIsRead(_ text: String, _ fit: SceneDescription.Fit) throws {
    #expect(try read(#"{"size":[9,9],"root":{},"fit":\#(text)}"#).fit == fit)
  }
}
