/// Statistics about a touch device and its compositor, for commissioning a panel.
public struct TouchStatistics: Equatable, Sendable {
  /// The number of touch events since the connection was made.
  public internal(set) var events = 0
  /// The number of batches: groups of events that were delivered together.
  public internal(set) var batches = 0
  /// The number of batches that ended without a `wl_touch.frame`.
  public internal(set) var unframedBatches = 0
  /// The maximum number of fingers that were down at once.
  public internal(set) var maximumFingers = 0
  /// A moving average of batches per second, ignoring pauses; `nil` until measured.
  public internal(set) var rate: Double?
  private var lastBatchTime: UInt64 = 0

  /// Intervals of at least this length are pauses, not the device's report rate. In nanoseconds.
  private static let minimumPause: UInt64 = 100_000_000

  /// - Parameter time: in nanoseconds.
  mutating func addBatch(events count: Int, fingers: Int, isFramed: Bool, at time: UInt64) {
    events += count
    batches += 1
    if !isFramed { unframedBatches += 1 }
    maximumFingers = max(maximumFingers, fingers)
    let interval = time &- lastBatchTime
    lastBatchTime = time
    guard interval > 0, interval < Self.minimumPause else { return }
    let currentRate = 1e9 / Double(interval)
    rate = rate.map { $0 * 0.9 + currentRate * 0.1 } ?? currentRate
  }
}
