import Chrome
import Configuration
import Geometry
import Glibc
import PanelKit
import Raster
import Scenes
import System
import Text
import Views

/// The commands that need no compositor: a picture, a route, a tree, each by the code that `run` shows.
enum Commands {
  static func render(_ options: Options) -> Int32 {
    let pixels = options.size * options.stillScale
    let bitmap = Bitmap(
      width: max(1, Int(clamping: pixels.width.rounded())), height: max(1, Int(clamping: pixels.height.rounded())))
    bitmap.isOpaque = true
    let replay: Replay?
    do {
      replay = try options.replay.map { path throws(TouchLog.Failure) in
        Replay(try TouchLog(contentsOf: path), start: 1_000_000_000)
      }
    } catch {
      Log.writeLine("cube-kiosk: \(error.description)", to: 2)
      return Options.badData
    }
    options.showStill(threads: Application.threads, now: time(nil)) { window in
      replay?.advance(window, to: UInt64(clamping: options.time * 1e9))
      if let tap = options.explodedTap, let stage = window.rootView as? Stage {
        window.reducesMotion = true
        stage.explain(tap)
      }
      _ = window.prepare()
      window.draw(into: bitmap, clip: Region(bitmap.bounds))
    }
    return write(bitmap, options)
  }

  private static func write(_ bitmap: Bitmap, _ options: Options) -> Int32 {
    do {
      let picture = try PNG.data(bitmap)
      if options.output == Options.standardOutput { return print(picture) }
      try File.replace(options.output!, with: picture)
      return 0
    } catch {
      Log.writeLine("cube-kiosk: \(error)", to: 2)
      return Options.cannotCreate
    }
  }

  static func hit(_ options: Options, at point: Point) -> Int32 {
    options.showStill(threads: Application.threads, now: time(nil)) { window in
      guard options.explains else { return print(lines: [window.rootView.hitTest(point)?.path ?? "-"]) }
      let route = Route(to: point, in: window.rootView)
      return print(lines: route.lines.map { "\($0.name): \($0.reason)" })
    }
  }

  static func hitMap(_ options: Options) -> Int32 {
    write(
      options.showStill(threads: Application.threads, now: time(nil)) {
        HitMap(of: $0.rootView, cell: 1 / options.stillScale).picture()
      }, options)
  }

  static func inspect(_ options: Options) -> Int32 { print(options.inspection(now: time(nil))) }

  /// All faults of a configuration or a scene file, and what is no fault but hardly meant.
  static func checkConfig(_ path: String) -> Int32 {
    let (options, faults) = CheckedFile.read(path)
    for fault in faults { Log.writeLine("cube-kiosk: \(fault.description)", to: 2) }
    guard faults.isEmpty else { return ConfigurationReader.exitCode }
    for warning in weakPIN(options) + unreachableButtons(options) + ConfigurationWarnings.all(options, now: time(nil)) {
      Log.writeLine("cube-kiosk: \(path): warning: \(warning)", to: 2)
    }
    return print(lines: ["\(path): good"])
  }

  /// A PIN that is guessed too soon, as far as the file tells: a hash doesn't.
  private static func weakPIN(_ options: Options) -> [String] {
    guard let pin = options.maintenance?.pin, pin.digits ?? 0 < PINHash.leastOfNew else { return [] }
    let found = pin.digits.map { "found \($0)" } ?? "not given, and the hash doesn't tell"
    return ["$.maintenance.digits: \(found); a PIN should have \(PINHash.leastOfNew) or more, see cube-kiosk hash-pin"]
  }

  /// Reads a PIN from standard input and prints what the configuration is to say of it.
  static func hashPIN() -> Int32 {
    if isatty(0) == 1 { Log.writeLine("PIN, then Return:", to: 2) }
    let pin = readLine() ?? ""
    let (least, most) = (PINHash.leastOfNew, PINHash.digits.upperBound)
    guard (least...most).contains(pin.utf8.count), pin.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      Log.writeLine("cube-kiosk: hash-pin: expected \(least) to \(most) digits on standard input", to: 2)
      return Options.badData
    }
    guard let hash = PINHash.make(pin) else {
      Log.writeLine("cube-kiosk: hash-pin: the system can't hash", to: 2)
      return Options.outputFailed
    }
    return print("\"pin\": \"\(hash)\", \"digits\": \(pin.utf8.count)\n")
  }

  /// Buttons that one sees and that no finger reaches: it is asked as a touch is.
  private static func unreachableButtons(_ options: Options) -> [String] {
    guard options.sceneFile == nil, options.scene == CubeScene.name else { return [] }
    return (1...6).flatMap { face -> [String] in
      let cube = CubeScene(options.sceneOptions)
      let window = Window(Stage(cube, showsBar: false), size: Size(1280, 800), scale: 1, threads: 1)
      window.reducesMotion = true
      window.layoutIfNeeded()
      // Seen as well as it can be.
      cube.turn(toFace: face)
      return cube.buttons.filter { $0.face == face }.compactMap { button in
        guard let place = button.convert(button.bounds.center, to: window.rootView),
          window.rootView.hitTest(place) !== button
        else { return nil }
        return
          "the button \(button.name ?? "") on face \(face) cannot be reached with touchFix \(options.touchFix.rawValue)"
      }
    }
  }

  /// Prints lines in which there are others' words: names of files and views, what a panel answers.
  static func print(lines: [String]) -> Int32 { print(lines.map { $0.sanitized + "\n" }.joined()) }

  /// Prints a text of our own, JSON's among them.
  static func print(_ text: String) -> Int32 { print(Array(text.utf8)) }

  static func print(_ bytes: [UInt8]) -> Int32 {
    do {
      try File.write(bytes, to: 1, "standard output")
      return 0
    } catch {
      Log.writeLine("cube-kiosk: \(error)", to: 2)
      return Options.outputFailed
    }
  }
}

extension Options {
  /// The cube as it was left, and the scene that the panel shows.
  func makeScenes(_ state: Counter.State) -> (cube: CubeScene, home: Scene) {
    let cube = CubeScene(sceneOptions)
    let home = touchTest ? TouchTestScene() : scene == CubeScene.name ? cube : makeScene()
    let buttons = cube.buttons + ((home as? FileScene)?.buttons ?? [])
    for button in buttons { button.pressCount = state.presses[button.countKey] ?? 0 }
    // Without a button for it nobody could switch it on again.
    if buttons.contains(where: { $0.action == .light }) {
      cube.isLightOn = state.light
      for button in buttons { button.isLightOn = state.light }
    }
    return (cube, home)
  }
}
