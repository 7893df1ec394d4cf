import AdapterKit
import CSystemd
import ControlProtocol
import Glibc
import JSON
import PanelEvents
import PanelSystem

/// Connects a panel to an MQTT broker: publishes its state and events, and passes on values and presses.
package final class Bridge {
  /// The minimum interval of two state messages, in nanoseconds.
  private static let stateInterval: UInt64 = 200_000_000

  private let loop: EventLoop
  private let topics: Topics
  private let configuration: BridgeConfiguration
  private let broker: BrokerConnection
  private let panel: PanelClient
  private let topicAdapter: TopicAdapter
  private let warnings: WarningLimit
  private var discovery: Discovery
  /// `nil` while the panel can't be reached.
  private var state: PanelState?
  private var stateTimer: TimerSource?
  private var lastStateTime: UInt64 = 0
  private var events = PendingEvents()
  private var isLosingEvents = false
  private var lastPanelFailure: String?
  private var brokerState = ""
  private var panelState = "waiting for the panel" { didSet { updateStatus() } }

  package init(_ configuration: BridgeConfiguration) throws(SystemError) {
    self.configuration = configuration
    loop = try EventLoop()
    topics = Topics(configuration)
    warnings = try WarningLimit(loop)
    broker = try BrokerConnection(configuration, will: topics.availability, warnings: warnings, loop: loop)
    panel = try PanelClient(configuration, warnings: warnings, loop: loop)
    topicAdapter = try TopicAdapter(configuration.adapterSocket, broker, warnings: warnings, loop: loop)
    discovery = Discovery(configuration, topics)
    stateTimer = try loop.addTimer(accuracy: 10_000_000) { [unowned self] in publishState() }
  }

  /// Runs until SIGTERM or SIGINT.
  package func run() throws(SystemError) -> Int32 {
    broker.onConnect = { [unowned self] in
      broker.subscribe(to: topics.subscribed)
      topicAdapter.brokerAccepted()
    }
    broker.onReady = { [unowned self] in
      publishAll()
      publishEvents()
    }
    broker.onEnd = { [unowned self] in
      events.connectionEnded()
      topicAdapter.brokerEnded()
    }
    broker.onMessage = { [unowned self] in receive($0) }
    broker.onAcknowledge = { [unowned self] in
      eventAcknowledged($0)
      topicAdapter.acknowledged($0, refusal: $1)
    }
    broker.onSubscriptionDenied = { [unowned self] in topicAdapter.subscriptionDenied($0) }
    broker.onStateChange = { [unowned self] in
      brokerState = $0
      updateStatus()
    }
    panel.onEvent = { [unowned self] in receive($0, $1) }
    panel.onEnd = { [unowned self] in panelEnded($0) }
    let start = { [unowned self] in
      panel.start()
      topicAdapter.start()
      broker.connect()
    }
    let stop = { [unowned self] in broker.disconnect(publishing: "false", to: topics.availability) }
    return try loop.runService(start: start, stop: stop) { (loop) throws(SystemError) in try loop.run() }
  }

  private func updateStatus() { sd_notify(0, "STATUS=\(panelState); \(brokerState)".sanitized) }

  // MARK: From the panel

  private func receive(_ event: JSONObject, _ line: String) {
    switch event.members["event"]?.text {
    case "status":
      do throws(Diagnostic) {
        let isFirst = state == nil
        state = try PanelState(event)
        guard isFirst else { return announce() }
        lastPanelFailure = nil
        panelState = "connected to the panel"
        Journal.notice("connected to the panel")
        publishAll()
      } catch {
        warnings.warn(error)
      }
    case "press", "result":
      // A client that reacts to a press finds the values that it set.
      if stateTimer?.deadline != nil { publishState() }
      publishEvent(line)
    default: if state?.apply(event) == true { scheduleState() }
    }
  }

  private func panelEnded(_ reason: String) {
    if reason != lastPanelFailure { Journal.warning("\(reason); waiting for the panel") }
    lastPanelFailure = reason
    panelState = "waiting for the panel: \(reason)"
    let wasOnline = state != nil
    state = nil
    stateTimer?.deadline = nil
    if wasOnline { publishAvailability() }
  }

  /// Publishes what clients can know about the panel. The broker has answered the subscriptions before, because clients may
  /// send messages as soon as the panel is online.
  private func publishAll() {
    announce()
    publishAvailability()
  }

  private func announce() {
    guard let state, broker.isReady else { return }
    if let topic = topics.discovery {
      let countBefore = discovery.omittedCount
      broker.publish(Array(discovery.message(for: state).singleLine.utf8), to: topic, isRetained: true)
      let count = discovery.omittedCount
      if count > 0, count != countBefore {
        Journal.warning("\(count) values aren't announced to Home Assistant, because the message would be too long")
      }
    }
    publishState()
  }

  private func publishAvailability() {
    guard broker.isReady else { return }
    broker.publish(Array((state == nil ? "false" : "true").utf8), to: topics.availability, isRetained: true)
  }

  private func scheduleState() {
    if stateTimer?.deadline == nil { stateTimer?.deadline = max(EventLoop.now, lastStateTime + Self.stateInterval) }
  }

  private func publishState() {
    stateTimer?.deadline = nil
    guard let state, broker.isReady else { return }
    lastStateTime = EventLoop.now
    broker.publish(Array(state.json.singleLine.utf8), to: topics.state, isRetained: true)
  }

  /// Publishes an event. Without a broker, events wait for it.
  private func publishEvent(_ line: String) {
    removeExpiredEvents()
    if !events.append(line, at: EventLoop.now) {
      if !isLosingEvents {
        Journal.warning("\(PendingEvents.maximumCount) events wait for the broker; the next are lost")
      }
      isLosingEvents = true
    }
    publishEvents()
  }

  private func publishEvents() {
    removeExpiredEvents()
    guard broker.isReady else { return }
    events.publish {
      broker.publish(
        Array($0.utf8), to: topics.event, expiry: UInt32(clamping: PendingEvents.maximumAge / 1_000_000_000))
    }
  }

  private func removeExpiredEvents() {
    let count = events.removeExpired(at: EventLoop.now)
    guard count > 0 else { return }
    isLosingEvents = false
    warnings.warn(Diagnostic(topics.event, "\(count) events older than a minute aren't published"))
  }

  private func eventAcknowledged(_ id: Int32) {
    events.acknowledge(id)
    if events.isEmpty { isLosingEvents = false }
  }

  // MARK: From the broker

  private func receive(_ message: BrokerConnection.Message) {
    let isValue = topicAdapter.receive(message)
    guard !isValue || topics.isOwn(message.topic) else { return }
    switch message.topic {
    case topics.discovery:
      // Only the retained message is of an earlier announcement; others are echoes.
      if message.isRetained, discovery.adopt(message.payload) { announce() }
      return
    case topics.homeAssistantStatus:
      // The owner may have deleted the device, or Home Assistant may have lost its entities.
      if !message.isRetained, message.payload == Array("online".utf8) { announce() }
      return
    default: break
    }
    do throws(Diagnostic) {
      let permitsScreenshots = configuration.publishesScreenshots
      perform(try ControlRequest(message, topics, permitsScreenshots: permitsScreenshots), message.topic)
    } catch {
      warnings.warn(error)
    }
  }

  private func perform(_ request: ControlRequest, _ topic: String) {
    switch request {
    case .set(let values, let line):
      let texts = values.map { ControlRequest.Assignment($0.name, state?.text($0.text, for: $0.name) ?? $0.text) }
      panel.send(.set(texts, line: line), name: topic, replacesWaiting: true)
    case .screenshot:
      panel.send(request, name: topic, replacesWaiting: true) { [unowned self] in
        // Without QoS 1, libmosquitto keeps no copy of the picture.
        broker.publish($0, to: topics.screenshot, qos: 0, isRetained: true)
      }
    default: panel.send(request, name: topic)
    }
  }
}
