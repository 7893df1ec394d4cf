import EventLoop
import Geometry
import Glibc
import Raster
import Scenes
import Text
import Views

/// What the control socket is asked and told.
extension Kiosk: Controllable {
  func openControlSocket() {
    guard let directory = getenv("RUNTIME_DIRECTORY").map({ String(cString: $0) })?.split(separator: ":").first else {
      return
    }
    do {
      control = try ControlServer(path: "\(directory)/control", loop: loop, panel: self)
    } catch {
      log.warning("\(error); no control socket")
    }
  }

  func advance() { window.advance(to: clock()) }

  func press(face: Int, button name: String) throws(Refusal) {
    guard let button = cube.buttons.first(where: { $0.face == face && $0.name == name }) else {
      throw Refusal("no such button: face \(face), \(name)")
    }
    try actions.press(button)
  }

  func show(scene name: String) throws(Refusal) {
    guard let scene = stage.makeScene?(name) else { throw Refusal("no such scene: \(name)") }
    stage.show(scene)
  }

  func reloadConfiguration() throws(Refusal) {
    guard reload() else { throw Refusal("the configuration is wrong, or there is none; the journal says what") }
  }

  func wake() { idle.wake() }

  func sleep() { idle.sleep() }

  var status: PanelStatus {
    PanelStatus(
      scene: stage.scene.name, touchFix: cube.touchFix.rawValue, count: counter.state.count, frames: panel.frameCount,
      lateFrames: panel.lateFrameCount, uptime: Double(EventLoop.now - start) / 1e9, idle: idle.state.rawValue,
      isConnected: panel.isConnected,
      compositor: getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "wayland-0", output: panel.outputName,
      running: actions.runningCommands, size: [window.size.width, window.size.height],
      scale: window.scale, lastError: log.lastError)
  }

  /// Encoding takes a hundred times as long as drawing, and is done on another thread; one at a time, for each holds a
  /// picture's memory.
  func screenshot(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) throws {
    guard !isTakingScreenshot else { throw Refusal("a screenshot is being made already") }
    let size = window.pixelSize
    let bitmap = Bitmap(width: size.width, height: size.height)
    bitmap.isOpaque = true
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    try loop.onThread({ Result { try PNG.data(bitmap) } }) { [unowned self] result in
      isTakingScreenshot = false
      completion(result)
    }
    isTakingScreenshot = true
  }
}
