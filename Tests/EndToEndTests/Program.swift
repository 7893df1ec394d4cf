import Foundation
import TestSupport

/// The built `cube-kiosk`.
enum Program {
  static let path = directory + "/cube-kiosk"

  /// The directory with the built programs.
  static let directory: String = {
    let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let directory = URL(fileURLWithPath: runner).deletingLastPathComponent().path
    if FileManager.default.isExecutableFile(atPath: directory + "/cube-kiosk") { return directory }
    // Swift 6's test runner is part of the toolchain, and gets the test bundle as an argument.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().path
  }()

  /// The root of the repository.
  static let checkout = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL.path

  /// The names of the built-in scenes.
  static let scenes = (try? run(["scenes"]).output.split(separator: "\n").map(String.init)) ?? []

  /// Runs the program until it ends.
  ///
  /// - Parameter wrapper: A program that runs it, with its arguments.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], by wrapper: [String] = [], input: String = ""
  ) throws -> FinishedProcess {
    try FinishedProcess(wrapper + [path] + arguments, environment: environment, input: Data(input.utf8))
  }

  /// The path of an example panel.
  static func example(_ name: String) -> String { "\(checkout)/Sources/Formats/examples/\(name).json" }
}
