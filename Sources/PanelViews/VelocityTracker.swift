import PanelGeometry

/// Measures a velocity over the last 100 ms, because single events are too noisy.
struct VelocityTracker {
  /// In nanoseconds.
  private static let maximumAge: UInt64 = 100_000_000
  private static let capacity = 16

  private var samples: ContiguousArray<(time: UInt64, value: Point)> = []

  init() { samples.reserveCapacity(Self.capacity) }

  mutating func reset() { samples.removeAll(keepingCapacity: true) }

  mutating func add(_ value: Point, at time: UInt64) {
    if let last = samples.last, last.time == time { samples.removeLast() }
    if samples.count == Self.capacity { samples.removeFirst() }
    samples.append((time, value))
  }

  /// Returns the change of the value per second; zero after 100 ms without movement, so that a resting finger doesn't
  /// fling.
  func velocity(at time: UInt64) -> Point {
    guard let last = samples.last, time &- last.time <= Self.maximumAge,
      let first = samples.first(where: { last.time &- $0.time <= Self.maximumAge }), first.time < last.time
    else { return .zero }
    return (last.value - first.value) * (1e9 / Double(last.time - first.time))
  }

  /// Shifts all samples after the centroid jumped because a touch began or ended.
  mutating func shift(by distance: Point) {
    for index in samples.indices { samples[index].value = samples[index].value + distance }
  }
}
