import Configuration
import Events

/// Answers the requests that come through a control socket.
package final class ControlServer {
  private let socket: ControlSocket

  /// - Parameters:
  ///   - path: of the socket, which is there as long as the server is.
  ///   - panel: the subject of all requests; outlives the server.
  package init(path: String, loop: EventLoop, panel: any Controllable) throws {
    socket = try ControlSocket(path: path, loop: loop) { [unowned panel] line, reply in
      do {
        let request = try Self.request(line)
        panel.advance()
        try request.perform(on: panel) { reply(Self.reply(to: $0)) }
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
    case .events(let queue):
      ControlSocket.Reply(
        line: JSONValue(dictionaryLiteral: ("ok", true)).line,
        following: (queue, refusal(Refusal("so many watch already: \(ControlSocket.mostWatchers)")).line))
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
