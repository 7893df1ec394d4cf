import Foundation

/// The exit status and output of a program that has ended.
package struct FinishedProcess {
  package let status: Int32
  package let output: String
  package let errors: String

  /// Runs a program until it ends.
  ///
  /// - Parameters:
  ///   - command: The program's path and its arguments.
  ///   - environment: Variables in addition to `Process.testEnvironment`.
  ///   - input: The program's standard input.
  ///   - directory: The program's working directory; by default, the tests' working directory.
  package init(
    _ command: [String], environment: [String: String] = [:], input: some DataProtocol = Data(),
    in directory: String? = nil
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = Process.testEnvironment.merging(environment) { $1 }
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    let (input, standardInput, pipes) = (Data(input), Pipe(), [Pipe(), Pipe()])
    (process.standardInput, process.standardOutput, process.standardError) = (standardInput, pipes[0], pipes[1])
    try process.runUnblocked()
    // A program may end without reading its input.
    signal(SIGPIPE, SIG_IGN)
    try? standardInput.fileHandleForWriting.write(contentsOf: input)
    try standardInput.fileHandleForWriting.close()
    // Read both pipes at once: a program may fill one pipe before it writes to the other.
    var (texts, open) = ([Data(), Data()], [true, true])
    while open.contains(true) {
      var descriptors = pipes.indices.map {
        pollfd(fd: open[$0] ? pipes[$0].fileHandleForReading.fileDescriptor : -1, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&descriptors, 2, -1) > 0 else { continue }
      for index in pipes.indices where descriptors[index].revents != 0 {
        let data = pipes[index].fileHandleForReading.availableData
        texts[index] += data
        open[index] = !data.isEmpty
      }
    }
    process.waitUntilExit()
    status = process.terminationStatus
    (output, errors) = (String(decoding: texts[0], as: UTF8.self), String(decoding: texts[1], as: UTF8.self))
  }
}

extension Process {
  /// The environment of each program that a test starts: independent of the user's.
  package static let testEnvironment = ["PATH": "/usr/sbin:/usr/bin:/bin", "HOME": "/nonexistent"].merging(
    Sanitizer.options
  ) { $1 }

  /// Starts the program without blocked signals, as a shell does. Tests run on Dispatch's threads, which block all
  /// signals, and children inherit that.
  package func runUnblocked() throws {
    var (noSignals, previousMask) = (sigset_t(), sigset_t())
    sigemptyset(&noSignals)
    pthread_sigmask(SIG_SETMASK, &noSignals, &previousMask)
    defer { pthread_sigmask(SIG_SETMASK, &previousMask, nil) }
    try run()
  }
}
