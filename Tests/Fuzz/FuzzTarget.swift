/// A function that takes external bytes, and requirements that hold for all inputs.
struct FuzzTarget: Sendable {
  let name: String
  /// The maximum length of an input, in bytes.
  var maxLength = 4096
  /// Words for libFuzzer's dictionary.
  var words: [String] = []
  let run: @Sendable (UnsafeRawBufferPointer) -> Void

  static let all: [FuzzTarget] = [
    .configuration, .scene, .values, .control, .adapters, .png, .keymap, .wire, .touches, .text, .raster,
  ]
}

/// Reads numbers from an input. After its end, they are 0.
struct FuzzInput {
  private var rest: UnsafeRawBufferPointer.SubSequence

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func bool() -> Bool { byte() & 1 == 0 }

  mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

  mutating func element<T>(of elements: [T]) -> T { elements[number(below: elements.count)] }

  mutating func word() -> UInt16 { UInt16(byte()) << 8 | UInt16(byte()) }

  mutating func bits() -> UInt64 { (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) } }

  mutating func take(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
}

/// Ends the process if a condition doesn't hold; libFuzzer saves the input.
func require(_ condition: @autoclosure () -> Bool, _ failure: @autoclosure () -> String) {
  if !condition() { fatalError(failure()) }
}
