import Events

/// The requests that the control socket's clients may make of the running program.
///
/// A refusal is thrown; the client is given the error's description.
protocol Controllable: AnyObject {
  /// Brings what moves up to now: what is told begins there.
  func advance()
  var status: PanelStatus { get }
  /// Makes a PNG's bytes of the picture as it is, and hands them over from the loop.
  func screenshot(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) throws
  func press(face: Int, button name: String) throws(Refusal)
  func show(scene name: String) throws(Refusal)
  func reloadConfiguration() throws(Refusal)
  func wake()
  func sleep()
}

/// A request that isn't carried out, and the reason.
struct Refusal: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Answers the requests that come through a control socket.
final class ControlServer {
  private let socket: ControlSocket

  /// - Parameters:
  ///   - path: of the socket, which is there as long as the server is.
  ///   - panel: the subject of all requests; outlives the server.
  init(path: String, loop: EventLoop, panel: any Controllable) throws {
    socket = try ControlSocket(path: path, loop: loop) { [unowned panel] line, reply in
      do {
        let request = try Self.request(line)
        panel.advance()
        try request.command.perform(panel, request) { reply(Self.reply(to: $0)) }
      } catch {
        reply(Self.refusal(error))
      }
    }
  }

  private static func request(_ line: String) throws(Refusal) -> ControlRequest {
    guard let value = try? JSONValue.read(Array(line.utf8), name: "request") else {
      throw Refusal("expected an object with a command")
    }
    return try ControlRequest(value)
  }

  private static func reply(to answer: ControlAnswer) -> ControlSocket.Reply {
    switch answer {
    case .done: ControlSocket.Reply(line: JSONValue(dictionaryLiteral: ("ok", true)).line)
    case .status(let status): ControlSocket.Reply(line: status.json.line)
    case .picture(.success(let data)):
      ControlSocket.Reply(
        line: JSONValue(dictionaryLiteral: ("ok", true), ("bytes", .integer(data.count))).line, data: data)
    case .picture(.failure(let error)): refusal(error)
    }
  }

  private static func refusal(_ error: any Error) -> ControlSocket.Reply {
    ControlSocket.Reply(line: JSONValue(dictionaryLiteral: ("ok", false), ("error", .string("\(error)"))).line)
  }
}
