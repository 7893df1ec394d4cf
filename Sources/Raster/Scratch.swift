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

  func append(_ element: Element) {
    // In two steps: `base` moves.
    let index = extend(by: 1)
    base[index] = element
  }

  /// Adds room for values that the caller writes, and says where it begins. `base` may have moved.
  func extend(by more: Int) -> Int {
    let start = count
    count += more
    if count > capacity {
      capacity = max(count, capacity * 2)
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
      larger.update(from: base, count: start)
      base.deallocate()
      base = larger
    }
    return start
  }
}
