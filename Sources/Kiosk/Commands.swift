import Geometry
import Glibc
import Raster
import Scenes
import Text
import Views

/// What needs no compositor: a picture, a route, a tree, each by the code that `run` shows.
enum Commands {
  static let outputFailed: Int32 = 74
  static let cannotCreate: Int32 = 73

  static func render(_ options: Options) -> Int32 {
    let pixels = options.size * options.scale
    let bitmap = Bitmap(
      width: max(1, Int(pixels.width.rounded())), height: max(1, Int(pixels.height.rounded())))
    bitmap.isOpaque = true
    show(options) { window in
      _ = window.prepare()
      window.draw(into: bitmap, clip: Region(bitmap.bounds))
    }
    do {
      try PNG.write(bitmap, to: options.output!)
      return 0
    } catch {
      Log.writeLine("cube-kiosk: \(error)", to: 2)
      return cannotCreate
    }
  }

  static func hit(_ options: Options, at point: Point) -> Int32 {
    print(show(options) { $0.rootView.hitTest(point)?.path ?? "-" } + "\n")
  }

  static func inspect(_ options: Options) -> Int32 {
    do {
      return print(try inspection(options))
    } catch {
      Log.writeLine("cube-kiosk: inspect: \(error)", to: 2)
      return outputFailed
    }
  }

  static func inspection(_ options: Options) throws -> String {
    try show(options) { try Inspection(name: options.scene, size: $0.size, root: $0.rootView).json() }
  }

  static func print(_ text: String) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        Log.writeLine("cube-kiosk: standard output: \(String(cString: strerror(errno)))", to: 2)
        return outputFailed
      }
      bytes.removeFirst(count)
    }
    return 0
  }

  /// The scene as it is before anyone touched it, laid out.
  private static func show<Result>(_ options: Options, _ body: (Window) throws -> Result) rethrows -> Result {
    let scene = CubeScene(
      touchFix: options.touchFix, lighting: options.lighting, view: options.view, showsBar: options.showsBar)
    let window = Window(scene, size: options.size, scale: options.scale, threads: Kiosk.threads)
    window.layoutIfNeeded()
    return try body(window)
  }
}
