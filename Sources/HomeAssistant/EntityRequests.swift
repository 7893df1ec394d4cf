import PanelEvents
import PanelSystem

/// Orders the changes of entities: those of an entity run one after the other, so that the last one wins also if the device is
/// slow. A change that waits is replaced by a later one of the same attribute.
final class EntityRequests {
  /// The time after a change within which the device usually reports its new state, in nanoseconds. After this time, the next
  /// change doesn't wait any longer, either.
  static let settlingTime: UInt64 = 3_000_000_000

  typealias Completion = (_ error: String?) -> Void

  private struct Change {
    let call: ServiceCall
    let member: String
    let completion: Completion
  }

  private struct Entity {
    /// The number of the change that runs; `nil` without one.
    var running: Int?
    var waiting: [Change] = []
    /// The time at which the next change starts or the state is sent again; `nil` for neither.
    var deadline: UInt64?
  }

  private let settlingTime: UInt64
  private let perform: (ServiceCall, @escaping Completion) -> Void
  private let resend: (String) -> Void
  private var entities: [String: Entity] = [:] {
    didSet { timer?.deadline = entities.values.compactMap(\.deadline).min() }
  }
  private var lastNumber = 0
  private var timer: TimerSource?

  /// - Parameters:
  ///   - perform: Calls a service, and its completion later with the reason of a failure; with `nil` after a success.
  ///   - resend: Sends an entity's state to the panel, which waits for a value after a change.
  init(
    loop: EventLoop, settlingTime: UInt64 = settlingTime,
    perform: @escaping (ServiceCall, @escaping Completion) -> Void,
    resend: @escaping (String) -> Void
  ) throws(SystemError) {
    (self.settlingTime, self.perform, self.resend) = (settlingTime, perform, resend)
    timer = try loop.addTimer(accuracy: 50_000_000) { [unowned self] in settle() }
  }

  /// Calls the service for a change of a control.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - entity: The entity that it changes.
  ///   - member: The part of the entity that it changes.
  ///   - completion: Called later with the reason of a failure; with `nil` after a success, and if a later change has
  ///     replaced this one.
  func change(_ entity: String, _ member: String, by call: ServiceCall, completion: @escaping Completion) {
    var state = entities[entity] ?? Entity()
    if let index = state.waiting.firstIndex(where: { $0.member == member }) {
      state.waiting.remove(at: index).completion(nil)
    }
    state.waiting.append(Change(call: call, member: member, completion: completion))
    entities[entity] = state
    if state.running == nil { startNext(entity) }
  }

  private func startNext(_ entity: String) {
    guard var state = entities[entity], !state.waiting.isEmpty else { return }
    let change = state.waiting.removeFirst()
    lastNumber += 1
    let number = lastNumber
    (state.running, state.deadline) = (number, EventLoop.now + settlingTime)
    entities[entity] = state
    perform(change.call) { [unowned self] error in
      change.completion(error)
      guard entities[entity]?.running == number else { return }
      entities[entity]?.running = nil
      entities[entity]?.deadline = error == nil ? EventLoop.now + settlingTime : nil
      if entities[entity]?.waiting.isEmpty == true, error != nil { entities[entity] = nil }
      startNext(entity)
    }
  }

  /// An entity's new state was sent to the panel.
  func stateChanged(_ entity: String) {
    guard let state = entities[entity], state.running == nil, state.waiting.isEmpty else { return }
    entities[entity] = nil
  }

  private func settle() {
    let now = EventLoop.now
    for (entity, state) in entities where state.deadline.map({ $0 <= now }) == true {
      if state.running == nil {
        entities[entity] = nil
        resend(entity)
      } else if state.waiting.isEmpty {
        entities[entity]?.deadline = nil
      } else {
        startNext(entity)
      }
    }
  }
}
