import Glibc
import PanelEvents
import PanelSystem

/// A client's connection to the control socket. Requests are lines; replies are sent in order.
///
/// A connection answers one line per iteration of the event loop, and only after the client read the previous reply, so
/// neither requests nor replies pile up.
final class ControlConnection {
  /// The maximum length of a request, in bytes.
  static let maximumLineLength = 4096
  private static let newline = UInt8(ascii: "\n")
  /// The time after which a client that doesn't read its reply no longer counts as waiting for it, in nanoseconds.
  private static let replyTimeout: UInt64 = 10_000_000_000

  let peer: ControlPeer

  /// The time of the last transfer in either direction, in nanoseconds of CLOCK_MONOTONIC.
  private(set) var lastProgress = EventLoop.now
  private let socket: Descriptor
  private let answer: (String, @escaping (ControlReply) -> Void) -> Void
  private var source: DescriptorSource?
  private var input: [UInt8] = []
  /// Whether the client has closed its sending side.
  private var hasInputEnded = false
  private var output: ArraySlice<UInt8> = []
  private var isAwaitingReply = false
  /// The events to send to a watching client, whose further requests aren't read; `nil` before `watch`.
  private var eventQueue: EventQueue?

  /// Creates a connection for an accepted socket.
  ///
  /// - Parameters:
  ///   - socket: A nonblocking socket.
  ///   - peer: The socket's client.
  ///   - answer: Replies to a request, immediately or later.
  ///   - onClose: Called when the client closed the connection or has to be disconnected.
  init(
    _ socket: consuming Descriptor, peer: ControlPeer, loop: EventLoop,
    answer: @escaping (String, @escaping (ControlReply) -> Void) -> Void,
    onClose: @escaping (ControlConnection) -> Void
  ) throws(SystemError) {
    (self.peer, self.answer) = (peer, answer)
    self.socket = socket
    source = try loop.addDescriptor(self.socket.number, events: .readable) { [weak self] readiness in
      if let self, !serve(readiness) { onClose(self) }
    }
  }

  deinit { source?.cancel() }

  var isWatching: Bool { eventQueue != nil }
  /// Whether events for a watching client are being dropped because it doesn't read.
  var isBehind: Bool { eventQueue?.isBehind ?? false }

  /// Whether the client neither watches nor waits for an answer, also to a request that wasn't read yet.
  var isIdle: Bool {
    if isWatching || isAwaitingReply || input.contains(Self.newline) { return false }
    if !output.isEmpty { return EventLoop.now - lastProgress > Self.replyTimeout }
    var descriptor = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) == 0
  }

  /// Reads, answers and sends as far as the socket is ready. Returns `false` if the connection has to be closed.
  private func serve(_ readiness: DescriptorEvents) -> Bool {
    // A waiting or watching client has usually closed its sending side; only a full hang-up ends the connection.
    if isAwaitingReply || isWatching, !readiness.isDisjoint(with: [.hangUp, .error]) { return false }
    if isAwaitingReply { return true }
    if !isWatching {
      // A connection that waited to send doesn't read yet. `readiness` isn't the condition, since it is just `hangUp` if
      // the client is gone, and only reading finds that the input has ended.
      let waitedForInput = source?.events == .readable
      if waitedForInput, !read() { return false }
      if output.isEmpty, let line = takeLine() {
        isAwaitingReply = true
        source?.events = []
        answer(line) { [weak self] in self?.startSending($0) }
        if isAwaitingReply { return true }
      }
    }
    if output.isEmpty, let eventQueue { output = eventQueue.take()[...] }
    guard send() else { return false }
    let hasMoreToDo = if let eventQueue { !eventQueue.isEmpty } else { input.contains(Self.newline) }
    guard output.isEmpty, !hasMoreToDo else {
      // The loop calls again in its next iteration, or when the socket accepts more.
      source?.events = .writable
      return true
    }
    source?.events = isWatching ? [] : .readable
    // An incomplete request keeps the connection open if the rest may still come.
    return isWatching || !hasInputEnded && input.count <= Self.maximumLineLength
  }

  private func startSending(_ reply: ControlReply) {
    isAwaitingReply = false
    lastProgress = EventLoop.now
    output = reply.bytes[...]
    source?.events = .writable
    eventQueue = reply.events
    eventQueue?.onAppend = { [weak self] in self?.source?.events = .writable }
  }

  /// Removes the first complete line of the input and returns it without its newline.
  private func takeLine() -> String? {
    guard let end = input.firstIndex(of: Self.newline) else { return nil }
    defer { input.removeSubrange(...end) }
    return String(decoding: input[..<end], as: UTF8.self)
  }

  /// Reads the available bytes. Returns `false` after an error.
  private func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: Self.maximumLineLength)
    let count = Glibc.read(socket.number, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    hasInputEnded = count == 0
    input += buffer[..<count]
    lastProgress = EventLoop.now
    return true
  }

  /// Sends as much as the socket accepts now. Returns `false` after an error.
  private func send() -> Bool {
    while !output.isEmpty {
      let count = output.withUnsafeBytes { Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      output.removeFirst(count)
      lastProgress = EventLoop.now
    }
    return true
  }
}
