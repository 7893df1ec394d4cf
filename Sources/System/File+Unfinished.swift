import Glibc

extension File {
  /// Returns a random name, in the same directory, for a temporary file that will replace `path`.
  static func unfinishedName(of path: String) -> String {
    "\(path).\(String(UInt32.random(in: 0 ... .max), radix: 36))\(unfinished)"
  }

  /// Removes temporary files that killed processes left behind while replacing a file.
  ///
  /// Use it only if no other program writes the file: another program's replacement in progress would fail.
  public static func removeUnfinished(of path: String) {
    var target = path
    if let file = try? Descriptor(opening: path, Descriptor.pathOnly), let status = try? file.status(path) {
      target = self.path(of: file, status) ?? path
    }
    guard let parent = opendir(directory(of: target)) else { return }
    defer { closedir(parent) }
    let begin = (target.lastIndex(of: "/").map { String(target[target.index(after: $0)...]) } ?? target) + "."
    while let entry = readdir(parent) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name.hasPrefix(begin), name.hasSuffix(unfinished) else { continue }
      let middle = name.dropFirst(begin.count).dropLast(unfinished.count)
      // A 32-bit number has at most seven digits in base 36.
      guard (1...7).contains(middle.count), UInt32(middle, radix: 36) != nil else { continue }
      unlinkat(dirfd(parent), name, 0)
    }
  }

  private static let unfinished = ".new"
}
