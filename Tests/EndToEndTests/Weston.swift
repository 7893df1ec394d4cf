import Foundation
import System
import Testing

/// Something that didn't come in time, or a program that isn't there.
struct RigFailure: Error, CustomStringConvertible {
  let description: String
}

/// A directory of a test's own, gone with it.
final class Scratch {
  let path: String

  init() throws {
    var template = Array("/tmp/cube-kiosk-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SystemError("mkdtemp", errno)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A real weston, headless, with fingers.
final class Weston {
  let directory: Scratch
  private let size: (width: Int, height: Int)
  private let transform: String
  private var process: Process?

  /// - Parameter transform: the turn of its screen, as weston.ini(5) names it.
  init(width: Int = 1280, height: Int = 800, transform: String = "normal") throws {
    directory = try Scratch()
    size = (width, height)
    self.transform = transform
    try start()
  }

  deinit { kill() }

  /// Starts it; again, after `kill`.
  func start() throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Weston/start-weston")
    let process = Process()
    process.executableURL = script
    process.arguments = [directory.path, "\(size.width)", "\(size.height)", transform]
    let built = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
    process.environment = ProcessInfo.processInfo.environment.merging(["MODULES": built]) { $1 }
    let errors = directory.path + "/errors"
    try Data().write(to: URL(fileURLWithPath: errors))
    process.standardError = FileHandle(forWritingAtPath: errors)
    // The runner's own output stays open for as long as anyone holds it, and a test may crash.
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    self.process = process
    let socket = directory.path + "/wayland"
    try eventually("weston's socket") {
      guard process.isRunning else {
        throw RigFailure(description: (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "weston ended")
      }
      return access(socket, F_OK) == 0 && access(directory.path + "/fingers", F_OK) == 0
    }
  }

  func kill() {
    guard let process, process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  var environment: [String: String] {
    ["XDG_RUNTIME_DIR": directory.path, "WAYLAND_DISPLAY": "wayland", "STATE_DIRECTORY": directory.path + "/state"]
  }

  /// Has the fingers do these commands; see Weston/fingers.c.
  func fingers(_ commands: String...) throws {
    guard let pipe = FileHandle(forWritingAtPath: directory.path + "/fingers") else {
      throw RigFailure(description: "the fingers' pipe is gone")
    }
    try pipe.write(contentsOf: Data((commands.joined(separator: "\n") + "\n").utf8))
    try pipe.close()
  }

  /// Presses and lets go of a key, by its code in linux/input-event-codes.h.
  func type(_ code: Int) throws { try fingers("key \(code) down", "key \(code) up") }

  /// The output's present picture.
  func screenshot() throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/weston-screenshooter")
    process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
    process.environment = environment
    try process.run()
    process.waitUntilExit()
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    guard let shot = files.first(where: { $0.hasPrefix("wayland-screenshot") }) else {
      throw RigFailure(description: "weston-screenshooter left no picture")
    }
    let path = directory.path + "/shot-\(UUID().uuidString).png"
    try FileManager.default.moveItem(atPath: directory.path + "/" + shot, toPath: path)
    return path
  }
}

/// Looks again and again until something holds; for what tells nobody when it comes.
func eventually(_ what: String, within seconds: Double = 20, _ condition: () throws -> Bool) throws {
  let seconds = Sanitizer.patience(seconds)
  let end = Date().addingTimeInterval(seconds)
  while try !condition() {
    guard Date() < end else { throw RigFailure(description: "\(what): not within \(seconds) s") }
    usleep(5000)
  }
}
