import JSON
import PanelEvents
import PanelSystem

/// Sends calls to Home Assistant. The changes of an entity run one after the other, so that the last one wins also if the
/// device is slow; a change that waits is replaced by a later one of the same attribute.
final class EntityRequests {
  /// The time after a change within which the device usually reports its new state, in nanoseconds.
  private static let settlingTime: UInt64 = 3_000_000_000

  private struct Change {
    let call: ServiceCall
    let member: String
    let completion: (String?) -> Void
  }

  private let home: HomeConnection
  private let resend: (String) -> Void
  /// The changes by entity; the first of each is under way.
  private var changes: [String: [Change]] = [:]
  /// The times at which entities that didn't change are sent again, since the panel waits for a value after a change.
  private var settlingTimes: [String: UInt64] = [:] { didSet { timer?.deadline = settlingTimes.values.min() } }
  private var timer: TimerSource?

  /// - Parameter resend: Sends an entity's state to the panel.
  init(loop: EventLoop, home: HomeConnection, resend: @escaping (String) -> Void) throws(SystemError) {
    (self.home, self.resend) = (home, resend)
    timer = try loop.addTimer(accuracy: 100_000_000) { [unowned self] in settle() }
  }

  /// Calls a service.
  ///
  /// - Parameter completion: Called later with the reason of a failure; with `nil` after a success.
  func perform(_ call: ServiceCall, completion: @escaping (String?) -> Void) {
    home.send("call_service", call.members) { result in
      switch result {
      case .succeeded: completion(nil)
      case .failed(let reason): completion(reason)
      case .lost: completion("Home Assistant ended before it answered; the outcome is unknown")
      }
    }
  }

  /// Calls the service for a change of a control.
  ///
  /// - Parameters:
  ///   - member: The part of the entity that the call changes.
  ///   - completion: Called later with the reason of a failure; with `nil` after a success, and if a later change has
  ///     replaced this one.
  func perform(_ call: ServiceCall, changing member: String, completion: @escaping (String?) -> Void) {
    guard let entity = call.entity else { return perform(call, completion: completion) }
    let change = Change(call: call, member: member, completion: completion)
    guard var waiting = changes[entity], !waiting.isEmpty else {
      changes[entity] = [change]
      return start(entity)
    }
    if let index = waiting.indices.dropFirst().first(where: { waiting[$0].member == member }) {
      waiting[index].completion(nil)
      waiting.remove(at: index)
    }
    changes[entity] = waiting + [change]
  }

  private func start(_ entity: String) {
    guard let change = changes[entity]?.first else { return }
    settlingTimes[entity] = nil
    perform(change.call) { [unowned self] error in
      change.completion(error)
      changes[entity]?.removeFirst()
      if changes[entity]?.isEmpty == true { changes[entity] = nil }
      if changes[entity] != nil {
        start(entity)
      } else if error == nil {
        settlingTimes[entity] = EventLoop.now + Self.settlingTime
      }
    }
  }

  /// An entity's new state was sent to the panel.
  func stateChanged(_ entity: String) { if settlingTimes[entity] != nil { settlingTimes[entity] = nil } }

  private func settle() {
    let due = settlingTimes.filter { $0.value <= EventLoop.now }.keys
    for entity in due {
      settlingTimes[entity] = nil
      resend(entity)
    }
  }
}
