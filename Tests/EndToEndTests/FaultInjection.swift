import Foundation
import TestSupport
import Testing

/// A preloaded library that makes calls fail or wait; see Faults/faults.c.
struct FaultInjection {
  private let directory: TemporaryDirectory
  let environment: [String: String]

  /// - Parameters:
  ///   - directory: The directory for the library and the list of faults.
  ///   - faults: The initial list.
  ///   - source: The file of the library.
  init(in directory: TemporaryDirectory, _ faults: String = "", source name: String = "faults.c") throws {
    self.directory = directory
    let (library, source) = (directory.file("faults.so"), "Tests/EndToEndTests/Faults/\(name)")
    let compiler = try FinishedProcess(
      ["/usr/bin/cc", "-shared", "-fPIC", "-O1", "-o", library, "\(Program.checkout)/\(source)"])
    try #require(compiler.status == 0, "\(compiler.errors)")
    environment = ["LD_PRELOAD": library, "FAULTS": directory.file("faults")]
    try set(faults)
  }

  /// The number of allocations that Faults/allocations.c has counted.
  func allocationCount() throws -> Int {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file("faults")))
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Replaces the list of faults.
  ///
  /// - Parameter faults: Lines with a call and its errno.
  func set(_ faults: String) throws { try directory.write(faults, to: "faults", atomically: false) }
}
