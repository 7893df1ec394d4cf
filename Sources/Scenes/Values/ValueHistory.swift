/// The numbers of a value over the last hours: the minimum and the maximum in each of 240 time slots. Memory use is
/// constant.
public final class ValueHistory {
  /// The number of time slots.
  public static let count = 240

  /// The minimum and the maximum in a slot; `nil` without numbers.
  public typealias Part = ClosedRange<Double>?

  /// The length of a slot, in nanoseconds.
  private let width: UInt64
  private var ring: [Part]
  /// The number of the newest slot, counted from the clock's zero.
  private var newest: UInt64
  /// Increases with each change.
  private(set) var version = 0

  init(seconds: Double, at now: UInt64) {
    width = Swift.max(UInt64(clamping: seconds * 1e9) / UInt64(Self.count), 1)
    ring = Array(repeating: nil, count: Self.count)
    newest = now / width
  }

  /// The slots from the oldest to the newest.
  public subscript(_ index: Int) -> Part { ring[place(newest + UInt64(1 + index))] }

  private func place(_ part: UInt64) -> Int { Int(part % UInt64(Self.count)) }

  var isEmpty: Bool { ring.allSatisfy { $0 == nil } }

  /// The start of the next slot, in nanoseconds.
  var nextPart: UInt64 { (newest + 1) * width }

  /// Moves to the slot of this time. Returns true if it is another slot.
  func advance(to now: UInt64) -> Bool {
    let part = now / width
    guard part > newest else { return false }
    for step in 1...Swift.min(part - newest, UInt64(Self.count)) { ring[place(newest + step)] = nil }
    newest = part
    version += 1
    return true
  }

  /// Adds a number to the newest slot. Returns true if that changes the slot.
  func add(_ number: Double) -> Bool {
    let part = ring[place(newest)]
    let wider = part.map { Swift.min($0.lowerBound, number)...Swift.max($0.upperBound, number) } ?? number...number
    guard wider != part else { return false }
    ring[place(newest)] = wider
    version += 1
    return true
  }
}
