import AdapterKit
import JSON
import PanelEvents
import PanelSystem

/// Serves the addresses of topics, `mqtt:TOPIC`: the panel gets the messages of the topics that it uses, and the broker the
/// panel's calls and changes.
final class TopicAdapter {
  static let prefix = "mqtt"

  private let broker: BrokerConnection
  private let panel: AdapterClient
  private let warnings: WarningLimit
  /// The topics that the panel uses.
  private var topics: Set<String> = []
  /// The ids of the panel's requests whose messages the broker hasn't acknowledged, by the messages' numbers.
  private var requests: [Int32: Int] = [:]

  /// - Parameter path: The panel's socket for adapters.
  init(
    _ path: String, _ broker: BrokerConnection, warnings: WarningLimit, loop: EventLoop
  ) throws(SystemError) {
    (self.broker, self.warnings) = (broker, warnings)
    panel = try AdapterClient(path, prefix: Self.prefix, label: "topics: ", loop: loop)
    panel.onMessage = { [unowned self] in receive($0) }
    panel.onEnd = { [unowned self] in panelEnded() }
  }

  func start() { panel.start() }

  private func panelEnded() {
    broker.unsubscribe(from: Array(topics))
    (topics, requests) = ([], [:])
  }

  // MARK: From the broker

  func brokerAccepted() { broker.subscribe(to: topics.sorted()) }

  func brokerEnded() {
    for topic in topics { markStale(topic, "no connection to the broker") }
    for id in requests.values { panel.answer(id, error: "the connection to the broker ended") }
    requests = [:]
  }

  /// - Returns: False if the panel doesn't use the topic.
  func receive(_ message: BrokerConnection.Message) -> Bool {
    guard topics.contains(message.topic) else { return false }
    if let value = TopicAddress.value(of: message.payload) {
      panel.enqueue { $0.set(value, for: message.topic) }
    } else {
      let expected = "a text of at most \(TopicAddress.maximumPayload) bytes"
      warnings.warn(Diagnostic(message.topic, "found \(message.payload.count) bytes; expected \(expected)"))
      markStale(message.topic, "expected \(expected)")
    }
    return true
  }

  func subscriptionDenied(_ topic: String) {
    guard topics.contains(topic) else { return }
    markStale(topic, "the broker denies the subscription")
  }

  /// - Parameter refusal: The broker's reason not to publish the message; `nil` if it has.
  func acknowledged(_ number: Int32, refusal: String?) {
    guard let id = requests.removeValue(forKey: number) else { return }
    panel.answer(id, error: refusal)
  }

  private func markStale(_ topic: String, _ reason: String) {
    panel.enqueue { $0.markStale(topic, because: reason) }
  }

  // MARK: From the panel

  private func receive(_ message: JSONObject) {
    do throws(Diagnostic) {
      if let uses = message["uses"] {
        var addresses: [String] = []
        for address in try uses.array() { addresses.append(try address.string()) }
        use(addresses)
      }
      guard let id = try message["id"]?.integer(0...Int(Int32.max)) else { return }
      if let topic = try message["call"]?.string() {
        let data = message.members["data"]?.singleLine
        publish(try message["payload"]?.string() ?? data ?? "", to: TopicAddress(topic)?.topic, for: id)
      } else if let topic = try message["set"]?.string() {
        let payload = TopicAddress.payload(
          try message.required("value").string(), member: try message["member"]?.string())
        publish(payload, to: TopicAddress(topic)?.commandTopic, for: id)
      } else {
        panel.answer(id, error: "unknown request")
      }
    } catch {
      warnings.warn(error)
    }
  }

  /// Follows the topics that the panel uses, and no others.
  private func use(_ addresses: [String]) {
    let new = Set(addresses.compactMap { TopicAddress($0)?.topic })
    for address in addresses where TopicAddress(address) == nil {
      markStale(address, "a value has one topic, without + and #")
    }
    let added = new.subtracting(topics).sorted()
    broker.unsubscribe(from: topics.subtracting(new).sorted())
    if broker.isConnected {
      broker.subscribe(to: added)
    } else {
      for topic in added { markStale(topic, "no connection to the broker") }
    }
    topics = new
  }

  /// Publishes a message, whose acknowledgement answers the panel.
  ///
  /// - Parameter topic: `nil` if it isn't valid.
  private func publish(_ payload: String, to topic: String?, for id: Int) {
    guard let topic else { return panel.answer(id, error: "expected a topic without + and #") }
    guard broker.isReady else { return panel.answer(id, error: "no connection to the broker") }
    guard let number = broker.publish(Array(payload.utf8), to: topic) else {
      return panel.answer(id, error: "not published")
    }
    requests[number] = id
  }
}
