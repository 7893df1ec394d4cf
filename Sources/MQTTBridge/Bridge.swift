import CSystemd
import Glibc
import JSON
import PanelEvents
import PanelSystem

/// Connects a panel to an MQTT broker: publishes its state and events, and passes on values and presses.
package final class Bridge {
  /// The minimum interval of two state messages, in nanoseconds.
  private static let stateInterval: UInt64 = 200_000_000
  /// The maximum number of events that wait for the broker.
  private static let maximumEvents = 1000
  /// The maximum length of a payload, in bytes, that is passed to the panel.
  private static let maximumPayload = 1000

  private let loop: EventLoop
  private let topics: Topics
  private let configuration: BridgeConfiguration
  private let broker: BrokerConnection
  private let panel: PanelClient
  private let warnings = WarningLimit()
  private var discovery: Discovery
  /// `nil` while the panel can't be reached.
  private var state: PanelState?
  private var stateTimer: TimerSource?
  private var lastStateTime: UInt64 = 0
  /// The numbers of the messages with events that the broker hasn't acknowledged.
  private var unacknowledgedEvents: Set<Int32> = []
  private var isLosingEvents = false
  private var lastPanelFailure: String?
  private var signals: [SignalSource] = []
  private var brokerState = ""
  private var panelState = "waiting for the panel" { didSet { updateStatus() } }

  package init(_ configuration: BridgeConfiguration) throws(SystemError) {
    self.configuration = configuration
    loop = try EventLoop()
    topics = Topics(configuration)
    broker = try BrokerConnection(configuration, will: topics.availability, loop: loop)
    panel = try PanelClient(configuration.socket, warnings: warnings, loop: loop)
    discovery = Discovery(configuration, topics)
    stateTimer = try loop.addTimer(accuracy: 10_000_000) { [unowned self] in publishState() }
  }

  /// Runs until SIGTERM or SIGINT.
  package func run() throws(SystemError) -> Int32 {
    for signal in [SIGTERM, SIGINT] {
      signals.append(try loop.addSignal(signal) { [unowned self] in stop() })
    }
    sd_event_set_watchdog(loop.event, 1)
    broker.onConnect = { [unowned self] in bothConnected() }
    broker.onMessage = { [unowned self] in receive($0) }
    broker.onAcknowledge = { [unowned self] in eventAcknowledged($0) }
    broker.onStateChange = { [unowned self] in
      brokerState = $0
      updateStatus()
    }
    panel.onEvent = { [unowned self] in receive($0, $1) }
    panel.onEnd = { [unowned self] in panelEnded($0) }
    panel.start()
    broker.connect()
    sd_notify(0, "READY=1")
    return try loop.run()
  }

  private func stop() {
    sd_notify(0, "STOPPING=1")
    broker.disconnect(publishing: "false", to: topics.availability)
    loop.exit(0)
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
        bothConnected()
      } catch {
        warnings.warn("\(error)")
      }
    case "press", "result": publishEvent(line)
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
    if wasOnline, broker.isConnected { publishAvailability() }
  }

  /// Announces the panel and requests the messages to it once both connections are established. The broker then sends
  /// the retained values again, so that a restarted panel gets them.
  private func bothConnected() {
    guard broker.isConnected else { return }
    guard state != nil else { return publishAvailability() }
    announce()
    publishAvailability()
    broker.subscribe(to: [topics.set("+"), topics.press, topics.command])
  }

  private func announce() {
    guard let state, broker.isConnected else { return }
    if let topic = topics.discovery {
      broker.publish(Array(discovery.message(for: state).singleLine.utf8), to: topic, isRetained: true)
    }
    publishState()
  }

  private func publishAvailability() {
    broker.publish(Array((state == nil ? "false" : "true").utf8), to: topics.availability, isRetained: true)
  }

  private func scheduleState() {
    if stateTimer?.deadline == nil { stateTimer?.deadline = max(EventLoop.now, lastStateTime + Self.stateInterval) }
  }

  private func publishState() {
    guard let state, broker.isConnected else { return }
    lastStateTime = EventLoop.now
    broker.publish(Array(state.json.singleLine.utf8), to: topics.state, isRetained: true)
  }

  /// Publishes an event. Without a broker, events wait for it.
  private func publishEvent(_ line: String) {
    guard unacknowledgedEvents.count < Self.maximumEvents else {
      if !isLosingEvents {
        Journal.warning("\(unacknowledgedEvents.count) events wait for the broker; the next are lost")
      }
      isLosingEvents = true
      return
    }
    unacknowledgedEvents.insert(broker.publish(Array(line.utf8), to: topics.event))
  }

  private func eventAcknowledged(_ id: Int32) {
    unacknowledgedEvents.remove(id)
    if unacknowledgedEvents.isEmpty { isLosingEvents = false }
  }

  // MARK: From the broker

  private func receive(_ message: BrokerConnection.Message) {
    guard message.topic.hasPrefix(topics.base) else { return }
    let topic = message.topic.dropFirst(topics.base.count)
    guard let text = Self.text(message.payload) else {
      return warnings.warn("\(message.topic): expected a line of text of at most \(Self.maximumPayload) bytes")
    }
    if topic.hasPrefix("set/") {
      let name = String(topic.dropFirst("set/".count))
      return panel.send(
        ["command": "set", "values": .object(JSONMembers([(name, .string(text))]))], name: message.topic,
        replacesWaiting: true)
    }
    // A retained press would be repeated at each start.
    guard !message.isRetained else { return warnings.warn("\(message.topic): a retained message is ignored") }
    switch (topic, text) {
    case ("press", _): press(text, message.topic)
    case ("command", "wake"), ("command", "sleep"):
      panel.send(["command": .string(text)], name: message.topic)
    case ("command", "screenshot") where configuration.publishesScreenshots:
      panel.send(["command": "screenshot"], name: message.topic, replacesWaiting: true) { [unowned self] in
        // Without QoS 1, libmosquitto keeps no copy of the picture.
        if broker.isConnected { broker.publish($0, to: topics.screenshot, qos: 0, isRetained: true) }
      }
    default: warnings.warn("\(message.topic): unknown command '\(text.shortened(to: 40))'")
    }
  }

  private func press(_ text: String, _ topic: String) {
    do throws(Diagnostic) {
      let request = try LocatedJSON(value: JSONValue.read(Array(text.utf8), name: topic), file: topic).object()
      let button = PanelState.Button(
        face: try request.required("face").integer(1...6), name: try request.required("button").string())
      panel.send(button.request, name: topic)
    } catch {
      warnings.warn("\(error)")
    }
  }

  /// Returns a payload's text; `nil` if it isn't a printable line.
  private static func text(_ payload: [UInt8]) -> String? {
    guard payload.count <= maximumPayload, var text = String(validating: payload, as: UTF8.self) else { return nil }
    if text.hasSuffix("\n") { text.removeLast() }
    return text.unicodeScalars.allSatisfy { $0.isPrintable && $0 != "\t" } ? text : nil
  }
}
