@testable import Configuration

extension Options {
  /// Reads a command line, and the files that it names.
  init(reading arguments: [String]) throws(CommandFailure) {
    let arguments = try Arguments(arguments)
    let (options, faults) = try arguments.read(arguments.configurationPath)
    if let failure = CommandFailure(faults, of: arguments.configurationPath ?? "") { throw failure }
    self = options
  }
}
