import Chrome
import Foundation
import PanelRaster
import PanelViews
import ReferencePicture
import Scenes
import TestRendering
import Testing

@testable import Configuration

/// The example panels with typical readings. README.md shows these pictures.
@Suite struct ExampleTests {
  /// An example and readings of its values.
  struct Example: CustomTestStringConvertible, Sendable {
    let name: String
    /// Each value's readings over the time that its chart shows, the latest last.
    let readings: [String: [String]]

    var testDescription: String { name }
  }

  private static let examples = [
    Example(
      name: "home",
      readings: [
        "clock": ["17:42"], "date": ["Saturday, 21 November"], "light": ["on"],
        "outside": curve(from: 3.5, to: 11.4) { -cos(0.6 + $0 * 2 * .pi) * 0.5 + 0.5 },
      ]),
    Example(name: "meeting-room", readings: ["clock": ["10:20"], "room": ["1"], "until": ["until 11:00"]]),
    Example(
      name: "machine",
      readings: [
        "clock": ["06:58"], "lock": ["unlocked"],
        "temperature": curve(from: 52, to: 78.5) { $0 * $0 * (3 - 2 * $0) },
        "pressure": curve(from: 4.2, to: 5.8) { 0.5 + 0.5 * sin($0 * 19) },
        "speed": curve(from: 0, to: 1480) { min(1, $0 * 6) },
      ]),
  ]

  /// The number of intervals between the readings of a chart.
  private static let steps = 240

  private static func curve(from first: Double, to last: Double, _ shape: (Double) -> Double) -> [String] {
    (0...steps).map { String(format: "%.2f", first + (last - first) * shape(Double($0) / Double(steps))) }
  }

  @Test(arguments: ["800x480", "1280x800", "1080x1920"]) func enlargedTextsOfHomeAreNotTruncated(_ size: String) throws
  {
    let scene = Formats.example("home")
    let arguments = ["render", "--scene", scene, "--size", size, "--text-size", "200", "--reach", "60", "-o", "x"]
    let options = try Options(reading: arguments)
    options.values.set([("clock", "17:42"), ("date", "Wednesday, 25 November"), ("outside", "-11.4")], at: 1)
    let stage = options.makeStage(options.makeScene())
    let window = Window(stage, size: options.size, scale: 1, threads: 1)
    options.apply(to: stage, in: window)
    window.layoutIfNeeded()
    func labels(_ view: View) -> [Label] { (view as? Label).map { [$0] } ?? view.subviews.flatMap(labels) }
    let truncated = labels(stage).filter { !$0.isHidden && $0.isTruncated }.map(\.text)
    #expect(truncated == [] && labels(stage).contains { $0.text == "Wednesday, 25 November" })
  }

  /// Draws a scene as `render` does, after its values' readings.
  private func picture(
    of scene: String, size: String = "1280x800", hours: Double = 1, readings: [String: [String]] = [:]
  ) throws -> Bitmap {
    let options = try Options(reading: ["render", "--scene", scene, "--size", size, "-o", "x"])
    let stage = options.makeStage(options.makeScene())
    let window = Window(stage, size: options.size, scale: 1, threads: 2)
    options.apply(to: stage, in: window)
    window.layoutIfNeeded()
    for step in 0...Self.steps {
      let now = readings.compactMap { name, readings in
        let index = step + readings.count - 1 - Self.steps
        return readings.indices.contains(index) ? (name: name, raw: readings[index]) : nil
      }
      options.values.set(now, at: UInt64(clamping: (1 + Double(step) / Double(Self.steps) * hours * 3600) * 1e9))
    }
    return window.image()
  }

  @Test(arguments: examples) func examplesMatchReferences(_ example: Example) throws {
    let hours = example.name == "home" ? 24.0 : 1
    let picture = try picture(of: Formats.example(example.name), hours: hours, readings: example.readings)
    let directory = "../../Sources/Formats/examples"
    let mismatch = try ReferencePicture.mismatch(example.name, in: picture, directory: directory)
    #expect(mismatch == nil)
  }

  /// The same file fits wide and upright panels.
  @Test(arguments: examples, ["800x480", "1920x1080", "1080x1920", "480x800"])
  func examplesFillOtherSizes(_ example: Example, _ size: String) throws {
    let hours = example.name == "home" ? 24.0 : 1
    let picture = try picture(
      of: Formats.example(example.name), size: size, hours: hours, readings: example.readings)
    let mismatch = try ReferencePicture.mismatch("\(example.name)-\(size)", in: picture)
    #expect(mismatch == nil)
  }

  /// README.md's first picture: the hall with the samples of its values, and a visitor in front of the camera.
  @Test func readmePictureMatchesHall() throws {
    let file = Formats.example("hall/kiosk")
    let options = try Options(reading: ["render", "--config", file, "--size", "1280x800", "-o", "x"])
    let path = Formats.directory.appendingPathComponent("../../Tests/EndToEndTests/Pictures/visitor.jpg").path
    let visitor = try PictureDecoder.bitmap(inFile: path)
    let picture = options.withOffscreenWindow(threads: 2, now: 0) { window in
      options.values.set([("clock", "17:42"), ("date", "Saturday, 21 November")], at: 1)
      options.values.pictures.set("ha:camera.front", visitor, at: 1)
      return window.image()
    }
    let mismatch = try ReferencePicture.mismatch("hall", in: picture, directory: "../../Sources/Formats/examples")
    #expect(mismatch == nil)
  }

  /// The exploded view in README.md, of the tap in its film.
  @Test func readmePictureMatchesExplodedView() throws {
    let options = try Options(reading: ["render", "--explode", "608,158", "--scale", "0.75", "-o", "x"])
    let tap = try #require(options.explodedTap)
    let picture = options.withOffscreenWindow(threads: 2, now: 0) { window in
      window.reducesMotion = true
      (window.rootView as? Stage)?.explain(window.convertFromPanel(tap))
      return window.image()
    }
    let mismatch = try ReferencePicture.mismatch(
      "exploded", in: picture, directory: "../../Sources/Film", records: false)
    #expect(mismatch == nil, "make film replaces it, and the film")
  }

  @Test func readmePictureMatchesCube() throws {
    let mismatch = try ReferencePicture.mismatch("cube", in: picture(of: "cube"), directory: "../../Sources")
    #expect(mismatch == nil)
  }

  @Test(arguments: examples) func examplesAreShort(_ example: Example) throws {
    let text = try String(contentsOfFile: Formats.example(example.name), encoding: .utf8)
    #expect(text.split(separator: "\n").count < 100)
  }

  @Test(arguments: examples) func examplesHaveNoErrorsAndWarnings(_ example: Example) throws {
    let file = Formats.example(example.name)
    let (options, errors) = FileChecker.read(file)
    #expect(errors.map(\.description) == [] && ConfigurationWarnings.settingsAndScenes(options, now: 0) == [])
    let scene = SceneReader.read(file).0
    #expect(Set(example.readings.keys).isSubset(of: scene.values.keys))
  }

  @Test(arguments: ["hall", "door", "living-room"]) func hallPanelHasNoErrorsAndWarnings(_ page: String) throws {
    let file = Formats.example("hall/kiosk")
    let (options, errors) = FileChecker.read(file)
    #expect(errors.map(\.description) == [] && ConfigurationWarnings.settingsAndScenes(options, of: file, now: 0) == [])
    #expect(ConfigurationWarnings.accessibility(file, options).filter { !$0.contains("distance") } == [])
    let text = try String(contentsOfFile: Formats.example("hall/\(page)"), encoding: .utf8)
    #expect(text.split(separator: "\n").count < 100)
  }

  @Test func liveCubeHasNoErrorsAndWarnings() throws {
    let file = Formats.example("live-cube/kiosk")
    let (options, errors) = FileChecker.read(file)
    #expect(errors.map(\.description) == [] && ConfigurationWarnings.settingsAndScenes(options, of: file, now: 0) == [])
    #expect(ConfigurationWarnings.accessibility(file, options) == [])
  }

  @Test(arguments: ["corner", "hello", "home", "kiosk", "machine", "meeting-room", "picture"])
  func examplesHaveNoAccessibilityWarnings(_ name: String) {
    let file = Formats.example(name)
    #expect(ConfigurationWarnings.accessibility(file, FileChecker.read(file).options) == [])
  }
}
