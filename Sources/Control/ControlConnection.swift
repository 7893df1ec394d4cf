import Glibc
import PanelEvents
import PanelSystem

/// A client's connection to a socket of the panel. Requests are lines; replies are sent in order.
///
/// A connection answers one line per iteration of the event loop, and only after the client read the previous reply, so
/// neither requests nor replies pile up. Once a client serves a prefix, lines go both ways at any time: those for an adapter
/// that doesn't read are queued, and too many of them end the connection.
final class ControlConnection {
  /// The maximum length of a request, in bytes.
  static let maximumLineLength = 1 << 16
  /// The maximum size of the lines that wait for an adapter, in bytes.
  static let maximumQueueLength = 1 << 18
  /// The number of bytes that are read at once.
  private static let readLength = 1 << 14
  private static let newline = UInt8(ascii: "\n")
  /// The time after which a client that doesn't read its reply no longer counts as waiting for it, in nanoseconds.
  private static let replyTimeout: UInt64 = 10_000_000_000

  let peer: ControlPeer

  /// The time of the last transfer in either direction, in nanoseconds of CLOCK_MONOTONIC.
  private(set) var lastProgress = EventLoop.now
  private let socket: Descriptor
  private let takeFrame: (ArraySlice<UInt8>, _ prefix: String) -> Bool
  private let answer: (String, ControlConnection, @escaping (ControlReply) -> Void) -> Void
  private var source: DescriptorSource?
  private var input: [UInt8] = []
  /// The memory for the bytes that an adapter sent.
  private var received: [UInt8] = []
  /// Whether the client has closed its sending side.
  private var hasInputEnded = false
  private var output: ArraySlice<UInt8> = []
  private var isAwaitingReply = false
  /// The events to send to a watching client, whose further requests aren't read; `nil` before `watch`.
  private var eventQueue: EventQueue?
  /// The prefix that the client serves; `nil` for other clients.
  private(set) var prefix: String?
  /// The events that an adapter gets.
  var listener: EventFeed.Listener?
  /// The lines that wait for an adapter.
  private var queue: [UInt8] = []
  /// The last line with the addresses in use that waits for an adapter. It replaces an earlier one.
  private var waitingUse: String?
  /// The descriptors that came with the last bytes of an adapter.
  private let descriptors = ReceivedDescriptors()
  /// Those of the line that is answered: the last line that was received, since the kernel ends a read after descriptors.
  var lineDescriptors: ReceivedDescriptors { input.contains(Self.newline) ? ReceivedDescriptors() : descriptors }
  /// Whether an adapter didn't read its lines.
  private var isQueueFull = false

  /// Creates a connection for an accepted socket.
  ///
  /// - Parameters:
  ///   - socket: A nonblocking socket.
  ///   - peer: The socket's client.
  ///   - takeFrame: Handles an adapter's line without its newline, or returns false to have it answered as others.
  ///   - answer: Replies to a request, immediately or later.
  ///   - onClose: Called when the client closed the connection or has to be disconnected.
  init(
    _ socket: consuming Descriptor, peer: ControlPeer, loop: EventLoop,
    takeFrame: @escaping (ArraySlice<UInt8>, _ prefix: String) -> Bool,
    answer: @escaping (String, ControlConnection, @escaping (ControlReply) -> Void) -> Void,
    onClose: @escaping (ControlConnection) -> Void
  ) throws(SystemError) {
    (self.peer, self.takeFrame, self.answer) = (peer, takeFrame, answer)
    self.socket = socket
    source = try loop.addDescriptor(self.socket.number, events: .readable) { [weak self] readiness in
      if let self, !serve(readiness) { onClose(self) }
    }
  }

  deinit { source?.cancel() }

  var isWatching: Bool { eventQueue != nil }
  /// Whether events for a watching client are being dropped because it doesn't read.
  var isBehind: Bool { eventQueue?.isBehind ?? false }

  /// Whether the client neither watches, nor serves a prefix, nor waits for an answer, also to a request that wasn't read yet.
  var isIdle: Bool {
    if isWatching || prefix != nil || isAwaitingReply || input.contains(Self.newline) { return false }
    if !output.isEmpty { return EventLoop.now - lastProgress > Self.replyTimeout }
    var descriptor = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) == 0
  }

  /// Reads, answers and sends as far as the socket is ready. Returns `false` if the connection has to be closed.
  private func serve(_ readiness: DescriptorEvents) -> Bool {
    if prefix != nil { return exchangeLines(readiness) }
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
        answer(line, self) { [weak self] in self?.startSending($0) }
        if isAwaitingReply { return true }
        if prefix != nil { return exchangeLines([]) }
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
    (eventQueue, prefix) = (reply.events, reply.prefix)
    eventQueue?.onAppend = { [weak self] in self?.source?.events = .writable }
  }

  // MARK: Adapters

  /// Sends a line to an adapter as soon as it reads.
  func enqueue(_ line: String) {
    guard !isQueueFull else { return }
    guard queue.count + line.utf8.count <= Self.maximumQueueLength else {
      isQueueFull = true
      // The loop closes the connection: its owner may be in the middle of something.
      shutdown(socket.number, Int32(SHUT_RDWR))
      return
    }
    queue += line.utf8
    source?.events = [.readable, .writable]
  }

  /// Sends a line to an adapter at once, or as soon as it reads.
  func send(line: [UInt8]) {
    if output.isEmpty, queue.isEmpty, waitingUse == nil, !isQueueFull {
      let count = Glibc.send(socket.number, line, line.count, Int32(MSG_NOSIGNAL))
      if count == line.count {
        lastProgress = EventLoop.now
        return
      }
      // The rest follows; an error shows when the socket is read.
      output = line[max(count, 0)...]
      source?.events = [.readable, .writable]
    } else {
      enqueue(String(decoding: line, as: UTF8.self))
    }
  }

  /// Sends a line with the addresses in use in place of an earlier one that still waits.
  func enqueue(use line: String) {
    waitingUse = line
    source?.events = [.readable, .writable]
  }

  /// Removes and returns the lines that wait.
  private func takeQueue() -> [UInt8] {
    defer { (queue, waitingUse) = ([], nil) }
    return queue + (waitingUse.map { Array($0.utf8) } ?? [])
  }

  /// Reads a line of an adapter and sends the queued ones, as far as the socket is ready. Returns `false` if the connection
  /// has to be closed. The lines of an adapter that has ended are read before.
  private func exchangeLines(_ readiness: DescriptorEvents) -> Bool {
    if isQueueFull { return false }
    if !input.contains(Self.newline), !readiness.isDisjoint(with: [.readable, .hangUp, .error]), !read() {
      return false
    }
    if let prefix, let end = input.firstIndex(of: Self.newline) {
      if takeFrame(input[..<end], prefix) {
        input.removeSubrange(...end)
      } else if let line = takeLine() {
        answer(line, self) { [weak self] in self?.enqueue($0.line) }
      }
      if input.isEmpty { descriptors.close() }
    }
    if output.isEmpty, !queue.isEmpty || waitingUse != nil { output = takeQueue()[...] }
    let isConnected = send()
    let hasLine = input.contains(Self.newline)
    if !hasLine, hasInputEnded || !isConnected || input.count > Self.maximumLineLength { return false }
    let hasOutput = !output.isEmpty || !queue.isEmpty || waitingUse != nil
    source?.events = hasLine || hasOutput ? [.readable, .writable] : .readable
    return true
  }

  // MARK: The socket

  /// Removes the first complete line of the input and returns it without its newline.
  private func takeLine() -> String? {
    guard let end = input.firstIndex(of: Self.newline) else { return nil }
    defer { input.removeSubrange(...end) }
    return String(decoding: input[..<end], as: UTF8.self)
  }

  /// Reads the available bytes. Returns `false` after an error.
  private func read() -> Bool {
    if received.isEmpty { received = [UInt8](repeating: 0, count: Self.readLength) }
    // Only adapters send much.
    defer { if prefix == nil { received = [] } }
    let count =
      prefix == nil
      ? Glibc.read(socket.number, &received, received.count) : descriptors.receive(from: socket.number, into: &received)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    hasInputEnded = count == 0
    input += received[..<count]
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
