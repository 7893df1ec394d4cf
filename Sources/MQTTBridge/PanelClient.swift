import ControlProtocol
import JSON
import PanelEvents
import PanelSystem

/// Watches the panel's events and sends requests, one at a time.
final class PanelClient {
  private static let watchedEvents: [EventKind] = [.status, .press, .result, .value, .idle, .scene]
  /// The interval of attempts to reach the panel, in nanoseconds.
  private static let retryInterval: UInt64 = 1_000_000_000
  /// The timeout for a reply. Encoding a large screenshot takes long on a busy board.
  private static let replyTimeout: UInt64 = 60_000_000_000
  private static let maximumRequests = 100

  private struct WaitingRequest {
    /// For warnings.
    let name: String
    let request: ControlRequest
    let completion: ([UInt8]) -> Void
  }

  /// Called with each event, the first of which is a status, and its line.
  var onEvent: (JSONObject, _ line: String) -> Void = { _, _ in }
  /// Called with the reason when the panel can't be reached or has ended.
  var onEnd: (String) -> Void = { _ in }
  /// True from the first event to the end of the connection.
  private(set) var isWatching = false

  private let watchPath, requestPath: String
  private let loop: EventLoop
  private let warnings: WarningLimit
  private var watch: PanelConnection?
  private var retryTimer: TimerSource?
  private var waiting: [WaitingRequest] = []
  /// The request that waits for its reply.
  private var current: WaitingRequest?
  private var connection: PanelConnection?
  private var replyTimer: TimerSource?

  init(_ configuration: BridgeConfiguration, warnings: WarningLimit, loop: EventLoop) throws(SystemError) {
    (watchPath, requestPath) = (configuration.watchSocket, configuration.requestSocket)
    (self.warnings, self.loop) = (warnings, loop)
    retryTimer = try loop.addTimer(accuracy: 100_000_000) { [unowned self] in start() }
    replyTimer = try loop.addTimer(accuracy: 100_000_000) { [unowned self] in requestEnded("no answer") }
  }

  /// Watches the panel's events. Whenever the panel ends, waits for the next one.
  func start() {
    do throws(SystemError) {
      watch = try PanelConnection(
        watchPath, request: .watch(Self.watchedEvents), loop: loop,
        receive: { [unowned self] answer, line, _ in receive(answer, line) },
        ended: { [unowned self] in watchEnded($0) })
    } catch {
      watchEnded("\(error)")
    }
  }

  private func receive(_ answer: PanelMessage, _ line: String) {
    switch answer.isAccepted {
    case true?: return
    case false?: watchEnded("\(watchPath): \(answer.refusal)")
    case nil:
      isWatching = true
      onEvent(answer.members, line)
    }
  }

  private func watchEnded(_ reason: String) {
    isWatching = false
    retryTimer?.deadline = EventLoop.now + Self.retryInterval
    onEnd(reason)
    watch = nil
  }

  // MARK: Requests

  /// Sends a request. A refusal is logged.
  ///
  /// - Parameters:
  ///   - name: The request's name in warnings.
  ///   - replacesWaiting: True to replace a waiting request with the same name, whose effect wouldn't last.
  ///   - completion: Called with the reply's data if the panel accepts the request.
  func send(
    _ request: ControlRequest, name: String, replacesWaiting: Bool = false,
    completion: @escaping ([UInt8]) -> Void = { _ in }
  ) {
    guard isWatching else { return warnings.warn(Diagnostic(name, "the panel isn't running")) }
    if replacesWaiting { waiting.removeAll { $0.name == name } }
    guard waiting.count < Self.maximumRequests else {
      return warnings.warn(Diagnostic(name, "\(waiting.count) requests are waiting"))
    }
    waiting.append(WaitingRequest(name: name, request: request, completion: completion))
    if current == nil { sendNext() }
  }

  private func sendNext() {
    guard !waiting.isEmpty else { return }
    let request = waiting.removeFirst()
    current = request
    do throws(SystemError) {
      connection = try PanelConnection(
        requestPath, request: request.request, loop: loop,
        receive: { [unowned self] answer, _, data in
          if answer.isAccepted == true {
            request.completion(data)
            requestEnded(nil)
          } else {
            requestEnded(answer.refusal)
          }
        }, ended: { [unowned self] in requestEnded($0) })
      replyTimer?.deadline = EventLoop.now + Self.replyTimeout
    } catch {
      requestEnded("\(error)")
    }
  }

  private func requestEnded(_ failure: String?) {
    if let failure, let current { warnings.warn(Diagnostic(current.name, failure)) }
    (current, connection) = (nil, nil)
    replyTimer?.deadline = nil
    sendNext()
  }
}
