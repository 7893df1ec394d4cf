import CPangoCairo
import PanelSystem

/// Reads the files of a configuration, and records the checksum of each.
package final class SourceFiles {
  /// A file to read in place of another one.
  private let replacement: (path: String, file: String)?
  /// The SHA-256 checksums of the files that were read, by path.
  private var checksums: [String: String] = [:]
  /// The directory of the first file, with a slash at the end; empty for the working directory.
  private var directory: String?

  package init() { replacement = nil }

  /// Creates a reader that reads `file` in place of `path`.
  package init(reading file: String, as path: String) { replacement = (path, file) }

  /// Returns the path of the file that is read for a path.
  func location(of path: String) -> String {
    guard let replacement, replacement.path == path else { return path }
    return replacement.file
  }

  /// Reads a regular file and records its checksum.
  ///
  /// - Parameter limit: In bytes.
  func read(_ path: String, upTo limit: Int) throws(SystemError) -> [UInt8] {
    directory = directory ?? path.directory
    let bytes = try File.read(location(of: path), upTo: limit)
    checksums[path] = Self.sha256(bytes)
    return bytes
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

  /// The SHA-256 checksum of all files: that of the lines that sha256sum prints for the manifest.
  package var sha256: String {
    Self.sha256(Array(manifest.map { "\($0.sha256)  \($0.name)\n" }.joined().utf8))
  }

  private static func sha256(_ bytes: [UInt8]) -> String {
    guard let digits = g_compute_checksum_for_data(Int32(CGLIB_CHECKSUM_SHA256), bytes, bytes.count) else { return "" }
    defer { g_free(digits) }
    return String(cString: digits)
  }
}

extension String {
  /// The part of a path up to the last slash, including it.
  var directory: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }
}
