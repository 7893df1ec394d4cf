import Glibc

/// The content of a file.
struct FileBytes {
  let bytes: [UInt8]

  /// `nil` if the file can't be opened.
  init?(_ path: String) {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    self.bytes = bytes
  }
}
