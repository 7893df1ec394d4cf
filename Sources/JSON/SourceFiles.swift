import PanelSystem

/// Reads the files of a configuration, and records the checksum of each.
package final class SourceFiles {
  /// The path for which another file is read, and that file.
  private let replacement: (path: String, file: String)?
  private let checksum: (([UInt8]) -> String)?
  /// The checksums of the files that were read, by path.
  package private(set) var checksums: [String: String] = [:]
  /// The paths of all files that were read, that couldn't be, or that are missing.
  package private(set) var paths: Set<String> = []
  /// The directory of the first file that was read, with a slash at the end; empty for the working directory, `nil` before
  /// the first file.
  package private(set) var directory: String?

  /// Creates a reader that reads `file` in place of `path`.
  ///
  /// - Parameter checksum: Computes a file's checksum; `nil` to record none.
  package init(replacing replacement: (path: String, file: String)? = nil, checksum: (([UInt8]) -> String)?) {
    (self.replacement, self.checksum) = (replacement, checksum)
  }

  /// Returns the path of the file that is read for a path.
  package func location(of path: String) -> String {
    guard let replacement, replacement.path == path else { return path }
    return replacement.file
  }

  /// Records a file that isn't read, but that the configuration needs.
  package func note(_ path: String) { paths.insert(path) }

  /// Reads a regular file and records its checksum.
  ///
  /// - Parameter limit: In bytes.
  package func read(_ path: String, upTo limit: Int) throws(SystemError) -> [UInt8] {
    directory = directory ?? path.directory
    paths.insert(path)
    let bytes = try File.read(location(of: path), upTo: limit)
    checksums[path] = checksum?(bytes)
    return bytes
  }
}

extension String {
  /// The part of a path up to the last slash, including it.
  package var directory: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }
}
