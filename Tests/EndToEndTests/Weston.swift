import Foundation
import TestSupport

/// A headless weston with a touch screen, a pointer and a keyboard.
final class Weston {
  let directory: TemporaryDirectory
  let size: (width: Int, height: Int)
  private let transform: String
  private let startsEmpty: Bool
  private var process: RunningProcess?

  /// - Parameters:
  ///   - transform: The screen's rotation, as in weston.ini(5).
  ///   - starts: `false` to start it later.
  ///   - startsEmpty: `true` to start it without an output and a seat; send `output add` and `seat add`.
  init(
    width: Int = 1280, height: Int = 800, transform: String = "normal", starts: Bool = true, startsEmpty: Bool = false
  ) throws {
    directory = try TemporaryDirectory()
    size = (width, height)
    (self.transform, self.startsEmpty) = (transform, startsEmpty)
    if starts { try start() }
  }

  /// Starts weston, for the first time or after `kill`.
  func start() throws {
    let errors = try directory.write("", to: "errors")
    let script = Program.checkout + "/Tests/EndToEndTests/Weston/start-weston"
    let options = startsEmpty ? ["--no-outputs"] : []
    let variables = startsEmpty ? ["FINGERS_SEAT": "late"] : [:]
    let process = try RunningProcess(
      [script, directory.path, "\(size.width)", "\(size.height)", transform] + options,
      environment: ["MODULES": Program.directory].merging(variables) { $1 },
      errors: FileHandle(forWritingAtPath: errors) ?? .nullDevice)
    self.process = process
    try waitUntil("weston's socket") {
      guard process.isRunning else { throw TestFailure(try directory.read("errors")) }
      return directory.exists("wayland") && directory.exists("fingers")
    }
  }

  /// True if this weston has the output's command of fingers.c.
  static let canAddOutputs = FileManager.default.fileExists(atPath: "/usr/include/libweston-10")

  func send(_ signal: Int32) { process?.send(signal) }

  func kill() {
    _ = process?.stop(SIGKILL)
    process = nil
  }

  /// Writes the panel's configuration file. `DIR` in the text becomes the directory's path.
  func configure(_ text: String, atomically: Bool = true) throws {
    try directory.write(text.replacing("DIR", with: directory.path), to: "kiosk.json", atomically: atomically)
  }

  /// Controls the fingers; see Weston/fingers.c.
  func send(_ commands: [String]) throws {
    guard let pipe = FileHandle(forWritingAtPath: directory.file("fingers")) else {
      throw TestFailure("weston's pipe for the fingers is missing")
    }
    try pipe.write(contentsOf: Data((commands.joined(separator: "\n") + "\n").utf8))
    try pipe.close()
  }

  /// The output's current picture.
  func screenshot() throws -> Picture {
    _ = try FinishedProcess(
      ["/usr/bin/weston-screenshooter"], environment: RunningKiosk.environment(directory), in: directory.path)
    guard let name = try directory.contents().first(where: { $0.hasPrefix("wayland-screenshot") }) else {
      throw TestFailure("weston-screenshooter wrote no picture")
    }
    defer { try? directory.remove(name) }
    return try Picture(directory.file(name))
  }
}
