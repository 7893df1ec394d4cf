import Events
import Glibc
import System

/// One client of a control socket: its lines in, the answers out, in order.
///
/// One line is answered a turn of the loop, so that nobody's questions keep others waiting; and it is answered when the
/// answer before was taken, so that nobody's answers pile up.
final class ControlConnection {
  static let longestLine = 4096

  /// The time at which it last sent something, or took something; of CLOCK_MONOTONIC.
  private(set) var lastProgress = EventLoop.now
  private let fd: Int32
  private let answer: ControlSocket.Answer
  private var source: DescriptorSource!
  private var input: [UInt8] = []
  private var isAtEnd = false
  private var output: [UInt8] = []
  private var written = 0
  /// Its line is being answered.
  private var isWaiting = false
  /// From its answer on it is sent these, and isn't asked what else it has to say.
  private var told: EventQueue?

  /// - Parameters:
  ///   - fd: its own from now on, and closed with it; doesn't block. The caller's still when this throws.
  ///   - gone: called when it is of no more use.
  init(
    _ fd: Int32, loop: EventLoop, answer: @escaping ControlSocket.Answer, gone: @escaping () -> Void
  ) throws(SystemError) {
    (self.fd, self.answer) = (fd, answer)
    source = try loop.addDescriptor(fd, events: .readable) { [weak self] events in
      if let self, !serve(events) { gone() }
    }
  }

  deinit {
    // Without one there was no connection.
    guard let source else { return }
    source.cancel()
    close(fd)
  }

  var isWatching: Bool { told != nil }
  /// It watches, and doesn't read.
  var isBehind: Bool { told?.isBehind ?? false }

  /// False when the client is to go.
  private func serve(_ events: DescriptorEvents) -> Bool {
    // Whoever waits or watches has usually said all it has to say, which is no reason to go; to be gone altogether is.
    if isWaiting || isWatching, !events.isDisjoint(with: [.hangUp, .error]) { return false }
    if isWaiting { return true }
    if !isWatching {
      if source.events == .readable, !read() { return false }
      if output.isEmpty, let line = nextLine() {
        isWaiting = true
        answer(line) { [weak self] in self?.take($0) }
      }
      if isWaiting {
        source.events = []
        return true
      }
    }
    if let told { return pass(on: told) }
    guard flush() else { return false }
    if output.isEmpty, !input.contains(0x0A) {
      source.events = .readable
      return !isAtEnd && input.count <= Self.longestLine
    }
    source.events = .writable
    return true
  }

  private func take(_ reply: ControlSocket.Reply) {
    isWaiting = false
    lastProgress = EventLoop.now
    output = Array((reply.line + "\n").utf8) + reply.data
    source.events = .writable
    told = reply.following?.events
    told?.onAppend = { [weak self] in self?.source.events = .writable }
  }

  private func pass(on events: EventQueue) -> Bool {
    if output.isEmpty { output = events.take() }
    guard flush() else { return false }
    source.events = output.isEmpty && events.isEmpty ? [] : .writable
    return true
  }

  private func nextLine() -> String? {
    guard let end = input.firstIndex(of: 0x0A) else { return nil }
    defer { input.removeSubrange(...end) }
    return String(decoding: input[..<end], as: UTF8.self)
  }

  private func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: Self.longestLine)
    let count = Glibc.read(fd, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    isAtEnd = count == 0
    input += buffer[..<count]
    lastProgress = EventLoop.now
    return true
  }

  /// Writes what the client takes now. False when it takes nothing any more.
  private func flush() -> Bool {
    while written < output.count {
      let count = output.withUnsafeBytes {
        send(fd, $0.baseAddress! + written, output.count - written, Int32(MSG_NOSIGNAL))
      }
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      written += count
      lastProgress = EventLoop.now
    }
    (output, written) = ([], 0)
    return true
  }
}
