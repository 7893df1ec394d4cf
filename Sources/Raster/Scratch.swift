/// A list of plain values that keeps its memory when it is emptied, so that a frame like the last one allocates nothing.
///
/// Only for values without references: nothing is deinitialised.
final class Scratch<Element> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity = 16

  init() {
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deallocate()
  }

  func removeAll() {
    count = 0
  }

  /// Removes the values from `count` on.
  func removeAll(from count: Int) {
    self.count = count
  }

  @inline(__always) func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    base[count] = element
    count += 1
  }

  /// Replaces all values by so many equal ones.
  func reset(_ element: Element, count: Int) {
    removeAll()
    // In two steps: `base` moves.
    _ = extend(by: count)
    base.update(repeating: element, count: count)
  }

  /// Adds room for values that the caller writes, and says where it begins. `base` may have moved.
  func extend(by more: Int) -> Int {
    let start = count
    count += more
    if count > capacity { grow(to: count) }
    return start
  }

  private func grow(to least: Int) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(least, capacity * 2))
    larger.update(from: base, count: capacity)
    base.deallocate()
    (base, capacity) = (larger, max(least, capacity * 2))
  }
}
