import Foundation
import PanelViews
import ReferencePicture
import TestRendering
import Testing

@testable import Chrome
@testable import Configuration
@testable import Scenes

@Suite struct ChartTests {
  private static let three = ##"""
    {
      "values": {
        "inside": { "initial": null, "unit": "°C" }, "outside": { "initial": null, "unit": "°C" },
        "weight": { "initial": null, "unit": "kg" }
      },
      "root": {
        "stack": { "axis": "automatic", "spacing": 16, "distribution": "fillEqually" },
        "children": [
          { "stack": { "spacing": 8 }, "children": [
            { "text": { "string": "Greenhouse", "size": 22 } },
            { "grow": true, "label": "Greenhouse", "chart":
              { "values": ["inside", "outside"], "hours": 24, "axis": true, "colors": ["#F2B33D", "#5AA9F0"] } } ] },
          { "stack": { "spacing": 8 }, "children": [
            { "text": { "string": "Hive", "size": 22 } },
            { "grow": true, "chart": { "value": "weight", "hours": 24, "axis": true, "span": 5, "color": "#35B68B" } },
            { "grow": true, "chart": { "value": "weight", "hours": 24 } } ] }
        ]
      }
    }
    """##

  /// Returns a panel after a day of readings every 6 minutes, with an hour in which two values weren't read.
  private func window(_ text: String, _ size: Size) throws -> (Window, Values) {
    let file = try SceneReader.scene(text)
    let values = Values(file.values)
    // 17:20 in Berlin in winter.
    values.wallClockWasSet(to: 1_764_174_000, at: 0)
    values.localTimeOffset = 3600
    let window = Window(
      Stage(FileScene(file, values: values), showsBar: false), size: size, scale: 1, threads: 1)
    window.layoutIfNeeded()
    for step in 0..<240 {
      let hour = Double(step) / 10
      let time = UInt64(step) * 360_000_000_000
      if (60..<70).contains(step) {
        values.set([("inside", "unavailable"), ("outside", "unavailable")], at: time)
      } else {
        let (inside, outside) = (21 + 5 * sin(hour / 4), 8 + 9 * sin(hour / 4 - 0.7))
        values.set([("inside", "\(inside)"), ("outside", "\(outside)")], at: time)
      }
      values.set("weight", "\(51 + 0.1 * sin(hour * 3))", at: time)
    }
    window.layoutIfNeeded()
    return (window, values)
  }

  @Test(arguments: [Size(800, 480), Size(1080, 1920)]) func chartsMatchReference(_ size: Size) throws {
    let name = size.width > size.height ? "charts" : "charts-portrait"
    let mismatch = try ReferencePicture.mismatch(name, in: try window(Self.three, size).0.image())
    #expect(mismatch == nil)
  }

  /// A chart of 200×102 points.
  private struct Shown {
    let scene: FileScene
    let window: Window
    let chart: ChartView

    /// The rows at the right edge, from the top, in which there is a line.
    func rows() throws -> [Int] {
      let picture = try #require(chart.layer.snapshot(scale: 1))
      return (0..<picture.height).filter { picture.pixels[$0 * picture.stride + 197] >> 24 > 150 }
    }

    var spokenValue: String? { chart.accessibilityDefaults.value }
  }

  private func shown(_ keys: String, _ readings: KeyValuePairs<String, String>) throws -> Shown {
    let text = #"""
      {"values": {"a": {"initial": null, "unit": "kg"}, "b": {"initial": null}, "c": {"initial": null, "range": [0, 9]}},
        "root": {"frame": [0, 0, 300, 200], "backgroundColor": "#000000",
          "children": [{"label": "Day", "frame": [0, 0, 200, 102], "chart": {\#(keys)}}]}}
      """#
    let file = try SceneReader.scene(text)
    let values = Values(file.values)
    let scene = FileScene(file, values: values)
    let window = Window(Stage(scene, showsBar: false), size: Size(300, 200), scale: 1, threads: 1)
    window.layoutIfNeeded()
    for (name, raw) in readings { values.set(name, raw, at: 1) }
    let chart = try #require(scene.content.subviews.first?.subviews.first as? ChartView)
    return Shown(scene: scene, window: window, chart: chart)
  }

  @Test func leastSpanKeepsNoiseFlat() throws {
    let noise: KeyValuePairs = ["a": "51", "a": "51.2"]
    #expect(try shown(#""value": "a""#, noise).rows().count > 90)
    let flat = try shown(#""value": "a", "span": 5"#, noise).rows()
    #expect(flat.count < 10 && flat.contains(50))
    // A range takes precedence, and each of several lines has its place on the same axis.
    #expect(try shown(#""value": "c", "span": 50"#, ["c": "9"]).rows().allSatisfy { $0 < 6 })
    let both = try shown(#""values": ["a", "b"], "width": 4"#, ["a": "1", "b": "3"]).rows()
    #expect(both.count < 14 && both.contains { $0 < 6 } && both.contains { $0 > 95 })
  }

  @Test func readingsOfALabeledChartAreSpoken() throws {
    let one = try shown(#""value": "a""#, ["a": "51", "a": "53.5", "a": "52"])
    #expect(one.spokenValue == "52 kg, minimum 51.0 kg, maximum 53.5 kg")
    let two = try shown(#""values": ["a", "b"]"#, ["a": "51"])
    #expect(two.spokenValue == "a 51 kg, minimum 51.00 kg, maximum 51.00 kg, b –")
  }

  @Test(arguments: [
    (#""value": "a", "values": ["b"]"#, ".value: found 'a'; expected either value or values"),
    (#""hours": 3"#, ".value: found nothing; expected this key"),
    (#""values": []"#, ".values: found an array of 0; expected 1 to 6 names of values"),
    (#""values": ["a", "z"]"#, ".values[1]: found 'z', which isn't defined in \"values\"; expected a or b"),
    (#""value": "a", "span": 0"#, ".span: found 0; expected a number from 1e-09 to 1000000000000"),
    (#""value": "a", "colors": ["red", 1]"#, ".colors[0]: found 'red'"),
    (#""value": "a", "axis": 1"#, ".axis: found 1; expected true or false"),
  ])
  func invalidChartIsReported(_ keys: String, _ message: String) throws {
    let text = #"""
      {"values": {"a": {"initial": null}, "b": {"initial": null}}, "root": {"stack": {}, "children": [{"chart": {\#(keys)}}]}}
      """#
    let errors = SceneReader.errors(text)
    #expect(errors.first?.hasPrefix(": $.root.children[0].chart" + message) == true, "\(errors)")
  }
}
