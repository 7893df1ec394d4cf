import Foundation
import PanelSystem

/// A directory for a test's files, deleted when this object is released.
package final class TemporaryDirectory {
  package let path: String

  package init() throws {
    var template = Array("/tmp/cube-kiosk-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns a file's path. The file needn't exist.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  package func read(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

  /// Writes a file, and creates the directories above it.
  ///
  /// - Parameter atomically: `true` to replace an existing file instead of overwriting it.
  /// - Returns: The file's path.
  @discardableResult package func write(
    _ text: some DataProtocol, to name: String, atomically: Bool = true
  ) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text).write(to: url, options: atomically ? .atomic : [])
    return url.path
  }

  @discardableResult package func write(_ text: String, to name: String, atomically: Bool = true) throws -> String {
    try write(Data(text.utf8), to: name, atomically: atomically)
  }

  /// Writes an executable file.
  ///
  /// Another process writes it: a process that another test starts has a copy of our descriptors for a moment, and a file
  /// that is open for writing can't be executed.
  ///
  /// - Returns: The file's path.
  @discardableResult package func write(program text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let script = #"cat >"$0" && chmod 755 "$0""#
    let result = try FinishedProcess(["/bin/sh", "-c", script, url.path], input: Data(text.utf8))
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return url.path
  }

  package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: file(name)) }

  /// The names of the files, sorted.
  package func contents(of directory: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(directory)).sorted()
  }
}
