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
        warnings.warn(error)
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

  /// Requests the messages to the panel and announces it once both connections are established. The broker then sends
  /// the retained values again, so that a restarted panel gets them.
  private func bothConnected() {
    guard broker.isConnected else { return }
    guard state != nil else { return publishAvailability() }
    // Clients may send messages as soon as the panel is online.
    broker.subscribe(to: [topics.set("+"), topics.press, topics.command])
    announce()
    publishAvailability()
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
    do throws(Diagnostic) {
      let permitsScreenshots = configuration.publishesScreenshots
      perform(try ClientRequest(message, topics, permitsScreenshots: permitsScreenshots), message.topic)
    } catch {
      warnings.warn(error)
    }
  }

  private func perform(_ request: ClientRequest, _ topic: String) {
    switch request {
    case .set(let name, let text):
      let values = JSONValue.object(JSONMembers([(name, .string(text))]))
      panel.send(["command": "set", "values": values], name: topic, replacesWaiting: true)
    case .press(let button): panel.send(button.request, name: topic)
    case .wake: panel.send(["command": "wake"], name: topic)
    case .sleep: panel.send(["command": "sleep"], name: topic)
    case .screenshot:
      panel.send(["command": "screenshot"], name: topic, replacesWaiting: true) { [unowned self] in
        // Without QoS 1, libmosquitto keeps no copy of the picture.
        if broker.isConnected { broker.publish($0, to: topics.screenshot, qos: 0, isRetained: true) }
      }
    }
  }
}
