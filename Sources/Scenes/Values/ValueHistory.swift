/// The numbers of a value over the last hours: the minimum and the maximum in each of 240 time slots. Memory use is
/// constant.
public final class ValueHistory {
  /// The number of time slots.
  public static let slotCount = 240

  /// The minimum and the maximum of the numbers in a slot.
  public typealias Slot = ClosedRange<Double>

  private struct Entry {
    /// `nil` without numbers.
    var slot: Slot?
    /// True if the value wasn't a number after the slot's last one.
    var isInterrupted = false

    mutating func widen(to other: Slot) {
      slot = slot.map { min($0.lowerBound, other.lowerBound)...max($0.upperBound, other.upperBound) } ?? other
    }
  }

  private let seconds: Double
  /// The length of a slot, in nanoseconds.
  private let slotLength: UInt64
  /// The slot with number n is at index n % slotCount.
  private var ring: [Entry]
  /// The number of the newest slot, counted from the clock's zero.
  private var newestSlot: UInt64
  /// The number of the newest slot when a saved history was restored: only older slots are that history's alone.
  private var firstOwnSlot: UInt64?
  /// Increases with each change.
  private(set) var version = 0

  init(seconds: Double, at now: UInt64) {
    self.seconds = seconds
    slotLength = Swift.max(UInt64(clamping: seconds * 1e9) / UInt64(Self.slotCount), 1)
    ring = Array(repeating: Entry(), count: Self.slotCount)
    newestSlot = now / slotLength
  }

  /// The slots from the oldest (0) to the newest; `nil` without numbers.
  public subscript(_ position: Int) -> Slot? { ring[index(ofPosition: position)].slot }

  /// Returns whether the line of a chart ends at a slot, because the value wasn't a number then or afterwards.
  func isInterrupted(_ position: Int) -> Bool { ring[index(ofPosition: position)].isInterrupted }

  private func index(of slot: UInt64) -> Int { Int(slot % UInt64(Self.slotCount)) }
  private func index(ofPosition position: Int) -> Int { index(of: newestSlot + UInt64(1 + position)) }

  var isEmpty: Bool { ring.allSatisfy { $0.slot == nil } }

  /// The start of the next slot, in nanoseconds.
  var nextSlotStart: UInt64 { (newestSlot + 1) * slotLength }

  /// Moves to the slot of this time. Returns true if that is a later slot.
  func advance(to now: UInt64) -> Bool {
    let slot = now / slotLength
    guard slot > newestSlot else { return false }
    for step in 1...Swift.min(slot - newestSlot, UInt64(Self.slotCount)) {
      ring[index(of: newestSlot + step)] = Entry()
    }
    newestSlot = slot
    version += 1
    return true
  }

  /// Adds a number to the newest slot. Returns true if that changes the slot.
  func add(_ number: Double) -> Bool {
    let index = index(of: newestSlot)
    let slot = ring[index].slot
    ring[index].widen(to: number...number)
    ring[index].isInterrupted = false
    guard ring[index].slot != slot else { return false }
    version += 1
    return true
  }

  /// Ends the line: the value is no number, stale or unset. The next number begins another line.
  func interrupt() { ring[index(of: newestSlot)].isInterrupted = true }

  func removeAll() {
    ring = Array(repeating: Entry(), count: Self.slotCount)
    version += 1
  }

  /// Spreads numbers evenly over the slots before the newest one, from the oldest to the newest.
  func fill(_ numbers: some Collection<Double>) {
    for (index, number) in numbers.enumerated() {
      let slot = self.index(ofPosition: index * (Self.slotCount - 1) / numbers.count)
      ring[slot].widen(to: number...number)
    }
    version += 1
  }

  /// Adds readings to earlier slots. Those that are too old or in the future are ignored.
  ///
  /// - Parameter readings: In the order of their times, which are seconds of the history's clock and may be negative. A
  ///   reading that is no number ends a line.
  func addPast(_ readings: [(time: Double, number: Double?)]) {
    for (time, number) in readings {
      let offset = (time / slotSeconds).rounded(.down) - Double(newestSlot)
      guard (Double(1 - Self.slotCount)...0).contains(offset) else { continue }
      let index = index(ofPosition: Self.slotCount - 1 + Int(clamping: offset))
      if let number {
        ring[index].widen(to: number...number)
        // The value may have become stale since, in the newest slot.
        if offset < 0 { ring[index].isInterrupted = false }
      } else {
        ring[index].isInterrupted = true
      }
    }
    version += 1
  }

  /// The numbers in the order of their times, as `addPast` takes them.
  var readings: [(time: Double, number: Double?)] {
    var readings: [(time: Double, number: Double?)] = []
    for position in 0..<Self.slotCount {
      let time = (Double(newestSlot) - Double(Self.slotCount - 1 - position)) * slotSeconds
      if let slot = self[position] { readings += [(time, slot.lowerBound), (time, slot.upperBound)] }
      if isInterrupted(position) { readings.append((time, nil)) }
    }
    return readings
  }

  // MARK: Saved histories

  /// In seconds of the history's clock.
  var newestSlotStart: Double { Double(newestSlot) * slotSeconds }

  private var slotSeconds: Double { Double(slotLength) / 1e9 }

  /// Returns the history for another run of the program.
  ///
  /// - Parameter wallOffset: the wall clock's time minus that of the history's clock, in seconds.
  func saved(wallOffset: Double) -> SavedHistory {
    let positions = 0..<Self.slotCount
    return SavedHistory(
      seconds: seconds,
      start: (Double(newestSlot) * slotSeconds + wallOffset).rounded(), slots: positions.map { self[$0] },
      interruptions: positions.filter(isInterrupted))
  }

  /// Places a saved history before the history of this run, with a gap for the time in between, or again at another place
  /// after the wall clock was set.
  ///
  /// If the wall clock is before the saved history, how long the program was stopped isn't known. The gap then is one slot.
  func restore(_ saved: SavedHistory, wallOffset: Double) {
    let isFirst = firstOwnSlot == nil
    let base = firstOwnSlot ?? newestSlot
    firstOwnSlot = base
    let slotsBefore = ((Double(base) * slotSeconds + wallOffset - saved.start) / slotSeconds).rounded()
    let distance = slotsBefore < 0 ? 1 : Int(clamping: Swift.min(slotsBefore, 1e6))
    /// Returns the position of a slot before or after `base`; `nil` if the history has no room for it.
    func position(_ offset: Int) -> Int? {
      let position = Self.slotCount - 1 - Int(clamping: newestSlot - base) + offset
      return (0..<Self.slotCount).contains(position) ? position : nil
    }
    if !isFirst {
      for offset in -Self.slotCount..<0 { position(offset).map { ring[index(ofPosition: $0)] = Entry() } }
    }
    for (age, slot) in saved.slots.reversed().enumerated() where distance + age > 0 || isFirst {
      guard let position = position(-distance - age) else { continue }
      let index = index(ofPosition: position)
      if let slot { ring[index].widen(to: slot) }
      if saved.interruptions.contains(saved.slots.count - 1 - age) || age == 0 && distance > 0 {
        ring[index].isInterrupted = true
      }
    }
    version += 1
  }
}

/// A value's history as it is saved.
public struct SavedHistory: Equatable, Sendable {
  /// The time that the history covers, in seconds.
  public var seconds: Double
  /// The start of the newest slot, in seconds since 1970.
  public var start: Double
  /// From the oldest to the newest.
  public var slots: [ValueHistory.Slot?]
  /// The indices of the slots at which the line ends.
  public var interruptions: [Int]

  public init(seconds: Double, start: Double, slots: [ValueHistory.Slot?], interruptions: [Int]) {
    (self.seconds, self.start, self.slots, self.interruptions) = (seconds, start, slots, interruptions)
  }
}
