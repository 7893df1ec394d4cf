import CLinux
import Chrome
import Geometry
import Glibc
import Raster
import Scenes
import Text
import Views

@testable import Configuration
@testable import Kiosk

extension Subject {
  /// `kiosk.json`; one without a fault is drawn.
  static let configuration = Subject(name: "configuration", words: jsonWords) { bytes in
    let file = MemoryFile(bytes)
    let (options, faults) = ConfigurationReader.read(file.path)
    for fault in faults { require(!fault.description.isEmpty, "a fault without words") }
    _ = CheckedFile.read(file.path)
    guard faults.isEmpty else { return }
    draw(options.makeStage(options.makeScene()), options)
  }

  /// Scene files; one without a fault is drawn, and reads as the same again from what `inspect` prints.
  static let scene = Subject(name: "scene", words: jsonWords) { bytes in
    let (scene, faults) = SceneReader.read(Array(bytes), name: "a.json")
    guard faults.isEmpty else { return }
    let view = FileScene(scene)
    let stage = Stage(view, showsBar: false)
    let window = Window(stage, size: Size(96, 64), scale: 1, threads: 1)
    show(window)
    guard let root = view.content.subviews.first else { return }
    let printed = Inspection(of: scene, root: root).json
    let again = SceneReader.read(Array(printed.utf8), name: "b.json").faults
    require(again.isEmpty, "what is printed isn't read: \(again.first.map(\.description) ?? "")")
  }

  /// A scene file with values, a zero, and what their sources write: in pieces of several sizes, at times of all kinds.
  static let values = Subject(name: "values", words: jsonWords) { bytes in
    let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
    let (scene, faults) = SceneReader.read(Array(bytes[..<end]), name: "a.json")
    guard faults.isEmpty, end < bytes.endIndex else { return }
    let values = Values(scene.values)
    let window = Window(
      Stage(FileScene(scene, values: values), showsBar: false), size: Size(96, 64), scale: 1, threads: 1)
    var dice = Dice(UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...]))
    var collectors = [LineCollector(.first), LineCollector(.newest)]
    let names = scene.values.keys.sorted() + ["nobody's"]
    var time: UInt64 = 0
    while !dice.isEmpty {
      let (name, piece) = (names[dice.number(below: names.count)], dice.take(1 + dice.number(below: 12)))
      time += [0, 1_000_000, 60_000_000_000, 100_000_000_000_000][dice.number(below: 4)]
      for index in collectors.indices {
        piece.withUnsafeBytes { collectors[index].add($0) }
        if let line = collectors[index].take() {
          require(!line.isEmpty && line.unicodeScalars.count <= ValueLine.longest, "a line of \(line.count)")
          values.set(name, line, at: time)
        }
      }
      values.advance(to: time)
      if let next = values.nextDeadline { require(next > time, "a deadline that is over") }
      show(window)
    }
    for index in collectors.indices {
      if let line = collectors[index].finish() { values.set(names[0], line, at: time) }
    }
    for (_, definition) in scene.values {
      if case .time(let format) = definition.source {
        _ = ClockText(format: format, locale: ClockText.Locale()).text(at: Int(bytes.count) * 86_400)
      }
    }
    show(window)
  }

  /// A recording; a short one is played on the cube.
  static let recording = Subject(
    name: "recording", words: ["began", "moved", "ended", "cancelled", "0.1 0 began 64 40\n", "#"]
  ) { bytes in
    guard let log = try? TouchLog(parsing: String(decoding: bytes, as: UTF8.self), name: "a") else { return }
    var last: UInt64 = 0
    for entry in log.entries {
      require(entry.time >= last, "time goes back")
      last = entry.time
      let line = TouchLog.line(entry.event, at: entry.time)
      let again = try? TouchLog(parsing: line, name: "b")
      require(again?.entries == [entry], "written as \(line)")
    }
    guard log.entries.count < 40, last < 3_000_000_000 else { return }
    let window = Window(Stage(CubeScene()), size: Size(96, 64), scale: 1, threads: 1)
    let replay = Replay(log, start: 1_000_000_000)
    replay.advance(window, to: last + 100_000_000)
    show(window)
  }

  /// A PNG file; one that can be read is the same again after it was written.
  static let png = Subject(name: "png", words: ["IHDR", "IDAT", "IEND", "PLTE", "tRNS", "gAMA"]) { bytes in
    guard let bitmap = try? PNG.bitmap(Array(bytes), atMost: 1 << 16) else { return }
    require(bitmap.width * bitmap.height <= 1 << 16, "larger than may be")
    guard let written = try? PNG.data(bitmap), let again = try? PNG.bitmap(written) else {
      fatalError("what was read can't be written and read")
    }
    require(again.width == bitmap.width && again.height == bitmap.height, "of another size")
  }

  private static let jsonWords =
    Options.settings.compactMap(\.key).flatMap { $0.split(separator: ".").map { "\"\($0)\"" } }
    + (SceneReader.keys + NodeReader.keys + ValuesReader.keys + FacesReader.faceKeys + FacesReader.buttonKeys
    + JSONPlace.transformSteps).map { "\"\($0)\"" }
    + ["{", "}", "[", "]", ":", ",", "null", "true", "false", "1e308", "-1", "0.5", "1e7", "\"#35B68B80\"", "\"\""]

  private static func draw(_ stage: Stage, _ options: Options) {
    let window = Window(stage, size: Size(96, 64), scale: 1, threads: 1)
    options.apply(to: stage, in: window)
    show(window)
  }

  private static func show(_ window: Window) {
    window.layoutIfNeeded()
    _ = window.rootView.hitTest(Point(48, 32))
    _ = window.prepare()
    let (width, height) = window.pixelSize
    guard width * height <= 1 << 16 else { return }
    let bitmap = Bitmap(width: width, height: height)
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
  }
}

/// Bytes as a file, for what reads paths.
private final class MemoryFile {
  let path: String
  private let fd: Int32

  init(_ bytes: UnsafeRawBufferPointer) {
    fd = memfd_create("fuzz", UInt32(CLINUX_MFD_CLOEXEC))
    write(fd, bytes.baseAddress, bytes.count)
    path = "/proc/self/fd/\(fd)"
  }

  deinit { close(fd) }
}
