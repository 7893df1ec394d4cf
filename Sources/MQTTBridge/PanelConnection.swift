import Glibc
import JSON
import PanelEvents
import PanelSystem

/// A connection to the panel's control socket, with a single request and its replies.
final class PanelConnection {
  /// The maximum length of a line, in bytes, enough for a status with the maximum number of values.
  private static let maximumLineLength = 1 << 20
  /// The maximum size of a screenshot, in bytes.
  static let maximumDataSize = 32 << 20

  private let socket: Descriptor
  private var source: DescriptorSource?
  private var input: [UInt8] = []
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
    let address = try sockaddr_un(path: path)
    (self.receive, self.ended) = (receive, ended)
    socket = Descriptor(
      Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0))
    guard address.withPointer({ Glibc.connect(socket.number, $0, $1) }) == 0 else { throw SystemError(path, errno) }
    let line = Array((request.singleLine + "\n").utf8)
    // The buffer of a new socket has room for a request.
    guard send(socket.number, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else {
      throw SystemError(path, errno)
    }
    source = try loop.addDescriptor(socket.number, events: .readable) { [unowned self] _ in read(path) }
  }

  private func read(_ path: String) {
    var buffer = [UInt8](repeating: 0, count: awaitedData == nil ? 4096 : 65536)
    let count = Glibc.read(socket.number, &buffer, buffer.count)
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      return end(count == 0 ? "\(path): closed by the panel" : "\(path): \(String(cString: strerror(errno)))")
    }
    input += buffer[..<count]
    while source != nil, takeReply() {}
    if input.count > Self.maximumLineLength, awaitedData == nil { end("\(path): a line without an end") }
  }

  /// Handles the next reply if it is complete.
  private func takeReply() -> Bool {
    if let (reply, size) = awaitedData {
      guard input.count >= size else { return false }
      let data = Array(input[..<size])
      (awaitedData, input) = (nil, Array(input[size...]))
      receive(reply, "", data)
      return true
    }
    guard let newline = input.firstIndex(of: 0x0A) else { return false }
    let bytes = Array(input[..<newline])
    input.removeSubrange(...newline)
    let line = String(decoding: bytes, as: UTF8.self)
    do throws(Diagnostic) {
      let reply = try LocatedJSON(value: JSONValue.read(bytes, name: "reply"), file: "reply").object()
      if let size = try reply["bytes"]?.integer(0...Self.maximumDataSize) {
        awaitedData = (reply, size)
      } else {
        receive(reply, line, [])
      }
      return true
    } catch {
      end("\(error)")
      return false
    }
  }

  private func end(_ reason: String) {
    source = nil
    ended(reason)
  }
}
