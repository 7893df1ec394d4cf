import PanelEvents
import Scenes

/// The end of a call or a change that an adapter was asked for.
enum AdapterOutcome: Equatable {
  case succeeded
  /// The associated value is the adapter's reason.
  case failed(String)
  /// The adapter didn't answer. The associated value is the reason.
  case unknown(String)
}

/// The calls and changes that adapters haven't ended.
///
/// A change ends in two steps: the adapter's answer, and the value that it led to, which may come first.
final class AdapterRequests {
  /// The time for an answer, and for the value after a change, in nanoseconds.
  static let timeout: UInt64 = 10_000_000_000

  struct Request {
    /// The address that is changed; `nil` for a call.
    fileprivate let address: AdapterAddress?
    fileprivate let ended: (AdapterOutcome) -> Void
    fileprivate let settled: () -> Void
    fileprivate var prefix = ""
    fileprivate var deadline: UInt64 = 0
    fileprivate var (isAnswered, hasNewValue) = (false, false)

    init(
      changing address: AdapterAddress? = nil, ended: @escaping (AdapterOutcome) -> Void,
      settled: @escaping () -> Void = {}
    ) {
      (self.address, self.ended, self.settled) = (address, ended, settled)
    }
  }

  private let timeout: UInt64
  private var requests: [Int: Request] = [:] {
    didSet { timer?.deadline = requests.values.map(\.deadline).min() }
  }
  private var lastID = 0
  private var timer: TimerSource?

  init(loop: EventLoop, timeout: UInt64) throws {
    self.timeout = timeout
    timer = try loop.addTimer { [unowned self] in endOverdue() }
  }

  /// The id of the next request. Ids start again before they would exceed 31 bits.
  var nextID: Int { lastID % Int(Int32.max) + 1 }

  func begin(_ request: Request, id: Int, to prefix: String) {
    var request = request
    (request.prefix, request.deadline, lastID) = (prefix, EventLoop.now + timeout, id)
    requests[id] = request
  }

  /// Ends a request by the adapter's answer. An answer to no request of this adapter is ignored: it may be late.
  func end(_ id: Int, from prefix: String, _ outcome: AdapterOutcome) {
    guard let request = requests[id], request.prefix == prefix, !request.isAnswered else { return }
    let awaitsValue = outcome == .succeeded && request.address != nil && !request.hasNewValue
    if awaitsValue { requests[id]?.isAnswered = true } else { requests[id] = nil }
    request.ended(outcome)
    if !awaitsValue { request.settled() }
  }

  func didSetValues(of addresses: [AdapterAddress]) {
    for (id, request) in requests where request.address.map(addresses.contains) == true {
      requests[id]?.hasNewValue = true
      if request.isAnswered { finish(id, .succeeded) }
    }
  }

  func disconnect(_ prefix: String) {
    for (id, request) in requests where request.prefix == prefix { finish(id, .unknown("the adapter disconnected")) }
  }

  private func endOverdue() {
    let now = EventLoop.now
    for (id, request) in requests where request.deadline <= now { finish(id, .unknown("the adapter didn't answer")) }
  }

  /// Ends a request without a further answer.
  private func finish(_ id: Int, _ outcome: AdapterOutcome) {
    guard let request = requests.removeValue(forKey: id) else { return }
    if !request.isAnswered { request.ended(outcome) }
    request.settled()
  }
}
