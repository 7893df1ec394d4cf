/// The habits of a touch device and its compositor: an engineer wants to know them of a new panel.
public struct TouchHabits: Equatable, Sendable {
  /// All of them since the connection was made.
  public internal(set) var events = 0
  /// The number of batches, the events that were handed on together.
  public internal(set) var batches = 0
  /// Batches that no `wl_touch.frame` ended.
  public internal(set) var unframed = 0
  public internal(set) var mostFingers = 0
  /// Batches a second, over the last ones that came without a pause; `nil` before there were some.
  public internal(set) var rate: Double?
  private var last: UInt64 = 0

  /// A pause as long as that isn't the device's rhythm, in nanoseconds.
  private static let pause: UInt64 = 100_000_000

  /// - Parameter time: nanoseconds.
  mutating func batch(events count: Int, fingers: Int, isFramed: Bool, at time: UInt64) {
    events += count
    batches += 1
    if !isFramed { unframed += 1 }
    mostFingers = max(mostFingers, fingers)
    let interval = time &- last
    last = time
    guard interval > 0, interval < Self.pause else { return }
    let now = 1e9 / Double(interval)
    rate = rate.map { $0 * 0.9 + now * 0.1 } ?? now
  }
}
