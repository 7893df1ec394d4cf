/// The numbers of a value over the last hours: the minimum and the maximum in each of 240 time slots. Memory use is
/// constant.
public final class ValueHistory {
  /// The number of time slots.
  public static let slotCount = 240

  /// The minimum and the maximum of the numbers in a slot.
  public typealias Slot = ClosedRange<Double>

  /// The length of a slot, in nanoseconds.
  private let slotLength: UInt64
  /// The slot with number n is at index n % slotCount; `nil` without numbers.
  private var ring: [Slot?]
  /// The number of the newest slot, counted from the clock's zero.
  private var newestSlot: UInt64
  /// Increases with each change.
  private(set) var version = 0

  init(seconds: Double, at now: UInt64) {
    slotLength = Swift.max(UInt64(clamping: seconds * 1e9) / UInt64(Self.slotCount), 1)
    ring = Array(repeating: nil, count: Self.slotCount)
    newestSlot = now / slotLength
  }

  /// The slots from the oldest (0) to the newest; `nil` without numbers.
  public subscript(_ position: Int) -> Slot? { ring[index(of: newestSlot + UInt64(1 + position))] }

  private func index(of slot: UInt64) -> Int { Int(slot % UInt64(Self.slotCount)) }

  var isEmpty: Bool { ring.allSatisfy { $0 == nil } }

  /// The start of the next slot, in nanoseconds.
  var nextSlotStart: UInt64 { (newestSlot + 1) * slotLength }

  /// Moves to the slot of this time. Returns true if that is a later slot.
  func advance(to now: UInt64) -> Bool {
    let slot = now / slotLength
    guard slot > newestSlot else { return false }
    for step in 1...Swift.min(slot - newestSlot, UInt64(Self.slotCount)) { ring[index(of: newestSlot + step)] = nil }
    newestSlot = slot
    version += 1
    return true
  }

  /// Adds a number to the newest slot. Returns true if that changes the slot.
  func add(_ number: Double) -> Bool {
    let slot = ring[index(of: newestSlot)]
    let widened = slot.map { Swift.min($0.lowerBound, number)...Swift.max($0.upperBound, number) } ?? number...number
    guard widened != slot else { return false }
    ring[index(of: newestSlot)] = widened
    version += 1
    return true
  }
}
