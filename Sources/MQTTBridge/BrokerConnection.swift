import Glibc
import JSON
import PanelEvents
import PanelSystem

/// A connection to the MQTT broker, which is established again whenever it ends.
///
/// libmosquitto runs in the event loop. Only the lookup of the broker's name and the attempts to reach its addresses block;
/// they run on a thread.
final class BrokerConnection {
  struct Message {
    let topic: String
    let payload: [UInt8]
    let isRetained: Bool
  }

  /// The timeout for a connection until the broker accepts it, in nanoseconds.
  private static let connectTimeout: UInt64 = 30_000_000_000
  /// The interval of libmosquitto's checks, in nanoseconds.
  private static let checkInterval: UInt64 = 10_000_000_000

  /// Called once the broker has accepted the connection, to subscribe to topics.
  var onConnect: () -> Void = {}
  /// Called once the broker has answered all subscriptions, so that messages can be published.
  var onReady: () -> Void = {}
  /// Called when the connection has ended. The broker may not have the messages that it didn't acknowledge.
  var onEnd: () -> Void = {}
  var onMessage: (Message) -> Void = { _ in }
  /// Called once the broker has a message with QoS 1.
  ///
  /// - Parameter refusal: The broker's reason not to publish the message, if any. Only with MQTT 5.
  var onAcknowledge: (_ id: Int32, _ refusal: String?) -> Void = { _, _ in }
  var onSubscriptionDenied: (_ topic: String) -> Void = { _ in }
  /// Called with the state for `systemctl status` when it changes.
  var onStateChange: (String) -> Void = { _ in }

  /// True from `onReady` to the end of the connection.
  private(set) var isReady = false
  private let configuration: BridgeConfiguration
  private let will: String
  private let loop: EventLoop
  private let warnings: WarningLimit
  /// The client of the current connection or attempt.
  private var client: MQTTClient?
  private var version = MQTTClient.Version.v5
  private var source: DescriptorSource?
  private var timer: TimerSource?
  private var delay = ReconnectDelay()
  /// True while a thread looks up the broker's name and connects.
  private var isReaching = false
  /// True once the broker has accepted the connection.
  private(set) var isConnected = false
  private var connectTime: UInt64 = 0
  private var lastFailure: String?
  /// The topics of the subscriptions that the broker hasn't answered, by number.
  private var unansweredSubscriptions: [Int32: String] = [:]
  /// The topics of the messages that the broker hasn't acknowledged, by number.
  private var unacknowledgedTopics: [Int32: String] = [:]
  /// The topics that the broker denied, which are logged once.
  private var deniedTopics: Set<String> = []

  /// Doesn't connect yet.
  ///
  /// - Parameter will: The topic that gets the retained message `false` if this program or its host dies.
  /// - Throws: `SystemError` if libmosquitto refuses the configuration.
  init(
    _ configuration: BridgeConfiguration, will: String, warnings: WarningLimit, loop: EventLoop
  ) throws(SystemError) {
    (self.configuration, self.will, self.warnings, self.loop) = (configuration, will, warnings, loop)
    _ = try MQTTClient(configuration, version, will: will)
    timer = try loop.addTimer(accuracy: 250_000_000) { [unowned self] in timerFired() }
  }

  // MARK: Connecting

  private var broker: String { "\(configuration.host):\(configuration.port)" }

  func connect() {
    onStateChange("connecting to \(broker)")
    do throws(SystemError) {
      let client = try MQTTClient(configuration, version, will: will)
      client.onMessage = { [unowned self] in onMessage($0) }
      client.onAcknowledge = { [unowned self] in acknowledged($0, refusal: $1) }
      client.onSubscribe = { [unowned self] in subscriptionAnswered($0, isGranted: $1) }
      (self.client, isReaching) = (client, true)
      try loop.runOnThread({ client.connect() }, completion: { [unowned self] in brokerReached(failure: $0) })
      timer?.deadline = EventLoop.now + Self.connectTimeout
    } catch {
      isReaching = false
      connectionEnded("\(error)")
    }
  }

  private func brokerReached(failure: String?) {
    isReaching = false
    guard failure == nil, let client else { return connectionEnded(failure ?? "") }
    do throws(SystemError) {
      source = try loop.addDescriptor(client.socket, events: [.readable, .writable]) { [unowned self] in serve($0) }
      timer?.deadline = EventLoop.now + Self.connectTimeout
    } catch {
      connectionEnded("\(error)")
    }
  }

  /// Publishes a message and closes the connection.
  func disconnect(publishing payload: String, to topic: String) {
    guard isConnected else { return }
    publish(Array(payload.utf8), to: topic, isRetained: true)
    client?.disconnect()
  }

  private func timerFired() {
    guard let client else { return connect() }
    guard isConnected else {
      let reason = "no answer within \(Self.connectTimeout / 1_000_000_000) s"
      // A thread can't be interrupted: the system's own timeouts end the attempt.
      return isReaching ? logFailure("\(reason); still trying") : connectionEnded(reason)
    }
    timer?.deadline = EventLoop.now + Self.checkInterval
    if let reason = client.keepAlive() { connectionEnded(reason) }
  }

  private func serve(_ readiness: DescriptorEvents) {
    guard let client else { return }
    if let reason = client.serve(readiness) { return connectionEnded(reason) }
    // Callbacks of libmosquitto only note the broker's answers: it may not be used while it handles one.
    if client.isAccepted, !isConnected { connectionAccepted(client) }
    if isConnected, !isReady, unansweredSubscriptions.isEmpty {
      isReady = true
      onReady()
    }
    source?.events = client.awaitedEvents
  }

  private func connectionAccepted(_ client: MQTTClient) {
    (isConnected, lastFailure, connectTime) = (true, nil, EventLoop.now)
    timer?.deadline = EventLoop.now + Self.checkInterval
    Journal.notice("connected to \(broker)" + (client.version == .v3 ? " with MQTT 3.1.1" : ""))
    onStateChange("connected to \(broker)")
    onConnect()
  }

  private func connectionEnded(_ reason: String) {
    let uptime = isConnected ? EventLoop.now - connectTime : 0
    let isVersionRefused = !isConnected && client?.isVersionRefused == true
    // A broker that doesn't know a version may refuse it, or close the connection without an answer.
    if isConnected {
      version = .v5
    } else if isVersionRefused || (source != nil && client?.isAnswered == false) {
      version = version == .v5 ? .v3 : .v5
    }
    let wasConnected = isConnected
    (client, source, isConnected, isReady) = (nil, nil, false, false)
    (unansweredSubscriptions, unacknowledgedTopics) = ([:], [:])
    if wasConnected { onEnd() }
    guard !isVersionRefused || version == .v5 else { return connect() }
    logFailure("\(reason); trying again")
    timer?.deadline = EventLoop.now + delay.next(uptime: uptime)
  }

  private func logFailure(_ reason: String) {
    if reason != lastFailure { Journal.warning("\(broker): \(reason)") }
    lastFailure = reason
    onStateChange("\(broker): \(reason)")
  }

  // MARK: Messages

  /// Subscribes to topics. Call it from `onConnect`, or later.
  func subscribe(to topics: [String]) {
    for topic in topics {
      if let id = client?.subscribe(to: topic) { unansweredSubscriptions[id] = topic }
    }
    updateAwaitedEvents()
  }

  func unsubscribe(from topics: [String]) {
    guard isConnected else { return }
    for topic in topics { client?.unsubscribe(from: topic) }
    updateAwaitedEvents()
  }

  private func updateAwaitedEvents() {
    if let client { source?.events = client.awaitedEvents }
  }

  private func subscriptionAnswered(_ id: Int32, isGranted: Bool) {
    guard let topic = unansweredSubscriptions.removeValue(forKey: id) else { return }
    note(topic, refusal: isGranted ? nil : "the broker denies the subscription")
    if !isGranted { onSubscriptionDenied(topic) }
  }

  private func acknowledged(_ id: Int32, refusal: String?) {
    if let topic = unacknowledgedTopics.removeValue(forKey: id) {
      note(topic, refusal: refusal.map { "the broker doesn't publish it: \($0)" })
    }
    onAcknowledge(id, refusal)
  }

  /// Logs the first refusal of a topic.
  private func note(_ topic: String, refusal: String?) {
    if let refusal {
      if deniedTopics.insert(topic).inserted { Journal.warning("\(topic): \(refusal)") }
    } else {
      deniedTopics.remove(topic)
    }
  }

  /// Publishes a message.
  ///
  /// - Parameter expiry: The time after which the broker discards the message if a client hasn't got it, in seconds; `nil`
  ///   for never. Brokers without MQTT 5 ignore it.
  /// - Returns: The message's number for `onAcknowledge`; `nil` if it wasn't published.
  @discardableResult func publish(
    _ payload: [UInt8], to topic: String, qos: Int32 = 1, isRetained: Bool = false, expiry: UInt32? = nil
  ) -> Int32? {
    guard isConnected, let client else { return nil }
    let id = client.publish(payload, to: topic, qos: qos, isRetained: isRetained, expiry: expiry) {
      warnings.warn(Diagnostic(topic, "\($0); not published"))
    }
    if let id, qos > 0 { unacknowledgedTopics[id] = topic }
    updateAwaitedEvents()
    return id
  }
}
