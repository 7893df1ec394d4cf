import Glibc
import JSON
import PanelEvents
import PanelSystem

/// A connection to the panel's control socket in the event loop, with a single request and its replies.
final class PanelConnection {
  /// The maximum size of a screenshot, in bytes.
  private static let maximumDataSize = 32 << 20

  private let connection: ControlClientConnection
  private let path: String
  private var source: DescriptorSource?
  /// The reply whose data are being received, and their size.
  private var awaitedData: (reply: JSONObject, size: Int)?
  private let receive: (JSONObject, _ line: String, _ data: [UInt8]) -> Void
  private let ended: (String) -> Void

  /// Connects and sends a request.
  ///
  /// - Parameters:
  ///   - receive: Called with each line and, for a screenshot, its data.
  ///   - ended: Called with the reason when the connection has ended.
  init(
    _ path: String, request: JSONValue, loop: EventLoop,
    receive: @escaping (JSONObject, _ line: String, _ data: [UInt8]) -> Void, ended: @escaping (String) -> Void
  ) throws(SystemError) {
    (self.path, self.receive, self.ended) = (path, receive, ended)
    // Blocks only while the panel's queue of new connections is full.
    connection = try ControlClientConnection(path, timeout: 1)
    try connection.send(request.singleLine + "\n")
    source = try loop.addDescriptor(connection.descriptor, events: .readable) { [unowned self] _ in read() }
  }

  private func read() {
    do throws(SystemError) {
      guard try connection.receive() else { throw SystemError(path, ECONNRESET, "closed by the panel") }
      while try takeReply() {}
    } catch {
      source = nil
      ended("\(error)")
    }
  }

  /// Handles the next reply if it is complete.
  private func takeReply() throws(SystemError) -> Bool {
    if let (reply, size) = awaitedData {
      guard let data = connection.takeData(size) else { return false }
      awaitedData = nil
      receive(reply, "", data)
    } else {
      guard let line = try connection.takeLine() else { return false }
      do throws(Diagnostic) {
        let reply = try LocatedJSON(value: JSONValue.read(Array(line.utf8), name: "reply"), file: "reply").object()
        if let size = try reply["bytes"]?.integer(0...Self.maximumDataSize) {
          awaitedData = (reply, size)
        } else {
          receive(reply, line, [])
        }
      } catch {
        throw SystemError(path, EPROTO, "\(error)")
      }
    }
    return true
  }
}
