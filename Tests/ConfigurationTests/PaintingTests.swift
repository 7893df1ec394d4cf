import Chrome
import Foundation
import Geometry
import Raster
import Scenes
import Testing
import Text
import Views

@testable import Configuration

/// A node paints everything that it has, or is refused.
@Suite struct PaintingTests {
  /// A way of painting; each leaves some of what is beneath it visible.
  private static let kinds: [(key: String, members: String)] = [
    ("class", "\"class\": \"transform\""),
    ("backgroundColor", "\"backgroundColor\": \"#FF0000\""),
    ("gradient", "\"gradient\": {\"colors\": [\"#00FF00\", \"#00FF0000\"]}"),
    ("contents", "\"contents\": \"blue.png\", \"gravity\": \"left\""),
    ("contents", "\"contents\": {\"file\": \"blue.png\", \"follow\": true}, \"gravity\": \"left\""),
    ("text", "\"text\": {\"string\": \"abc\", \"color\": \"#FFFFFF\"}"),
    ("button", "\"button\": {\"title\": \"abc\"}"),
    ("chart", "\"chart\": {\"value\": \"v\", \"color\": \"#FFFF00\", \"width\": 8}"),
  ]

  private static let pairs = kinds.indices.flatMap { first in
    kinds.indices.filter { $0 > first && kinds[first].key != kinds[$0].key }.map { (first, $0) }
  }

  private func pixels(_ members: String) throws -> (pixels: [UInt32], faults: [String]) {
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-\(UUID())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let blue = Bitmap(width: 12, height: 12)
    blue.fill(blue.bounds, with: 0xFF00_00FF)
    try Data(PNG.data(blue)).write(to: scratch.appendingPathComponent("blue.png"))
    let file = scratch.appendingPathComponent("a.json")
    try """
    {"size": [60, 40], "values": {"v": {"set": "5"}}, "root": {"frame": [0, 0, 60, 40], \(members)}}
    """.write(to: file, atomically: true, encoding: .utf8)
    let (options, faults) = CheckedFile.read(file.path)
    let window = Window(Stage(options.makeScene(), showsBar: false), size: Size(60, 40), scale: 1, threads: 1)
    options.values.readStill(at: 0)
    window.layoutIfNeeded()
    _ = window.prepare()
    let bitmap = Bitmap(width: 60, height: 40)
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    let pixels = (0..<40).flatMap { y in (0..<60).map { bitmap.pixels[y * bitmap.stride + $0] } }
    return (pixels, faults.map { $0.description.replacingOccurrences(of: file.path, with: "a.json") })
  }

  @Test(arguments: pairs) func eachOfTwoIsSeenOrBothAreRefused(_ first: Int, _ second: Int) throws {
    let (a, b) = (Self.kinds[first], Self.kinds[second])
    let both = try pixels(a.members + ", " + b.members)
    let content: Set = ["text", "button", "chart"]
    if a.key == "class" {
      #expect(
        both.faults == [
          "a.json: $.root: found \(b.key) in a transform; expected class layer, since a transform paints nothing"
        ])
    } else if content.isSuperset(of: [a.key, b.key]) {
      #expect(both.faults == ["a.json: $.root: found \(a.key) and \(b.key); expected one of text, button or chart"])
    } else {
      #expect(both.faults == [])
      #expect(try both.pixels != pixels(a.members).pixels, "\(b.key) isn't seen")
      #expect(try both.pixels != pixels(b.members).pixels, "\(a.key) isn't seen")
    }
  }

  /// The text's color is chosen for the pixels that are beneath it.
  @Test(arguments: [
    ("\"gradient\": {\"colors\": [\"#FFFFFF\", \"#FFFFFF\"]}", 0xFF),
    ("\"gradient\": {\"colors\": [\"#000000\", \"#000000\"]}, \"backgroundColor\": \"#FFFFFF\"", 0),
  ])
  func textContrastsWithItsNodesGradient(_ members: String, _ background: UInt32) throws {
    let pixels = try pixels(members + ", \"text\": {\"string\": \"MMM\", \"weight\": 900}").pixels.map { $0 & 0xFF }
    #expect(pixels[0] == background)
    #expect(pixels.contains { max($0, background) - min($0, background) > 200 })
  }
}
