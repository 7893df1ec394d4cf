import Chrome
import Foundation
import PanelViews
import Scenes
import TestRendering
import TestSupport
import Testing

@testable import Configuration

/// A node draws all of its contents, or the reader reports that they exclude each other.
@Suite struct PaintingTests {
  /// The kinds of contents. Each draws only a part of the node, so that the other of two kinds stays visible.
  private static let kinds: [(key: String, members: String)] = [
    ("class", #""class": "transform""#),
    ("backgroundColor", "\"backgroundColor\": \"#FF0000\""),
    ("gradient", "\"gradient\": {\"colors\": [\"#00FF00\", \"#00FF0000\"]}"),
    ("contents", #""contents": "blue.png", "gravity": "left""#),
    ("contents", #""contents": {"file": "blue.png", "follow": true}, "gravity": "left""#),
    ("text", "\"text\": {\"string\": \"abc\", \"color\": \"#FFFFFF\"}"),
    ("button", #""button": {"title": "abc"}"#),
    ("chart", "\"chart\": {\"value\": \"v\", \"color\": \"#FFFF00\", \"width\": 8}"),
  ]

  /// The indices of all pairs of different kinds.
  private static let pairs = kinds.indices.flatMap { first in
    kinds.indices.filter { $0 > first && kinds[first].key != kinds[$0].key }.map { (first, $0) }
  }

  private func pixels(_ members: String) throws -> (pixels: [UInt32], errors: [String]) {
    let directory = try TemporaryDirectory()
    let blue = Bitmap(width: 12, height: 12)
    blue.fill(blue.bounds, with: 0xFF00_00FF)
    try directory.write(PNG.data(blue), to: "blue.png")
    let root = "{\"frame\": [0, 0, 60, 40], \(members)}"
    let file = try directory.write(
      #"{"size": [60, 40], "values": {"v": {"set": "5"}}, "root": \#(root)}"#, to: "a.json")
    let (options, errors) = FileChecker.read(file)
    let window = Window(Stage(options.makeScene(), showsBar: false), size: Size(60, 40), scale: 1, threads: 1)
    options.values.readOnce(at: 0)
    window.layoutIfNeeded()
    return (window.image().pixelArray, errors.map { $0.description.replacingOccurrences(of: file, with: "a.json") })
  }

  @Test(arguments: pairs) func twoContentsAreBothVisibleOrRefused(_ first: Int, _ second: Int) throws {
    let (a, b) = (Self.kinds[first], Self.kinds[second])
    let both = try pixels(a.members + ", " + b.members)
    let exclusiveKeys: Set = ["text", "button", "chart"]
    if a.key == "class" {
      #expect(
        both.errors == [
          "a.json: $.root: found \(b.key) in a node of class transform; expected class layer, since a transform paints nothing itself"
        ])
    } else if exclusiveKeys.isSuperset(of: [a.key, b.key]) {
      let expected = SceneDescription.Node.exclusiveContentKeys.alternatives
      #expect(both.errors == ["a.json: $.root: found \(a.key) and \(b.key); expected one of \(expected)"])
    } else {
      #expect(both.errors == [])
      #expect(try both.pixels != pixels(a.members).pixels, "\(b.key) must be visible")
      #expect(try both.pixels != pixels(b.members).pixels, "\(a.key) must be visible")
    }
  }

  @Test(arguments: [
    ("\"gradient\": {\"colors\": [\"#FFFFFF\", \"#FFFFFF\"]}", 0xFF),
    ("\"gradient\": {\"colors\": [\"#000000\", \"#000000\"]}, \"backgroundColor\": \"#FFFFFF\"", 0),
  ])
  func textContrastsWithItsNodesGradient(_ members: String, _ background: UInt32) throws {
    let pixels = try pixels(members + #", "text": {"string": "MMM", "weight": 900}"#).pixels.map { $0 & 0xFF }
    #expect(pixels[0] == background)
    #expect(pixels.contains { max($0, background) - min($0, background) > 200 })
  }
}
