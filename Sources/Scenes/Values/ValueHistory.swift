/// The numbers that a value had in the last hours: the least and the greatest of each of a few hundred parts of that time.
/// It never takes more memory than at first.
public final class ValueHistory {
  /// The parts of the time.
  public static let count = 240

  /// The least and the greatest number; `nil` for a part without any.
  public typealias Part = ClosedRange<Double>?

  /// The length of a part, in nanoseconds.
  private let width: UInt64
  private var ring: [Part]
  /// The number of the newest part since the clock's beginning.
  private var newest: UInt64
  /// Grows with each change.
  private(set) var version = 0

  init(seconds: Double, at now: UInt64) {
    width = Swift.max(UInt64(clamping: seconds * 1e9) / UInt64(Self.count), 1)
    ring = Array(repeating: nil, count: Self.count)
    newest = now / width
  }

  /// From the eldest to the newest.
  public subscript(_ index: Int) -> Part { ring[place(newest + UInt64(1 + index))] }

  private func place(_ part: UInt64) -> Int { Int(part % UInt64(Self.count)) }

  var isEmpty: Bool { ring.allSatisfy { $0 == nil } }

  /// When the next part begins, in nanoseconds.
  var nextPart: UInt64 { (newest + 1) * width }

  /// True when it is another part now.
  func advance(to now: UInt64) -> Bool {
    let part = now / width
    guard part > newest else { return false }
    for step in 1...Swift.min(part - newest, UInt64(Self.count)) { ring[place(newest + step)] = nil }
    newest = part
    version += 1
    return true
  }

  /// True when that changes something.
  func add(_ number: Double) -> Bool {
    let part = ring[place(newest)]
    let wider = part.map { Swift.min($0.lowerBound, number)...Swift.max($0.upperBound, number) } ?? number...number
    guard wider != part else { return false }
    ring[place(newest)] = wider
    version += 1
    return true
  }
}
