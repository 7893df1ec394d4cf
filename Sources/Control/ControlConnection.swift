import Events
import Glibc
import System

/// A client of the control socket: its lines in, the replies out, in order.
///
/// A connection answers one line per turn of the loop, and only after the client took the previous reply. So neither
/// requests nor replies pile up.
final class ControlConnection {
  static let maxLineLength = 4096

  /// When it last sent or took something, in nanoseconds of CLOCK_MONOTONIC.
  private(set) var lastProgress = EventLoop.now
  private let socket: Descriptor
  private let answer: (String, @escaping (ControlReply) -> Void) -> Void
  private var source: DescriptorSource?
  private var input: [UInt8] = []
  private var isAtEnd = false
  private var output: ArraySlice<UInt8> = []
  private var isAwaitingReply = false
  /// After `watch` the client is sent these, and its further lines aren't read.
  private var events: EventQueue?

  /// - Parameters:
  ///   - socket: Doesn't block.
  ///   - answer: Replies to a line, at once or later.
  ///   - closed: Called when the client is gone or has to go.
  init(
    _ socket: consuming Descriptor, loop: EventLoop,
    answer: @escaping (String, @escaping (ControlReply) -> Void) -> Void,
    closed: @escaping (ControlConnection) -> Void
  ) throws(SystemError) {
    self.answer = answer
    self.socket = socket
    source = try loop.addDescriptor(self.socket.number, events: .readable) { [weak self] events in
      if let self, !serve(events) { closed(self) }
    }
  }

  deinit { source?.cancel() }

  var isWatching: Bool { events != nil }
  /// True for a watcher that doesn't read.
  var isBehind: Bool { events?.isBehind ?? false }

  /// False when the client has to go.
  private func serve(_ ready: DescriptorEvents) -> Bool {
    // A client that waits or watches has usually closed its sending side; only a full hang-up means that it is gone.
    if isAwaitingReply || isWatching, !ready.isDisjoint(with: [.hangUp, .error]) { return false }
    if isAwaitingReply { return true }
    if !isWatching {
      if source?.events == .readable, !read() { return false }
      if output.isEmpty, let line = takeLine() {
        isAwaitingReply = true
        source?.events = []
        answer(line) { [weak self] in self?.take($0) }
        if isAwaitingReply { return true }
      }
    }
    if output.isEmpty, let events { output = events.take()[...] }
    guard send() else { return false }
    let isDone = output.isEmpty && (events?.isEmpty ?? !input.contains(0x0A))
    guard isDone else {
      source?.events = .writable
      return true
    }
    source?.events = isWatching ? [] : .readable
    return isWatching || !isAtEnd && input.count <= Self.maxLineLength
  }

  private func take(_ reply: ControlReply) {
    isAwaitingReply = false
    lastProgress = EventLoop.now
    output = reply.bytes[...]
    source?.events = .writable
    events = reply.events
    events?.onAppend = { [weak self] in self?.source?.events = .writable }
  }

  private func takeLine() -> String? {
    guard let end = input.firstIndex(of: 0x0A) else { return nil }
    defer { input.removeSubrange(...end) }
    return String(decoding: input[..<end], as: UTF8.self)
  }

  /// False after an error.
  private func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: Self.maxLineLength)
    let count = Glibc.read(socket.number, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    isAtEnd = count == 0
    input += buffer[..<count]
    lastProgress = EventLoop.now
    return true
  }

  /// Sends what the client takes now. False after an error.
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
