/// A list of plain values that keeps its memory when it is emptied, so that a frame like the last one allocates
/// nothing.
///
/// Only for values without references: it doesn't deinitialize them.
final class Scratch<Element> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity = 16

  init() {
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deallocate()
  }

  /// Removes all values, or those from an index on.
  func removeAll(from index: Int = 0) {
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
}
