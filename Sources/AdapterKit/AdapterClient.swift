import CLinux
import ControlProtocol
import Glibc
import JSON
import PanelEvents
import PanelSystem

/// An adapter's connection to the panel, which is established again whenever it ends.
package final class AdapterClient {
  private static let retryInterval: UInt64 = 1_000_000_000
  /// The minimum interval of messages with values, so that changes at the same time are one message.
  private static let sendInterval: UInt64 = 10_000_000

  /// Called with each message of the panel: the addresses in use, a call or a change.
  package var onMessage: (JSONObject) -> Void = { _ in }
  /// Called when the panel accepts this program as the adapter.
  package var onStart: () -> Void = {}
  /// Called when the panel has refused a message.
  package var onRefusal: () -> Void = {}
  /// Called when the panel can't be reached, refuses the adapter or has ended.
  package var onEnd: () -> Void = {}
  package private(set) var isServing = false
  /// The reason why there is no panel; `nil` while there is one, and before the first attempt.
  package private(set) var problem: String?

  private let path, prefix, label: String
  private let loop: EventLoop
  private var connection: ControlClientConnection?
  private var source: DescriptorSource?
  private var retryTimer: TimerSource?
  private var sendTimer: TimerSource?
  private var lastSendTime: UInt64 = 0
  private var queue = AdapterQueue()
  /// The current line, and the part of it that isn't sent yet.
  private var line: AdapterQueue.Line?
  private var unsent: ArraySlice<UInt8> = []
  private var hasWarned = false

  /// Doesn't connect yet.
  ///
  /// - Parameters:
  ///   - path: The panel's socket for adapters.
  ///   - prefix: The prefix of the addresses that the adapter serves.
  ///   - label: The start of warnings about this connection; empty if the program has no other one to the panel.
  ///   - loop: The loop that handles the connection.
  package init(_ path: String, prefix: String, label: String = "", loop: EventLoop) throws(SystemError) {
    (self.path, self.prefix, self.label, self.loop) = (path, prefix, label, loop)
    retryTimer = try loop.addTimer(accuracy: 100_000_000) { [unowned self] in start() }
    sendTimer = try loop.addTimer { [unowned self] in send() }
  }

  package func start() {
    do throws(SystemError) {
      // Blocks only while the panel's queue of new connections is full.
      let connection = try ControlClientConnection(path, timeout: 1)
      try connection.send(.serve(prefix: prefix), isLast: false)
      source = try loop.addDescriptor(connection.descriptor, events: .readable) { [unowned self] events in
        if events.contains(.writable) { send() }
        if events != .writable { read() }
      }
      self.connection = connection
    } catch {
      ended("\(error)")
    }
  }

  private func read() {
    do throws(SystemError) {
      guard let connection, try connection.receive() else {
        throw SystemError(path, ECONNRESET, "closed by the panel")
      }
      while self.connection === connection, let line = try connection.takeLine() { received(line) }
    } catch {
      ended("\(error)")
    }
  }

  private func received(_ line: String) {
    do throws(Diagnostic) {
      let message = try PanelMessage(line, from: path)
      switch message.isAccepted {
      case true? where !isServing:
        (isServing, hasWarned, problem) = (true, false, nil)
        if label.isEmpty { Journal.notice("connected to the panel") }
        onStart()
      case true?: break
      case false? where !isServing: ended("\(path): \(message.refusal)")
      case false?:
        if !hasWarned { Journal.warning("\(path): \(message.refusal)") }
        hasWarned = true
        onRefusal()
      case nil: onMessage(message.members)
      }
    } catch {
      ended("\(error)")
    }
  }

  private func ended(_ reason: String) {
    (connection, source, isServing, line, unsent) = (nil, nil, false, nil, [])
    queue.removeAll()
    sendTimer?.deadline = nil
    retryTimer?.deadline = EventLoop.now + Self.retryInterval
    if problem != reason { Journal.warning("\(label)\(reason); waiting for the panel") }
    problem = reason
    onEnd()
  }

  // MARK: Sending

  /// Adds messages to those that wait for the panel. Without a panel, nothing waits.
  package func enqueue(_ change: (inout AdapterQueue) -> Void) {
    guard isServing else { return }
    change(&queue)
    if sendTimer?.deadline == nil { sendTimer?.deadline = max(EventLoop.now, lastSendTime + Self.sendInterval) }
  }

  /// Answers a call or a change of the panel.
  ///
  /// - Parameters:
  ///   - id: The id of the panel's message.
  ///   - error: The reason of a failure, which the panel logs; `nil` after a success.
  package func answer(_ id: Int, error: String?) {
    let members: [JSONMembers.Member] = [("id", .integer(id)), ("ok", .bool(error == nil))]
    let reason: [JSONMembers.Member] = error.map { [("error", .string($0))] } ?? []
    enqueue { $0.append(.object(JSONMembers(members + reason))) }
  }

  /// Sends what the socket accepts. The rest waits, and later values replace those in it.
  private func send() {
    sendTimer?.deadline = nil
    guard let connection, isServing else { return }
    lastSendTime = EventLoop.now
    while true {
      if unsent.isEmpty {
        line = queue.next()
        unsent = line.map { Array(($0.text + "\n").utf8)[...] } ?? []
      }
      guard let descriptors = line?.descriptors else { break }
      let count = unsent.withUnsafeBytes {
        clinux_send(
          connection.descriptor, $0.baseAddress, $0.count, descriptors, Int32(descriptors.count), Int32(MSG_DONTWAIT))
      }
      if count < 0, errno == EINTR { continue }
      // Another error shows when the socket is read.
      guard count > 0 else { break }
      unsent.removeFirst(count)
      // They went with the first byte.
      line?.descriptors = []
    }
    source?.events = unsent.isEmpty ? .readable : [.readable, .writable]
  }
}
