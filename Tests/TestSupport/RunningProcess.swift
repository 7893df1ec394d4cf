import Foundation

/// A running program whose standard output is read line by line. It is killed when this object is released.
open class RunningProcess {
  package let process = Process()
  package let output: LineReader
  private let outputPipe = Pipe()

  /// - Parameters:
  ///   - command: The program's path and its arguments.
  ///   - environment: Variables in addition to `Process.testEnvironment`.
  ///   - errors: The standard error: a `Pipe` or a `FileHandle`.
  public init(_ command: [String], environment: [String: String] = [:], errors: Any = FileHandle.nullDevice) throws {
    output = LineReader(outputPipe.fileHandleForReading.fileDescriptor)
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = Process.testEnvironment.merging(environment) { $1 }
    (process.standardOutput, process.standardError) = (outputPipe, errors)
    try process.runUnblocked()
  }

  deinit {
    if isRunning { send(SIGKILL) }
    // Foundation never frees a process that wasn't waited for, even if it has exited.
    process.waitUntilExit()
  }

  package var pid: pid_t { process.processIdentifier }

  package var isRunning: Bool { process.isRunning }

  package func send(_ signal: Int32) { kill(pid, signal) }

  /// Ends the program with a signal.
  ///
  /// - Returns: The exit status, or the signal's number if the program didn't catch it.
  package func stop(_ signal: Int32 = SIGTERM) -> Int32 {
    send(signal)
    return waitForExit()
  }

  package func waitForExit() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Returns the next line that matches, and drops the lines before it.
  @discardableResult package func line(
    _ description: String, within seconds: Double = 20, where matches: (String) throws -> Bool = { _ in true }
  ) throws -> String {
    guard let line = try output.next(description, within: seconds, where: matches) else {
      throw TestFailure("\(description): the program ended first")
    }
    return line
  }

  /// Closes the reading end of the output, as if its reader had exited.
  package func closeOutput() throws { try outputPipe.fileHandleForReading.close() }
}
