import Glibc
import PanelSystem

/// A file that `make-panel` writes. Its first member is a checksum of the rest, by which a file that its owner has edited is
/// recognized.
struct PanelFile {
  private static let start = "{\n  \"//make-panel\": \""
  private static let separator = "\",\n"
  private static let maximumSize = 4 << 20

  let text: String

  /// - Parameter rest: The file's text after the first line.
  init(_ rest: String) { text = Self.start + Self.checksum(rest.utf8) + Self.separator + rest }

  /// Whether a file has another text than one that was written here.
  ///
  /// - Throws: If the file exists but can't be read.
  static func isEdited(_ path: String) throws(SystemError) -> Bool {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try File.read(path, upTo: maximumSize)
    } catch {
      if error.code == ENOENT { return false }
      throw error
    }
    let head = Array(start.utf8)
    guard bytes.starts(with: head), bytes.count > head.count + 16 else { return true }
    let checksum = String(decoding: bytes[head.count..<head.count + 16], as: UTF8.self)
    return checksum != Self.checksum(bytes.dropFirst(head.count + 16 + separator.utf8.count))
  }

  /// The FNV-1a hash of 64 bits, in hexadecimal digits.
  private static func checksum(_ bytes: some Sequence<UInt8>) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
