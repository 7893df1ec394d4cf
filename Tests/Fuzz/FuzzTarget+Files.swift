import CLinux
import Chrome
import Glibc
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews
import Scenes

@testable import Configuration
@testable import Kiosk

extension FuzzTarget {
  /// Reads a `kiosk.json`, and draws the panel of a valid one.
  static let configuration = FuzzTarget(name: "configuration", words: jsonWords) { bytes in
    let file = MemoryFile(bytes)
    let (options, errors) = ConfigurationReader.read(file.path)
    for error in errors { require(!error.description.isEmpty, "an error without a description") }
    // As check-config does, which also tells a configuration from a scene file.
    _ = FileChecker.read(file.path)
    guard errors.isEmpty else { return }
    _ = ConfigurationWarnings.accessibility(file.path, options)
    let stage = options.makeStage(options.makeScene())
    let window = smallWindow(stage)
    options.apply(to: stage, in: window)
    show(window)
  }

  /// Reads a scene file. Draws a valid one, and reads what `inspect` prints for it.
  static let scene = FuzzTarget(name: "scene", words: jsonWords) { bytes in
    let (scene, errors) = SceneReader.read(Array(bytes), name: "a.json")
    guard errors.isEmpty else { return }
    var options = Options()
    options.setSceneDescription(scene)
    _ = ConfigurationWarnings.accessibility("a.json", options)
    let fileScene = FileScene(scene)
    show(smallWindow(Stage(fileScene, showsBar: false)))
    guard let root = fileScene.content.subviews.first else { return }
    let printed = Inspection(of: scene, root: root).json
    let printedErrors = SceneReader.read(Array(printed.utf8), name: "b.json").errors
    require(
      printedErrors.isEmpty, "the output of inspect can't be read: \(printedErrors.first.map(\.description) ?? "")")
  }

  /// The input is a scene file with values, a zero byte, and the output of the values' sources. The output arrives in
  /// pieces, at various times.
  static let values = FuzzTarget(name: "values", words: jsonWords) { bytes in
    let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
    let (scene, errors) = SceneReader.read(Array(bytes[..<end]), name: "a.json")
    guard errors.isEmpty, end < bytes.endIndex else { return }
    let values = Values(scene.values)
    let window = smallWindow(Stage(FileScene(scene, values: values), showsBar: false))
    var input = FuzzInput(UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...]))
    var collectors = [LineCollector(.first), LineCollector(.newest), LineCollector(.all(atMost: 3))]
    let names = scene.values.keys.sorted() + ["unknown"]
    var time: UInt64 = 0
    while !input.isEmpty {
      let (name, piece) = (input.element(of: names), input.take(1 + input.number(below: 12)))
      time += input.element(of: [0, 1_000_000, 60_000_000_000, 100_000_000_000_000])
      for index in collectors.indices {
        piece.withUnsafeBytes { collectors[index].add($0) }
        if let line = collectors[index].take() {
          require(!line.isEmpty && line.unicodeScalars.count <= ValueLine.maximumLength, "a line of \(line.count)")
          values.set(name, line, at: time)
        }
      }
      values.advance(to: time)
      if let next = values.nextDeadline { require(next > time, "a deadline in the past") }
      show(window)
    }
    for index in collectors.indices {
      if let line = collectors[index].finish() { values.set(names[0], line, at: time) }
    }
    // The length of the input selects a date, a day per byte.
    for case .time(let format) in scene.values.values.map(\.source) {
      _ = ClockText(format: format, locale: ClockText.Locale()).text(at: bytes.count * 86_400)
    }
    show(window)
  }

  /// Reads a PNG file. A valid picture has the same size after it was written and read again.
  static let png = FuzzTarget(name: "png", words: ["IHDR", "IDAT", "IEND", "PLTE", "tRNS", "gAMA"]) { bytes in
    guard let bitmap = try? PNG.bitmap(Array(bytes), atMost: 1 << 16) else { return }
    require(bitmap.width * bitmap.height <= 1 << 16, "larger than permitted")
    let copy = (try? PNG.data(bitmap)).flatMap { try? PNG.bitmap($0) }
    require(copy?.width == bitmap.width && copy?.height == bitmap.height, "the written picture can't be read")
  }

  private static let jsonWords: [String] = {
    var keys: [String] = Options.settings.compactMap(\.key).flatMap { $0.split(separator: ".").map(String.init) }
    for more in [
      SceneReader.keys, DocumentReader.keys, ValuesReader.keys, FacesReader.faceKeys, FacesReader.buttonKeys,
      LocatedJSON.transformSteps, furtherWords,
    ] { keys += more }
    let tokens = [
      "{", "}", "[", "]", ":", ",", "null", "true", "false", "1e308", "-1", "0.5", "1e7", "\"#35B68B80\"", "\"\"",
    ]
    return keys.map { "\"\($0)\"" } + tokens
  }()

  /// Keys, enumeration values and placeholders that aren't in any reader's list.
  private static let furtherWords = [
    "when", "is", "accessibleName", "caption", "digits", "off", "on", "minimum", "maximum", "step", "row", "separator",
    "axis", "vertical", "horizontal", "automatic", "spacing", "alignment", "distribution", "fillEqually", "columns",
    "rowSpacing", "{line}", "{v}", "command", "set", "unit", "turn", "scene", "parameters", "node", "${v}",
  ]

  private static func smallWindow(_ stage: Stage) -> Window {
    Window(stage, size: Size(96, 64), scale: 1, threads: 1)
  }

  private static func show(_ window: Window) {
    window.layoutIfNeeded()
    _ = window.rootView.hitTest(Point(48, 32))
    _ = window.updateDamage()
    guard window.pixelSize.width * window.pixelSize.height <= 1 << 16 else { return }
    let bitmap = Bitmap(width: window.pixelSize.width, height: window.pixelSize.height)
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
  }
}

/// Bytes as a file with a path and a descriptor.
final class MemoryFile {
  let path: String
  let fd = memfd_create("fuzz", UInt32(CLINUX_MFD_CLOEXEC))

  init(_ bytes: UnsafeRawBufferPointer = .init(start: nil, count: 0)) {
    write(fd, bytes.baseAddress, bytes.count)
    path = "/proc/self/fd/\(fd)"
  }

  deinit { close(fd) }
}
