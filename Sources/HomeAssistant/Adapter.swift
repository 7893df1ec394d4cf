import AdapterKit
import CSystemd
import ControlProtocol
import Glibc
import JSON
import PanelEvents
import PanelSystem
import PictureStreams

/// Connects a panel to Home Assistant: the panel gets the states of the entities that it uses, and Home Assistant the calls
/// and changes of the panel.
package final class Adapter {
  private let loop: EventLoop
  private let configuration: HomeConfiguration
  private let home: HomeConnection
  private let panel: AdapterClient
  private let cameras: CameraPictures
  private var requests: EntityRequests?

  /// The addresses that the panel uses.
  private var uses: Set<String> = []
  /// Whether the panel gets all states with its next message about the addresses in use.
  private var needsStates = true
  /// The number of times that a panel has accepted this program.
  private var panelNumber = 0
  private var states = EntityStates()
  private var subscription: Int?
  /// Whether the subscription has sent the states that it begins with.
  private var hasStates = false
  private var temperatureUnit: String?
  /// The lengths of the charts of entities, in seconds.
  private var charts: [String: Double] = [:]
  /// The entities whose history the panel has or gets.
  private var requestedHistories: Set<String> = []
  private var awaitsHistory = false
  /// The descriptions that the panel has.
  private var descriptions: [String: String] = [:]

  /// The reason why Home Assistant can't be used; `nil` while it can be.
  private var homeProblem: String? = "not connected yet"
  private var version = ""

  package init(_ configuration: HomeConfiguration) throws(SystemError) {
    self.configuration = configuration
    loop = try EventLoop()
    home = try HomeConnection(configuration, loop: loop)
    panel = try AdapterClient(configuration.socket, prefix: "ha", loop: loop)
    cameras = CameraPictures(configuration, to: panel, loop: loop)
    requests = try EntityRequests(
      loop: loop, perform: { [unowned self] in perform($0, completion: $1) }, resend: { [unowned self] in send($0) })
  }

  /// Runs until SIGTERM or SIGINT.
  ///
  /// - Returns: The exit status.
  package func run() throws(SystemError) -> Int32 {
    home.onReady = { [unowned self] in homeIsReady($0) }
    home.onEvent = { [unowned self] in received($1, of: $0) }
    home.onEnd = { [unowned self] in homeEnded($0) }
    panel.onStart = { [unowned self] in panelStarted() }
    panel.onMessage = { [unowned self] in received($0) }
    panel.onEnd = { [unowned self] in
      cameras.stop()
      updateStatus()
    }
    panel.onRefusal = { [unowned self] in cameras.forgetBuffers() }
    let start = { [unowned self] in
      panel.start()
      home.connect()
    }
    return try loop.runService(start: start) { (loop) throws(SystemError) in try loop.runWithGLib() }
  }

  private func updateStatus() {
    let home = homeProblem.map { "no Home Assistant: \($0)" } ?? "Home Assistant \(version)"
    let panel = panel.problem.map { "no panel: \($0)" } ?? "\(uses.count) entities in use"
    sd_notify(0, "STATUS=\(home); \(panel)".sanitized)
  }

  // MARK: Home Assistant

  private func homeIsReady(_ version: String) {
    Journal.notice("connected to Home Assistant \(version) at \(configuration.url)")
    (homeProblem, self.version) = (nil, version)
    updateStatus()
    home.send("get_config") { [unowned self] result in
      guard case .succeeded(.object(let members)) = result, case .object(let units)? = members["unit_system"] else {
        return
      }
      temperatureUnit = units["temperature"]?.text
      if hasStates { for entity in uses { describe(entity) } }
    }
    subscribe()
  }

  private func homeEnded(_ reason: String) {
    if homeProblem != reason { Journal.warning("\(configuration.url): \(reason); trying again") }
    homeProblem = reason
    (subscription, hasStates, states) = (nil, false, EntityStates())
    for entity in uses { send(entity) }
    updateStatus()
  }

  /// Subscribes to the entities in use. Home Assistant then sends the states of all of them.
  private func subscribe() {
    guard home.isReady else { return }
    if let subscription { home.send("unsubscribe_events", [("subscription", .integer(subscription))]) }
    (subscription, hasStates) = (nil, false)
    let entities = uses.filter(isEntity).sorted()
    guard !entities.isEmpty else { return }
    let list = JSONValue.array(entities.map(JSONValue.string))
    subscription = home.send("subscribe_entities", [("entity_ids", list)]) { result in
      if case .failed(let reason) = result { Journal.warning("can't subscribe: \(reason)") }
    }
  }

  private func received(_ event: JSONValue, of id: Int) {
    guard id == subscription else { return }
    if !hasStates {
      states = EntityStates()
      _ = states.apply(event)
      hasStates = true
      for entity in uses { send(entity) }
      requestHistories()
    } else {
      for entity in states.apply(event).intersection(uses) {
        requests?.stateChanged(entity)
        send(entity)
      }
    }
  }

  /// Sends an entity's state to the panel, or the reason why it is stale.
  private func send(_ entity: String) {
    // A request may end after a reload. The panel ignores what it doesn't use.
    guard uses.contains(entity) else { return }
    if let reason = staleReason(entity) {
      panel.enqueue { $0.markStale(entity, because: reason) }
    } else if let state = states.all[entity] {
      describe(entity)
      panel.enqueue { $0.set(state.value(of: domain(of: entity)), for: entity) }
    }
  }

  private func staleReason(_ entity: String) -> String? {
    if let homeProblem { return "Home Assistant: \(homeProblem)" }
    guard isEntity(entity) else { return "expected an entity such as light.hall" }
    guard hasStates else { return nil }
    guard let state = states.all[entity] else { return "Home Assistant has no such entity" }
    return state.isKnown ? nil : state.state
  }

  private func describe(_ entity: String) {
    let description = states.all[entity]?.description(of: domain(of: entity), temperatureUnit: temperatureUnit)
    guard let description, descriptions[entity] != description.singleLine else { return }
    descriptions[entity] = description.singleLine
    panel.enqueue { $0.describe(description, for: entity) }
  }

  /// Requests the readings from before of the charts that don't have them yet, one after the other: each takes a search in Home
  /// Assistant's database.
  private func requestHistories() {
    let missing = charts.filter { states.all[$0.key] != nil && !requestedHistories.contains($0.key) }
    guard home.isReady, hasStates, !awaitsHistory, let chart = missing.min(by: { $0.key < $1.key }) else { return }
    let history = EntityHistory(entity: chart.key, seconds: chart.value)
    let (now, number) = (Double(time(nil)), panelNumber)
    requestedHistories.insert(history.entity)
    awaitsHistory = true
    home.send("history/history_during_period", history.members(now: now)) { [unowned self] result in
      awaitsHistory = false
      switch result {
      case .succeeded(let json):
        for message in number == panelNumber ? history.messages(json, now: now) : [] {
          panel.enqueue { $0.append(message) }
        }
      case .failed(let reason): Journal.warning("no history of \(history.entity): \(reason)")
      case .lost: requestedHistories.remove(history.entity)
      }
      requestHistories()
    }
  }

  // MARK: The panel

  private func panelStarted() {
    (descriptions, requestedHistories) = ([:], [])
    // The panel names the addresses in use next, and gets all of their states.
    needsStates = true
    panelNumber += 1
    updateStatus()
  }

  private func received(_ message: JSONObject) {
    do throws(Diagnostic) {
      if let name = try message["release"]?.string() {
        return cameras.release(name, try message.required("buffer").integer(0...255))
      }
      if let list = message["uses"] {
        try cameras.update(message["pictures"])
        charts = try message["charts"]?.dictionary { _, seconds throws(Diagnostic) in try seconds.number() } ?? [:]
        return use(Set(try list.array().compactMap(\.value.text)))
      }
      guard let id = try message["id"]?.integer(0...Int(Int32.max)) else { return }
      do throws(Refusal) {
        try perform(message, id)
      } catch {
        panel.answer(id, error: error.description)
      }
    } catch {
      Journal.warning("\(error)")
    }
  }

  private func use(_ addresses: Set<String>) {
    guard addresses != uses || needsStates else { return requestHistories() }
    needsStates = false
    if addresses != uses {
      uses = addresses
      // The panel forgets what it doesn't use.
      descriptions = descriptions.filter { addresses.contains($0.key) }
      requestedHistories.formIntersection(addresses)
      updateStatus()
      subscribe()
    }
    // Otherwise, a new subscription begins with the states.
    guard hasStates || subscription == nil else { return }
    for entity in uses { send(entity) }
    requestHistories()
  }

  private func perform(_ message: JSONObject, _ id: Int) throws(Refusal) {
    guard homeProblem == nil else { throw Refusal("no connection to Home Assistant") }
    let number = panelNumber
    let completion: EntityRequests.Completion = { [unowned self] error in
      // The next panel has requests with the same ids.
      if number == panelNumber { panel.answer(id, error: error) }
    }
    if let entity = message["set"]?.value.text {
      let member = message["member"]?.value.text ?? ""
      let change = EntityChange(entity: entity, member: member, text: message["value"]?.value.text ?? "")
      requests?.change(entity, member, by: try change.call(states.all[entity]), completion: completion)
    } else if let service = message["call"]?.value.text {
      perform(try ServiceCall(service, message), completion: completion)
    } else {
      throw Refusal("not known to this adapter")
    }
  }

  private func perform(_ call: ServiceCall, completion: @escaping EntityRequests.Completion) {
    home.send("call_service", call.members) { result in
      switch result {
      case .succeeded: completion(nil)
      case .failed(let reason): completion(reason)
      case .lost: completion("Home Assistant ended before it answered; the outcome is unknown")
      }
    }
  }
}

/// The kind of an entity, such as `light` for `light.hall`.
func domain(of entity: String) -> String { String(entity.prefix { $0 != "." }) }

/// Whether a text has the form of an entity's id. Home Assistant refuses a whole list of entities because of one invalid id.
func isEntity(_ id: String) -> Bool {
  let parts = id.split(separator: ".", omittingEmptySubsequences: false)
  return parts.count == 2
    && parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { $0 == 0x5F || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }
}
