import Configuration
import GeneratedPages
import Glibc
import PanelSystem
import PanelViews

/// `pages [N] [NAME…]`: measures generated pages at the limits of the scene file format, each in its own process, and N
/// random ones. It fails if a page crashes, or exceeds its bounds of time or memory.
///
/// A frame may take as long as 15,000 memsets of the picture, plus twice what it takes to fill the visible areas of all
/// layers with a translucent color. The first frame, and all frames of a page whose layers' contents have more
/// pixels than `contentLimit` pictures, may take four times as long. A page may use 100 MB more than an empty page, plus
/// its decoded pictures. Times are CPU times of one thread, which don't depend on other load.
enum PageBenchmark {
  private static let memsets = 15_000.0
  private static let contentLimit = 8.0
  private static let megabytes = 100.0

  private struct Result {
    /// In milliseconds.
    var memset, fill, first, small, whole, moved: Double
    /// The areas of all layers, and of those whose content isn't a single color, in pictures.
    var area, contentArea: Double
    /// The peak memory without the decoded pictures, in MB.
    var memory: Double

    var later: Double { max(small, whole, moved) }
    /// The longest time of a frame after the first.
    var bound: Double {
      (PageBenchmark.memsets * memset + 2 * area * fill) * (contentArea > PageBenchmark.contentLimit ? 4 : 1)
    }
    var firstBound: Double { (PageBenchmark.memsets * memset + 2 * area * fill) * 4 }
  }

  // MARK: In the process that starts the others

  static func run(_ operands: [String]) throws -> Table {
    let count = operands.compactMap { Int($0) }.first ?? 0
    let names = operands.filter { Int($0) == nil }
    for name in names where GeneratedPages.scene(name) == nil {
      throw UsageError("\(GeneratedPages.names.joined(separator: ", ")), or random-N, not \(name)")
    }
    let table = Table(
      [
        "page", "first ms", "small ms", "whole ms", "moved ms", "most ms", "first of most", "later of most", "MB more",
        "beyond",
      ])
    guard let empty = measure(GeneratedPages.emptyName) else { throw SystemError("an empty page", EINVAL) }
    var failed = 0
    func add(_ name: String, _ result: Result?, onlyIfBeyond: Bool = false) {
      guard let result else {
        failed += 1
        let none = Table.Cell.text("-")
        return table.add(.text(name), none, none, none, none, none, none, none, none, .text("crash or hang"))
      }
      let memory = result.memory - empty.memory
      let excesses = [
        result.first > result.firstBound ? "first frame" : nil, result.later > result.bound ? "frame" : nil,
        memory > megabytes ? "memory" : nil,
      ].compactMap { $0 }
      if !excesses.isEmpty { failed += 1 }
      guard !onlyIfBeyond || !excesses.isEmpty else { return }
      func tenths(_ number: Double) -> Table.Cell { .number((number * 10).rounded() / 10) }
      func hundredths(_ number: Double) -> Table.Cell { .number((number * 100).rounded() / 100) }
      table.add(
        .text(name), tenths(result.first), tenths(result.small), tenths(result.whole), tenths(result.moved),
        tenths(result.bound), hundredths(result.first / result.firstBound), hundredths(result.later / result.bound),
        tenths(memory), .text(excesses.isEmpty ? "-" : excesses.joined(separator: ", ")))
    }
    add(GeneratedPages.emptyName, empty)
    for name in names.isEmpty ? GeneratedPages.names : names { add(name, measure(name)) }
    for seed in 0..<count { add("random-\(seed + 1)", measure("random-\(seed + 1)"), onlyIfBeyond: true) }
    guard failed == 0 else {
      table.finish()
      throw SystemError("\(failed) pages", ERANGE, "beyond the bounds")
    }
    return table
  }

  /// Measures a page in another process; `nil` if it crashes or takes over a minute.
  private static func measure(_ name: String) -> Result? {
    guard let pipe = popen("timeout 60 '\(Main.path)' page \(name)", "r") else { return nil }
    var line = [CChar](repeating: 0, count: 1000)
    let hasLine = fgets(&line, 1000, pipe) != nil
    guard pclose(pipe) == 0, hasLine else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 9 else { return nil }
    return Result(
      memset: numbers[0], fill: numbers[1], first: numbers[2], small: numbers[3], whole: numbers[4], moved: numbers[5],
      area: numbers[6], contentArea: numbers[7], memory: numbers[8])
  }

  // MARK: In the process of a page

  /// `page NAME [FOLDER]`: prints the measurements of one page, and keeps its files in the folder.
  static func measurePage(_ operands: [String]) throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = operands.count > 1 ? operands[1] : temporary.path
    guard let name = operands.first, let (path, pictureBytes) = try GeneratedPages.write(name, into: folder)
    else { throw UsageError("a page") }
    let (options, errors) = try Arguments(["render", "--no-bar", "--scene", path, "-o", "-"]).read(nil)
    guard errors.isEmpty else { throw UsageError("a legal page: \(errors)") }
    let (width, height) = GeneratedPages.size
    let picture = Bitmap(width: width, height: height)
    picture.isOpaque = true
    let memset = least(20) { Glibc.memset(picture.pixels, 0x20, picture.pixelCount * 4) }
    let fill = fillTime(picture)

    let start = processTime
    let result = options.withOffscreenWindow(threads: 1, now: 0) { window in
      func frame(_ region: Region? = nil) {
        let damage = window.updateDamage()
        window.draw(into: picture, clip: region ?? damage)
      }
      frame(Region(picture.bounds))
      let first = milliseconds(since: start)
      let (area, contentArea) = VisibleArea.sums(in: window)
      let root = descendant(GeneratedPages.rootName, of: window.rootView)
      let marker = descendant(GeneratedPages.markerName, of: window.rootView)
      // The minimum of two, because the first frame of a kind may allocate memory.
      let small = least(2) {
        marker?.layer.backgroundColor?.green = marker?.layer.backgroundColor?.green == 0 ? 1 : 0
        frame()
      }
      let whole = least(2) { frame(Region(picture.bounds)) }
      let moved = least(2) {
        root?.layer.position.x += 1
        frame()
      }
      let pixels = Double(picture.pixelCount)
      let memory = (peakMemory - Double(pictureBytes)) / 1e6
      return [memset, fill, first, small, whole, moved, area / pixels, contentArea / pixels, memory]
    }
    print(result.map { "\($0)" }.joined(separator: " "))
  }

  private static func descendant(_ name: String, of view: View) -> View? {
    if view.name == name { return view }
    for subview in view.subviews {
      if let found = descendant(name, of: subview) { return found }
    }
    return nil
  }

  /// The time to fill a picture with a translucent color as the panel does, in milliseconds.
  private static func fillTime(_ picture: Bitmap) -> Double {
    let color = Bitmap(width: 1, height: 1)
    color.fill(color.bounds, with: 0x8040_4040)
    color.didChange()
    let quad = Quad(color, transform: Homography(scaleX: Double(picture.width), y: Double(picture.height)))
    let renderer = Renderer(threads: 1)
    return least(20) { renderer.draw([quad], into: picture, clip: Region(picture.bounds)) }
  }

  private static func least(_ runs: Int, _ body: () -> Void) -> Double {
    (0..<runs).reduce(.infinity) { best, _ in
      let start = processTime
      body()
      return min(best, milliseconds(since: start))
    }
  }

  /// The CPU time of the process, in nanoseconds.
  private static var processTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func milliseconds(since start: UInt64) -> Double { Double(processTime - start) / 1e6 }

  /// The process's peak resident memory, in bytes.
  private static var peakMemory: Double {
    let status = (try? File.read("/proc/self/status", upTo: 1 << 16)) ?? []
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0) * 1024
  }
}
