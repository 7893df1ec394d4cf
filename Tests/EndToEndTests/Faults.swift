import Foundation
import Testing

/// A library that makes a program's calls fail or wait, as a file says at the moment; see Faults/faults.c.
struct Faults {
  private let file: String
  let environment: [String: String]

  /// - Parameters:
  ///   - directory: takes the library and the file.
  ///   - faults: those from the start.
  init(in directory: Scratch, _ faults: String = "") throws {
    let library = directory.path + "/faults.so"
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Faults/faults.c")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/cc")
    compiler.arguments = ["-shared", "-fPIC", "-O1", "-o", library, source.path]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    file = directory.path + "/faults"
    environment = ["LD_PRELOAD": library, "FAULTS": file]
    try set(faults)
  }

  /// A name of a call and an errno, a line each; empty for none.
  func set(_ faults: String) throws { try faults.write(toFile: file, atomically: false, encoding: .utf8) }
}
