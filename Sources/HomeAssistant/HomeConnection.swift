import JSON
import PanelEvents
import PanelSystem

/// The result of a command.
enum CommandResult {
  case succeeded(JSONValue)
  /// The associated value is Home Assistant's reason.
  case failed(String)
  /// The connection ended before the result.
  case lost
}

/// A connection to Home Assistant's WebSocket interface, which is established again whenever it ends.
final class HomeConnection {
  private static let pingInterval: UInt64 = 5_000_000_000
  /// The delay after a refused token, which only the owner can replace. Home Assistant may ban hosts after some attempts.
  private static let refusalDelay: UInt64 = 600_000_000_000
  private static let reconnectWindows: ClosedRange<UInt64> = 2_000_000_000...30_000_000_000

  /// Called with Home Assistant's version once commands can be sent.
  var onReady: (String) -> Void = { _ in }
  /// Called with the id of a subscription and its event.
  var onEvent: (Int, JSONValue) -> Void = { _, _ in }
  /// Called with the reason when the connection has ended or can't be established.
  var onEnd: (String) -> Void = { _ in }
  private(set) var isReady = false

  private let configuration: HomeConfiguration
  private let socket: WebSocket
  private var delay = ReconnectDelay(windows: reconnectWindows)
  private var readyTime: UInt64 = 0
  private var retryTimer: TimerSource?
  private var pingTimer: TimerSource?
  /// Whether nothing was received since the last ping.
  private var awaitsPong = false
  private var isRefused = false
  private var hasWarned = false
  private var lastID = 0
  private var completions: [Int: (CommandResult) -> Void] = [:]

  init(_ configuration: HomeConfiguration, loop: EventLoop) throws(SystemError) {
    self.configuration = configuration
    socket = try WebSocket("\(configuration.url)/api/websocket", authority: configuration.authority, loop: loop)
    retryTimer = try loop.addTimer(accuracy: 100_000_000) { [unowned self] in socket.connect() }
    pingTimer = try loop.addTimer(accuracy: 100_000_000) { [unowned self] in ping() }
    socket.onOpen = { [unowned self] in schedulePing() }
    socket.onMessage = { [unowned self] in received($0) }
    socket.onEnd = { [unowned self] in ended($0) }
  }

  func connect() { socket.connect() }

  private func ended(_ reason: String) {
    let uptime = isReady ? EventLoop.now - readyTime : 0
    (isReady, awaitsPong, lastID, hasWarned) = (false, false, 0, false)
    pingTimer?.deadline = nil
    retryTimer?.deadline = EventLoop.now + (isRefused ? Self.refusalDelay : delay.next(uptime: uptime))
    isRefused = false
    let lost = completions.values
    completions = [:]
    for completion in lost { completion(.lost) }
    onEnd(reason)
  }

  // MARK: Sending

  /// Sends a command.
  ///
  /// - Parameters:
  ///   - type: The command's type.
  ///   - members: Its other members.
  ///   - completion: Called once.
  /// - Returns: The command's id, which the events of a subscription have; 0 if the command is lost, since there is no
  ///   connection.
  @discardableResult func send(
    _ type: String, _ members: [JSONMembers.Member] = [], completion: ((CommandResult) -> Void)? = nil
  ) -> Int {
    guard isReady else {
      completion?(.lost)
      return 0
    }
    lastID += 1
    completions[lastID] = completion
    send(JSONMembers([("id", .integer(lastID)), ("type", .string(type))] + members))
    return lastID
  }

  private func send(_ members: JSONMembers) { socket.send(JSONValue.object(members).canonical.singleLine) }

  /// A frozen Home Assistant, or a broken network, doesn't end the connection.
  private func ping() {
    guard !awaitsPong else { return socket.disconnect("no answer to a ping") }
    awaitsPong = true
    if isReady { send("ping") }
    schedulePing()
  }

  private func schedulePing() { pingTimer?.deadline = EventLoop.now + Self.pingInterval }

  // MARK: Receiving

  private func received(_ bytes: [UInt8]) {
    awaitsPong = false
    do throws(Diagnostic) {
      let json = try JSONValue.read(bytes, name: configuration.url)
      if case .array(let messages) = json {
        for message in messages { handle(message) }
      } else {
        handle(json)
      }
    } catch {
      if !hasWarned { Journal.warning("ignored a message: \(error)") }
      hasWarned = true
    }
  }

  private func handle(_ json: JSONValue) {
    guard case .object(let message) = json, let type = message["type"]?.text else { return }
    switch type {
    case "auth_required": send(["type": "auth", "access_token": .string(configuration.token)])
    case "auth_ok":
      isReady = true
      readyTime = EventLoop.now
      send("supported_features", [("features", ["coalesce_messages": .integer(1)])])
      onReady(message["ha_version"]?.text ?? "")
    case "auth_invalid":
      isRefused = true
      socket.disconnect("the token is refused (\(message["message"]?.text ?? "no reason given"))")
    case "event":
      if let id = Self.id(message), let event = message["event"] { onEvent(id, event) }
    case "result":
      guard let id = Self.id(message), let completion = completions.removeValue(forKey: id) else { return }
      if case .bool(true)? = message["success"] { return completion(.succeeded(message["result"] ?? .null)) }
      let error = if case .object(let error)? = message["error"] { error["message"]?.text } else { String?.none }
      completion(.failed(error ?? "no reason given"))
    default: break
    }
  }

  private static func id(_ message: JSONMembers) -> Int? {
    guard case .number(let id)? = message["id"] else { return nil }
    return Int(exactly: id)
  }
}
