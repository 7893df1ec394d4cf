/// Memory that frames reuse.
class ScratchMemory {
  /// After so many frames that needed less than a quarter of the memory, the rest is freed.
  static let examinedFrames = 64
  /// In bytes. Smaller memory is never freed.
  static let keptBytes = 65_536

  /// Removes all values, and frees memory that the last frames didn't need.
  func endFrame() {}
}

/// A list of plain values that keeps its memory when it is emptied, so that a frame like the last one allocates
/// nothing.
///
/// Only for values without references: it doesn't deinitialize them.
final class Scratch<Element>: ScratchMemory {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity = 16

  /// The largest count since the memory was last examined.
  private var peak = 0
  private var frames = 0

  override init() {
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deallocate()
  }

  /// Removes all values, or those from an index on.
  func removeAll(from index: Int = 0) {
    peak = max(peak, count)
    count = index
  }

  @inline(__always) func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    base[count] = element
    count += 1
  }

  /// Replaces all values by `count` equal ones.
  func reset(_ element: Element, count: Int) {
    removeAll()
    // In two steps: `base` may move.
    appendUninitialized(count: count)
    base.update(repeating: element, count: count)
  }

  /// Adds uninitialized values and returns the index of the first one. `base` may move.
  @discardableResult func appendUninitialized(count addedCount: Int) -> Int {
    if count + addedCount > capacity { grow(to: count + addedCount) }
    count += addedCount
    return count - addedCount
  }

  /// Makes room for `count` values, and no more.
  func reserve(_ count: Int) {
    if count > capacity { reallocate(count) }
  }

  private func grow(to minimum: Int) { reallocate(max(minimum, capacity * 2)) }

  private func reallocate(_ newCapacity: Int) {
    capacity = newCapacity
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }

  override func endFrame() {
    removeAll()
    frames += 1
    guard frames >= Self.examinedFrames else { return }
    let isLarge = capacity * MemoryLayout<Element>.stride > Self.keptBytes
    if isLarge, capacity > peak * 4 { reallocate(max(peak, 16)) }
    frames = 0
    peak = 0
  }
}
