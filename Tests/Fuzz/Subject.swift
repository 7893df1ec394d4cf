/// Something that takes bytes from outside, and what must hold whatever they are.
struct Subject: Sendable {
  let name: String
  /// In bytes.
  var longest = 4096
  /// Those that mean something in its inputs.
  var words: [String] = []
  let run: @Sendable (UnsafeRawBufferPointer) -> Void

  static let all: [Subject] = [
    .configuration, .scene, .values, .protocols, .recording, .control, .png, .keymap, .wire, .touches, .raster,
  ]
}

/// Reads numbers off an input until it is used up; zeros follow.
struct Dice {
  private var rest: UnsafeRawBufferPointer.SubSequence

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

  mutating func word() -> UInt16 { UInt16(byte()) << 8 | UInt16(byte()) }

  mutating func bits() -> UInt64 { (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) } }

  mutating func take(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
}

/// Stops the program, which is how a fuzzer finds something.
func require(_ condition: @autoclosure () -> Bool, _ what: @autoclosure () -> String) {
  if !condition() { fatalError(what()) }
}
