import Glibc

/// A secret text. It lies in one page of memory that is neither written to swap nor to core dumps, and is
/// overwritten when it changes. A `String` would leave copies.
public final class SecureText {
  /// The largest size of a text, in UTF-8 bytes.
  public static let capacity = 4096

  /// The number of characters: of the pieces that were typed.
  public var count: Int { lengths.count }
  public var isEmpty: Bool { lengths.isEmpty }

  /// `nil` if the system has no memory left; the text is then always empty.
  private let memory: UnsafeMutableRawPointer?
  /// The sizes of the characters, in bytes.
  private var lengths: [Int] = []
  private var size: Int { lengths.reduce(0, +) }

  public init() {
    let pages = mmap(nil, Self.capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    memory = pages == MAP_FAILED ? nil : pages
    // Locking can fail because of RLIMIT_MEMLOCK, whose default is 8 MB.
    mlock(memory, Self.capacity)
    madvise(memory, Self.capacity, MADV_DONTDUMP)
  }

  deinit {
    erase()
    if let memory { munmap(memory, Self.capacity) }
  }

  /// Overwrites the text, which is empty then.
  public func erase() {
    if let memory { explicit_bzero(memory, Self.capacity) }
    lengths = []
  }

  /// Replaces characters. Does nothing if the text would become too large.
  ///
  /// - Parameters:
  ///   - range: the numbers of the characters.
  ///   - text: the new characters.
  /// - Returns: the number of new characters.
  @discardableResult public func replace(_ range: Range<Int>, with text: String) -> Int {
    guard let memory, range.upperBound <= count, size + text.utf8.count <= Self.capacity else { return 0 }
    let start = lengths[..<range.lowerBound].reduce(0, +)
    let (removed, tail) = (lengths[range].reduce(0, +), lengths[range.upperBound...].reduce(0, +))
    let added = text.utf8.count
    memmove(memory + start + added, memory + start + removed, tail)
    for (index, byte) in text.utf8.enumerated() {
      memory.storeBytes(of: byte, toByteOffset: start + index, as: UInt8.self)
    }
    let end = start + added + tail
    explicit_bzero(memory + end, Self.capacity - end)
    let newLengths = text.map(\.utf8.count)
    lengths.replaceSubrange(range, with: newLengths)
    return newLengths.count
  }

  /// Calls a closure with the text in UTF-8, which it must not keep.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: memory, count: size))
  }

  /// Calls a closure with the text as a C string, which it must not keep.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    // The rest of the page is zero.
    guard let memory, size < Self.capacity else { return try "".withCString(body) }
    return try body(memory.assumingMemoryBound(to: CChar.self))
  }

  /// Returns a character, for drawing it alone.
  func character(at index: Int) -> String {
    let start = lengths[..<index].reduce(0, +)
    return withBytes { String(decoding: $0[start..<start + lengths[index]], as: UTF8.self) }
  }
}
