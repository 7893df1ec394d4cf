import CPangoCairo

extension SourceFiles {
  package convenience init() { self.init(checksum: Self.sha256) }

  /// Creates a reader that reads `file` in place of `path`.
  package convenience init(reading file: String, as path: String) {
    self.init(replacing: (path, file), checksum: Self.sha256)
  }

  /// The files that were read, and their checksums in hexadecimal, sorted by name.
  ///
  /// A name is relative to the directory of the first file, unless the file is elsewhere.
  package var manifest: [(name: String, sha256: String)] {
    let directory = directory ?? ""
    let files = checksums.map { path, sha256 in
      (path.hasPrefix(directory) ? String(path.dropFirst(directory.count)) : path, sha256)
    }
    return files.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
  }

  /// The SHA-256 checksum of the manifest, in the lines that sha256sum prints for its files. It changes with any file.
  package var sha256: String {
    Self.sha256(Array(manifest.map { "\($0.sha256)  \($0.name)\n" }.joined().utf8))
  }

  private static func sha256(_ bytes: [UInt8]) -> String {
    guard let digits = g_compute_checksum_for_data(UInt32(CGLIB_CHECKSUM_SHA256), bytes, bytes.count) else { return "" }
    defer { g_free(digits) }
    return String(cString: digits)
  }
}
