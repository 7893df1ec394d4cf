import Glibc
import JSON
import PanelSystem

/// The configuration of an adapter's program.
package protocol AdapterConfiguration {
  static var defaultPath: String { get }
  /// A warning for `check-config` and the log, or `nil`.
  var warning: String? { get }

  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - errors: All errors of the file are appended. If there are any, don't use the configuration.
  init(_ path: String, _ errors: inout [Diagnostic])
}

extension AdapterConfiguration {
  package var warning: String? { nil }

  /// Reads the keys of a configuration, or appends the reason why it has none.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - keys: The known keys.
  ///   - errors: The errors of the file.
  package static func object(_ path: String, _ keys: [String], _ errors: inout [Diagnostic]) -> JSONObject? {
    do throws(Diagnostic) {
      let json = try LocatedJSON(contentsOf: path, maximumSize: 1 << 16, SourceFiles(checksum: nil))
      return json.object(keys, &errors)
    } catch {
      errors.append(error)
      return nil
    }
  }
}

/// An adapter's program: its command line, exit codes and messages.
package struct AdapterProgram<Configuration: AdapterConfiguration> {
  /// The exit codes, for `--help` and the manual. They follow sysexits.h.
  private enum ExitCode {
    static var failed: Int32 { 1 }
    static var usage: Int32 { 64 }
    static var invalidConfiguration: Int32 { 78 }
  }

  /// A command besides `check-config`.
  package struct Subcommand {
    let name, usage, options: String
    let flags, valueOptions: Set<String>
    let perform: (Configuration, [String: String]) throws(SystemError) -> Void

    /// - Parameters:
    ///   - usage: The command's line of `--help`, after the program's name.
    ///   - options: The lines of `--help` about the command and its options.
    ///   - flags: The options without a value.
    ///   - valueOptions: The options with a value, besides `--config`.
    ///   - perform: Performs the command with the options, by name.
    package init(
      _ name: String, usage: String, options: String, flags: Set<String>, valueOptions: Set<String>,
      perform: @escaping (Configuration, [String: String]) throws(SystemError) -> Void
    ) {
      (self.name, self.usage, self.options) = (name, usage, options)
      (self.flags, self.valueOptions, self.perform) = (flags, valueOptions, perform)
    }
  }

  private let name, purpose: String
  private let subcommand: Subcommand?
  private let connect: (Configuration) throws(SystemError) -> Int32

  /// - Parameters:
  ///   - name: The program's name.
  ///   - purpose: A sentence for `--help`.
  ///   - subcommand: An additional command.
  ///   - connect: Runs the adapter, and returns the exit status.
  package init(
    _ name: String, _ purpose: String, _ subcommand: Subcommand? = nil,
    connect: @escaping (Configuration) throws(SystemError) -> Int32
  ) {
    (self.name, self.purpose, self.subcommand, self.connect) = (name, purpose, subcommand, connect)
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - words: The arguments.
  ///   - version: The program's version.
  /// - Returns: The exit status.
  package func run(_ words: [String], version: String) -> Int32 {
    switch words.first {
    case "-h"? where words.count == 1, "--help"? where words.count == 1: return Self.print(help)
    case "--version"? where words.count == 1: return Self.print("\(name) \(version)\n")
    case "check-config"? where words.count <= 2:
      let path = words.count == 2 ? words[1] : Configuration.defaultPath
      guard let configuration = Self.read(path) else { return ExitCode.invalidConfiguration }
      if let warning = configuration.warning { Journal.warning("\(path): warning: \(warning)") }
      return Self.print("\(path): good\n")
    case let word? where word == subcommand?.name: return runSubcommand(words.dropFirst())
    case nil: return run(Configuration.defaultPath)
    case "--config"? where words.count == 2: return run(words[1])
    default: return refuse()
    }
  }

  private func refuse() -> Int32 {
    Journal.write(.error, "unexpected arguments; see \(name) --help")
    return ExitCode.usage
  }

  private func run(_ path: String) -> Int32 {
    guard let configuration = Self.read(path) else { return ExitCode.invalidConfiguration }
    if let warning = configuration.warning { Journal.warning("\(path): \(warning)") }
    do throws(SystemError) {
      return try connect(configuration)
    } catch {
      Journal.write(.error, "\(error)")
      return ExitCode.failed
    }
  }

  private func runSubcommand(_ words: ArraySlice<String>) -> Int32 {
    guard let subcommand else { return refuse() }
    var (rest, options): (ArraySlice<String>, [String: String]) = (words, [:])
    while let word = rest.popFirst() {
      if subcommand.flags.contains(word) {
        options[word] = ""
      } else {
        guard word == "--config" || subcommand.valueOptions.contains(word), let value = rest.popFirst() else {
          return refuse()
        }
        options[word] = value
      }
    }
    guard let configuration = Self.read(options["--config"] ?? Configuration.defaultPath) else {
      return ExitCode.invalidConfiguration
    }
    do throws(SystemError) {
      try subcommand.perform(configuration, options)
      return 0
    } catch {
      Journal.write(.error, "\(error)")
      return ExitCode.failed
    }
  }

  /// Reads the configuration, or logs its errors and returns `nil`.
  private static func read(_ path: String) -> Configuration? {
    var errors: [Diagnostic] = []
    let configuration = Configuration(path, &errors)
    for error in errors { Journal.write(.error, error.description) }
    return errors.isEmpty ? configuration : nil
  }

  /// Prints a text to standard output.
  ///
  /// - Returns: The exit status.
  private static func print(_ text: String) -> Int32 {
    File.write(Array(text.utf8), to: STDOUT_FILENO, timeouts: (-1, -1)).code == 0 ? 0 : ExitCode.failed
  }

  private var help: String {
    """
    Usage: \(name) [--config FILE]
           \(name) check-config [FILE]
    \(subcommand.map { "       \(name) \($0.usage)\n" } ?? "")
    \(purpose)

      --config FILE         the configuration [\(Configuration.defaultPath)]
      check-config [FILE]   print all errors of a configuration
    \(subcommand?.options ?? "")  -h, --help            print this help
      --version             print the version

    Exit status
      0                     success; asked to stop
      1                     any other failure
      64                    invalid command line
      78                    invalid configuration

    The manual: man \(name)

    """
  }
}
