import Foundation
import Scenes

@testable import Configuration

/// The files of Sources/Formats.
enum Formats {
  static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/Formats").standardizedFileURL

  static func example(_ name: String) -> String { directory.appendingPathComponent("examples/\(name).json").path }

  static func schema(_ name: String) throws -> Schema {
    try Schema(contentsOf: directory.appendingPathComponent("\(name).schema.json"))
  }
}

extension SceneReader {
  /// Reads a scene file with this text, named a.json, or throws its first error.
  static func scene(_ text: String) throws(Diagnostic) -> SceneDescription {
    let (scene, errors) = read(Array(text.utf8), name: "a.json")
    if let first = errors.first { throw first }
    return scene
  }

  /// Returns the errors of a scene file with this text, without the file's name.
  static func errors(_ text: String) -> [String] {
    read(Array(text.utf8), name: "a.json").errors.map { String($0.description.dropFirst("a.json".count)) }
  }

  /// Returns the text of a scene file whose root has these members.
  static func text(root members: String) -> String { #"{"size":[9,9],"root":{\#(members)}}"# }
}

extension Options {
  /// Reads a command line, and the files that it names.
  init(reading arguments: [String]) throws(CommandFailure) {
    let arguments = try Arguments(arguments)
    let (options, errors) = try arguments.read(arguments.configurationPath)
    if let failure = arguments.failure(options, errors) { throw failure }
    self = options
  }
}
