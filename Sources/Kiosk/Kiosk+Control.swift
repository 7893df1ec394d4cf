import EventLoop
import FoundationEssentials
import Geometry
import Glibc
import Raster
import Scenes
import Text
import Views

/// What the control socket is asked and told.
extension Kiosk {
  /// What `status` tells.
  struct Status: Codable, Equatable {
    var ok = true
    var scene: String
    var touchFix: String
    var count: Int
    var frames: Int
    /// Of these, how many took longer to draw than the screen shows one.
    var lateFrames: Int
    /// In seconds.
    var uptime: Double
    var idle: String
    var isConnected: Bool
    /// The compositor's socket, and the screen as it names it.
    var compositor: String
    var output: String?
    var running: Int
    /// Of the picture, in points, and pixels to a point.
    var size: [Double]
    var scale: Double
    var lastError: String?
  }

  private struct Request: Decodable {
    var command: String
    var scene: String?
    var face: Int?
    var button: String?
  }

  func openControlSocket() {
    guard let directory = getenv("RUNTIME_DIRECTORY").map({ String(cString: $0) })?.split(separator: ":").first else {
      return
    }
    do {
      control = try ControlSocket(path: "\(directory)/control", loop: loop) { [unowned self] in answer($0) }
    } catch {
      log.warning("\(error); no control socket")
    }
  }

  private func answer(_ line: String) -> ControlSocket.Reply {
    func refused(_ reason: String) -> ControlSocket.Reply {
      ControlSocket.Reply(line: "{\"ok\":false,\"error\":\(quoted(reason))}")
    }
    let done = ControlSocket.Reply(line: "{\"ok\":true}")
    // Read as a tree first: that refuses what Swift 6.0's decoder would trap at.
    guard (try? JSONValue.read(Data(line.utf8), name: "request")) != nil,
      let request = try? JSONDecoder().decode(Request.self, from: Data(line.utf8))
    else {
      return refused("expected an object with a command")
    }
    window.advance(to: clock())
    switch request.command {
    case "status":
      guard let data = try? JSONEncoder().encode(status) else { return refused("no status") }
      return ControlSocket.Reply(line: String(decoding: data, as: UTF8.self))
    case "screenshot":
      do {
        let data = try screenshot()
        return ControlSocket.Reply(line: "{\"ok\":true,\"bytes\":\(data.count)}", data: data)
      } catch {
        return refused("\(error)")
      }
    case "press":
      guard let face = request.face,
        let button = cube.buttons.first(where: { $0.face == face && $0.name == request.button })
      else { return refused("no such button: face \(request.face ?? 0), \(request.button ?? "no name")") }
      guard button.isEnabled else { return refused("the button is at work") }
      press(button)
      return done
    case "scene":
      guard let name = request.scene, let scene = stage.makeScene?(name) else {
        return refused("no such scene: \(request.scene ?? "no name")")
      }
      stage.show(scene)
      return done
    case "reload":
      return reload() ? done : refused("the configuration is wrong, or there is none; the journal says what")
    case "wake":
      idle.wake()
      return done
    case "sleep":
      idle.sleep()
      return done
    default: return refused("unknown command '\(request.command)'")
    }
  }

  private var status: Status {
    Status(
      scene: stage.scene.name, touchFix: cube.touchFix.rawValue, count: counter.state.count, frames: panel.frameCount,
      lateFrames: panel.lateFrameCount, uptime: Double(EventLoop.now - start) / 1e9, idle: idle.state.rawValue,
      isConnected: panel.isConnected,
      compositor: getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "wayland-0", output: panel.outputName,
      running: runners.values.filter(\.isRunning).count, size: [window.size.width, window.size.height],
      scale: window.scale, lastError: log.lastError)
  }

  /// The picture as it is, by our own drawing: a PNG's bytes.
  private func screenshot() throws -> [UInt8] {
    let size = window.pixelSize
    let bitmap = Bitmap(width: size.width, height: size.height)
    bitmap.isOpaque = true
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    return try PNG.data(bitmap)
  }
}
