import EventLoop
import FoundationEssentials

/// What the control socket's clients may ask of the running program, and tell it.
///
/// What is refused is thrown; the client is given the error's description.
protocol Controllable: AnyObject {
  /// Brings what moves up to now: what is told begins there.
  func advance()
  var status: PanelStatus { get }
  /// The picture as it is: a PNG's bytes.
  func screenshot() throws -> [UInt8]
  func press(face: Int, button name: String) throws(Refusal)
  func show(scene name: String) throws(Refusal)
  func reloadConfiguration() throws(Refusal)
  func wake()
  func sleep()
}

/// What isn't done, and why.
struct Refusal: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Answers the requests that come through a control socket.
final class ControlServer {
  private let socket: ControlSocket

  /// - Parameters:
  ///   - path: of the socket, which is there as long as the server is.
  ///   - panel: what is talked about; outlives the server.
  init(path: String, loop: EventLoop, panel: any Controllable) throws {
    socket = try ControlSocket(path: path, loop: loop) { [unowned panel] in
      do {
        return try Self.answer($0, about: panel)
      } catch {
        return ControlSocket.Reply(line: "{\"ok\":false,\"error\":\(quoted("\(error)"))}")
      }
    }
  }

  private struct Request: Decodable {
    var command: String
    var scene: String?
    var face: Int?
    var button: String?
  }

  private static func answer(_ line: String, about panel: any Controllable) throws -> ControlSocket.Reply {
    // Read as a tree first: that refuses what Swift 6.0's decoder would trap at.
    guard (try? JSONValue.read(Data(line.utf8), name: "request")) != nil,
      let request = try? JSONDecoder().decode(Request.self, from: Data(line.utf8))
    else { throw Refusal("expected an object with a command") }
    panel.advance()
    switch request.command {
    case "status":
      return ControlSocket.Reply(line: String(decoding: try JSONEncoder().encode(panel.status), as: UTF8.self))
    case "screenshot":
      let data = try panel.screenshot()
      return ControlSocket.Reply(line: "{\"ok\":true,\"bytes\":\(data.count)}", data: data)
    case "press": try panel.press(face: request.face ?? 0, button: request.button ?? "no name")
    case "scene": try panel.show(scene: request.scene ?? "no name")
    case "reload": try panel.reloadConfiguration()
    case "wake": panel.wake()
    case "sleep": panel.sleep()
    default: throw Refusal("unknown command '\(request.command)'")
    }
    return ControlSocket.Reply(line: "{\"ok\":true}")
  }
}
