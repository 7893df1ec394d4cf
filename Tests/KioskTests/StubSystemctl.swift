import Foundation
import TestSupport

/// A stub of systemctl(1) first in PATH, whose calls end when a test says so.
final class StubSystemctl {
  private let directory: TemporaryDirectory
  private let path = ProcessInfo.processInfo.environment["PATH"] ?? ""

  init() throws {
    directory = try TemporaryDirectory()
    let script = """
      #!/bin/sh
      cd '\(directory.path)' || exit
      echo "$*" >>calls
      until [ -e "$4" ]; do sleep 0.02; done
      status=$(cat "$4")
      rm "$4"
      exit "$status"
      """
    try directory.write(program: script, to: "systemctl")
    setenv("PATH", directory.path + ":" + path, 1)
  }

  deinit { setenv("PATH", path, 1) }

  /// The arguments of each call.
  var calls: [String] { get throws { try directory.read("calls").split(separator: "\n").map(String.init) } }

  /// Ends the current or next call for a unit.
  func end(_ unit: String, status: Int) throws { try directory.write("\(status)", to: unit) }
}
