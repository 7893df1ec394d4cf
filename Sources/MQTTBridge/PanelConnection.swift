import ControlProtocol
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
  private var awaitedData: (answer: PanelMessage, size: Int)?
  private let receive: (PanelMessage, _ line: String, _ data: [UInt8]) -> Void
  private let ended: (String) -> Void

  /// Connects and sends a request.
  ///
  /// - Parameters:
  ///   - receive: Called with each line and, for a screenshot, its data.
  ///   - ended: Called with the reason when the connection has ended.
  init(
    _ path: String, request: ControlRequest, loop: EventLoop,
    receive: @escaping (PanelMessage, _ line: String, _ data: [UInt8]) -> Void, ended: @escaping (String) -> Void
  ) throws(SystemError) {
    (self.path, self.receive, self.ended) = (path, receive, ended)
    // Blocks only while the panel's queue of new connections is full.
    connection = try ControlClientConnection(path, timeout: 1)
    try connection.send(request)
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
    if let (answer, size) = awaitedData {
      guard let data = connection.takeData(size) else { return false }
      awaitedData = nil
      receive(answer, "", data)
    } else {
      guard let line = try connection.takeLine() else { return false }
      do throws(Diagnostic) {
        let answer = try PanelMessage(line, from: "reply")
        if let size = try answer.members["bytes"]?.integer(0...Self.maximumDataSize) {
          awaitedData = (answer, size)
        } else {
          receive(answer, line, [])
        }
      } catch {
        throw SystemError(path, EPROTO, "\(error)")
      }
    }
    return true
  }
}
