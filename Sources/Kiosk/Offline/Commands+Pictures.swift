import Chrome
import Configuration
import PanelGeometry
import PanelRaster
import PanelSystem
import PanelText
import PanelViews
import Scenes

extension Commands {
  static func render(_ options: Options) throws(CommandFailure) {
    let pixels = options.size * options.pictureScale
    let bitmap = Bitmap(
      width: max(1, Int(clamping: pixels.width.rounded())), height: max(1, Int(clamping: pixels.height.rounded())))
    bitmap.isOpaque = true
    var replay: Replay?
    // Any start gives the same picture.
    if let path = options.replay { replay = Replay(try TouchLog(contentsOf: path), start: 1_000_000_000) }
    withOffscreenWindow(options) { window in
      if let stage = window.rootView as? Stage {
        stage.brightness = options.currentBrightness
        if let cube = stage.scene as? CubeScene { showPresses(on: cube) }
      }
      replay?.advance(window, toElapsedTime: UInt64(clamping: options.frameTime * 1e9))
      if let tap = options.explodedTap, let stage = window.rootView as? Stage {
        window.reducesMotion = true
        stage.explain(window.convertFromPanel(tap))
      }
      _ = window.updateDamage()
      window.draw(into: bitmap, clip: Region(bitmap.bounds))
    }
    try write(bitmap, to: options.output)
  }

  /// Shows a replayed press as the panel does. It runs no command, starts no unit and isn't counted on disk.
  private static func showPresses(on cube: CubeScene) {
    cube.onPress = { [unowned cube] button in
      button.pressCount += 1
      for action in button.action.steps {
        switch action {
        case .light: cube.isLightOn.toggle()
        case .turn(let face): cube.turn(toFace: face)
        case .command, .unit, .scene, .fold, .press, .set, .append, .remove, .call, .message, .sound, .none, .sequence:
          break
        }
      }
    }
  }

  static func hitMap(_ options: Options) throws(CommandFailure) {
    let picture = withOffscreenWindow(options) {
      HitMap(of: $0.rootView, cellSize: 1 / $0.scale).bitmapWithLegend()
    }
    try write(picture, to: options.output)
  }

  /// - Parameter path: the output file; `nil` and `-` are standard output. The argument parser always sets it.
  private static func write(_ bitmap: Bitmap, to path: String?) throws(CommandFailure) {
    do {
      let picture = try PNG.data(bitmap)
      guard let path, path != Options.standardOutput else { return try print(picture) }
      try File.replace(path, with: picture)
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw CommandFailure("\(error)", exitCode: ExitCode.cannotCreate)
    }
  }
}
