import Configuration
import Control
import PanelEvents
import PanelKit
import PanelSystem
import Scenes

/// The connected adapters: separate programs that serve values and actions, each with its prefix.
///
/// It knows no sockets: the server of the socket `adapters` reports connections and messages, and sends for it. Of what
/// adapters send, it keeps the last value and description of each address that the configuration uses.
final class Adapters: AdapterHub {
  /// The maximum length of a line in either direction, in bytes.
  static let maximumLineLength = 65536
  private static let disconnected = "the adapter disconnected"
  /// The members by which a message from an adapter is recognized.
  private static let messages = ["values", "stale", "id", "describe", "history", "buffers", "frame"]

  private struct Adapter {
    let send: (JSONValue) -> Void
    let sendLine: ([UInt8]) -> Void
    /// The last message about the addresses in use, and the sources of the values in it.
    var sentUse: (message: String, sources: [String: ValueDefinition.Source])?
    var hasWarned = false
  }

  /// Returns the size of the largest picture, in pixels.
  var maximumPictureSize: () -> (width: Int, height: Int) = { (0, 0) }
  /// Returns whether pictures can be seen at all.
  var showsPictures: () -> Bool = { true }
  /// Returns the names of the values on the visible page.
  var visibleNames: () -> Set<String> = { [] }

  let sources: ValueSources
  private let log: Log
  private let requests: AdapterRequests
  private var adapters: [String: Adapter] = [:]
  var served: [AdapterAddress: ServedAddress] = [:]
  private var updateTimer: TimerSource?
  /// The buffers of pictures.
  var pools: [AdapterAddress: PicturePool] = [:]
  /// The pictures on the screen, as the adapters know them.
  private var pictureRequests: [AdapterPictures.Request] = []
  /// Those of the last frame.
  private var seenPictures: [AdapterPictures.Request] = []
  /// Fires when a picture becomes stale. The time in suspend counts.
  var pictureTimer: TimerSource?

  /// - Parameter timeout: The time for an adapter's answer, in nanoseconds.
  init(_ sources: ValueSources, loop: EventLoop, log: Log, timeout: UInt64 = AdapterRequests.timeout) throws {
    (self.sources, self.log) = (sources, log)
    requests = try AdapterRequests(loop: loop, timeout: timeout)
    updateTimer = try loop.addTimer { [unowned self] in update() }
    pictureTimer = try loop.addTimer(accuracy: 100_000_000, countsSuspend: true) { [unowned self] in
      sources.pictures.advance(to: EventLoop.bootTime)
      pictureTimer?.deadline = sources.pictures.nextDeadline
    }
    sources.onDefinitionsChange = { [unowned self] in
      findServedValues()
      setNeedsUpdate()
    }
    findServedValues()
  }

  // MARK: Connections

  /// Connects an adapter, which gets the addresses in use at once.
  ///
  /// - Parameter prefix: One that no other adapter serves.
  func adapterConnected(
    _ prefix: String, send: @escaping (JSONValue) -> Void, sendLine: @escaping ([UInt8]) -> Void
  ) {
    adapters[prefix] = Adapter(send: send, sendLine: sendLine)
    log.notice("adapter \(prefix): connected")
    update()
  }

  /// The prefixes of values and pictures that no adapter serves, sorted.
  var missingPrefixes: [String] {
    let addresses = Set(served.keys).union(sources.pictures.addresses)
    return Set(addresses.map(\.prefix)).filter { adapters[$0] == nil }.sorted()
  }

  /// Marks the adapter's values as stale. Whether its unanswered requests had an effect isn't known.
  func adapterDisconnected(_ prefix: String) {
    guard adapters.removeValue(forKey: prefix) != nil else { return }
    log.notice("adapter \(prefix): disconnected")
    // Others may never get a value, as before.
    markStale(served.filter { $0.key.prefix == prefix && $0.value.hasValue }.map(\.key), because: Self.disconnected)
    requests.disconnect(prefix)
    removePools(of: prefix)
  }

  /// Sends the addresses in use again in the next iteration of the event loop, to the adapters for which they changed.
  func setNeedsUpdate() { updateTimer?.deadline = EventLoop.now }

  /// Sends the pictures on the screen again if a frame has changed them.
  func pictureViewsDidChange() {
    guard sources.pictures.hasViewers || !pictureRequests.isEmpty else { return }
    findPictures()
    if seenPictures != pictureRequests { setNeedsUpdate() }
  }

  private func findPictures() {
    if showsPictures() {
      sources.pictures.find(&seenPictures, within: maximumPictureSize())
    } else {
      seenPictures = []
    }
  }

  private func update() {
    updateTimer?.deadline = nil
    findPictures()
    pictureRequests = seenPictures
    let addresses = sources.pictures.addresses
    pools = pools.filter { addresses.contains($0.key) }
    let visible = visibleNames()
    for (prefix, adapter) in adapters {
      let own = served.filter { $0.key.prefix == prefix }
      func list(_ addresses: some Collection<AdapterAddress>) -> JSONValue {
        .array(addresses.map(\.name).sorted().map(JSONValue.string))
      }
      let visibleAddresses = own.filter { $0.value.values.contains { visible.contains($0.name) } }.keys
      var members: [JSONMembers.Member] = [("uses", list(own.keys)), ("visible", list(visibleAddresses))]
      let charts = own.compactMapValues { $0.values.compactMap { self.sources.chartSeconds(of: $0.name) }.max() }
      if !charts.isEmpty {
        let seconds = charts.map { ($0.key.name, JSONValue.integerIfWhole($0.value)) }
        members.append(("charts", .object(JSONMembers(seconds.sorted { $0.0 < $1.0 }))))
      }
      let pictures = pictureRequests.filter { $0.address.prefix == prefix }.map(\.json)
      if !pictures.isEmpty { members.append(("pictures", .array(pictures))) }
      let use = JSONValue.object(JSONMembers(members))
      let sources = sources.definitions.mapValues(\.source).filter { $0.value.prefix == prefix }
      guard adapter.sentUse.map({ $0.message != use.singleLine || $0.sources != sources }) ?? true else { continue }
      adapters[prefix]?.sentUse = (use.singleLine, sources)
      adapter.send(use)
    }
  }

  // MARK: Messages

  /// Handles a message from an adapter. The log has the first one that is refused.
  ///
  /// - Throws: The reason why the message is refused.
  func adapterSent(_ prefix: String, _ message: JSONObject, _ descriptors: ReceivedDescriptors) throws {
    guard let adapter = adapters[prefix] else { return }
    do {
      try handle(message, descriptors, from: prefix)
    } catch {
      adapters[prefix]?.hasWarned = true
      if !adapter.hasWarned { log.warning("adapter \(prefix): \(error)") }
      throw error
    }
  }

  private func handle(
    _ message: JSONObject, _ descriptors: ReceivedDescriptors, from prefix: String
  ) throws(Diagnostic) {
    guard Self.messages.contains(where: { message[$0] != nil }) else {
      let nearest = message.members.keys.lazy.compactMap { $0.nearest(among: Self.messages) }.first
      throw message.json.diagnostic(
        found: nearest == nil ? "none of them" : "an unknown message",
        expected: nearest.map { "\($0)?" } ?? Self.messages.alternatives)
    }
    if message["buffers"] != nil || message["frame"] != nil { try receivePicture(message, descriptors, from: prefix) }
    if let descriptions = message["describe"] { try describe(descriptions.object(), from: prefix) }
    if let history = message["history"] { try addPast(history.object(), from: prefix) }
    if let values = message["values"] { set(try values.object().members, from: prefix) }
    if let stale = message["stale"] {
      var addresses: [AdapterAddress] = []
      for name in try stale.array() { addresses.append(AdapterAddress(prefix: prefix, name: try name.string())) }
      let reason = try message["because"]?.string() ?? "no reason given"
      let stale = markStale(addresses, because: reason)
      if !stale.isEmpty {
        let names = stale.sorted().joined(separator: ", ")
        // An adapter may repeat a private text.
        let isPrivate = stale.contains(where: sources.values.isPrivate)
        log.notice("adapter \(prefix): stale: \(names)\(isPrivate ? "" : ": \(reason.shortened(to: 200))")")
      }
    }
    guard let id = try message["id"]?.integer(0...Int(Int32.max)) else { return }
    let isAccepted = try message.required("ok").bool()
    let reason = try message["error"]?.string() ?? "no reason given"
    requests.end(id, from: prefix, isAccepted ? .succeeded : .failed(reason.sanitized.shortened(to: 200)))
  }

  private func set(_ values: JSONMembers, from prefix: String) {
    var new: [(name: String, raw: String?)] = []
    var addresses: [AdapterAddress] = []
    for (name, json) in values.all {
      let address = AdapterAddress(prefix: prefix, name: name)
      guard let known = served[address] else { continue }
      addresses.append(address)
      served[address]?.receive(json)
      new += known.values.map { ($0.name, $0.text(in: json)) }
    }
    sources.receive(new)
    requests.didSetValues(of: addresses)
  }

  /// - Returns: The values that became stale, or whose reason is another one.
  @discardableResult private func markStale(_ addresses: [AdapterAddress], because reason: String) -> [String] {
    sources.pictures.markStale(addresses)
    let reason = reason.sanitized.shortened(to: 200)
    for address in addresses { served[address]?.staleReason = reason }
    return sources.markStale(addresses.flatMap { served[$0]?.values.map(\.name) ?? [] }, because: reason)
  }

  // MARK: Requests

  /// Calls an adapter.
  ///
  /// - Parameters:
  ///   - line: The line of the list's row, for `{line}`; `nil` outside of lists.
  ///   - ended: Called later, once.
  /// - Throws: If nothing was sent.
  func call(_ call: Action.Call, line: RowLine?, ended: @escaping (AdapterOutcome) -> Void) throws(Refusal) {
    var members: [JSONMembers.Member] = [("call", .string(call.address.name))]
    if let target = call.target {
      members.append(("target", .string(try sources.resolve(target, line: line, reader: .adapter))))
    }
    if let data = call.data {
      let json = (try? JSONValue.read(Array(data.utf8), name: "data")) ?? .null
      members.append(("data", try sources.resolve(json.canonical, line: line)))
    }
    if let payload = call.payload {
      members.append(("payload", .string(try sources.resolve(payload, line: line, reader: .adapter))))
    }
    try send(members, to: call.address.prefix, .init(ended: ended))
  }

  /// Sends a change by hand to the adapter that serves a value.
  ///
  /// - Parameters:
  ///   - ended: Called later, once.
  ///   - settled: Called later, once the value is true again: the change failed, or the adapter has sent the value.
  /// - Throws: If nothing was sent.
  func set(
    _ name: String, to text: String, ended: @escaping (AdapterOutcome) -> Void, settled: @escaping () -> Void
  ) throws(Refusal) {
    guard case .adapter(let address, let member)? = sources.definitions[name]?.source else {
      throw Refusal("\(name) has no adapter")
    }
    try checkChange(of: name, to: text)
    var members: [JSONMembers.Member] = [("set", .string(address.name))]
    if !member.isEmpty { members.append(("member", .string(member))) }
    members.append(("value", .string(text)))
    try send(members, to: address.prefix, .init(changing: address, ended: ended, settled: settled))
  }

  /// Throws if a value's adapter isn't connected or can't set the value to a text.
  func checkChange(of name: String, to text: String) throws(Refusal) {
    if let prefix = sources.definitions[name]?.adapterAddress?.prefix { _ = try adapter(prefix) }
    try sources.values.checkText(text, for: name)
  }

  private func adapter(_ prefix: String) throws(Refusal) -> Adapter {
    guard let adapter = adapters[prefix] else { throw Refusal("no adapter serves \(prefix)", kind: .noAdapter) }
    return adapter
  }

  /// Sends a line that needs no answer, at once if the adapter reads.
  func send(line: [UInt8], to prefix: String) { adapters[prefix]?.sendLine(line) }

  private func send(
    _ members: [JSONMembers.Member], to prefix: String, _ request: AdapterRequests.Request
  ) throws(Refusal) {
    let adapter = try adapter(prefix)
    let id = requests.nextID
    let message = JSONValue.object(JSONMembers(members + [("id", .integer(id))]))
    let length = message.singleLine.utf8.count
    guard length < Self.maximumLineLength else {
      throw Refusal("found a call of \(length) bytes; expected fewer than \(Self.maximumLineLength)")
    }
    requests.begin(request, id: id, to: prefix)
    adapter.send(message)
  }
}

extension ValueDefinition.Source {
  fileprivate var prefix: String? { if case .adapter(let address, _) = self { address.prefix } else { nil } }
}
