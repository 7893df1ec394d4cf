import Foundation

/// A real mosquitto, reached through a socket of its own, and its clients.
final class Broker {
  let directory: Scratch
  private let process = Process()

  /// True where all of it is installed.
  static let isThere = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto_sub", "/usr/bin/jq"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  init() throws {
    directory = try Scratch()
    let socket = directory.path + "/broker"
    // As root it would give root up, and couldn't make its socket here.
    try """
    listener 0 \(socket)
    allow_anonymous true
    user \(NSUserName())
    """.write(toFile: directory.path + "/mosquitto.conf", atomically: true, encoding: .utf8)
    for client in ["mosquitto_sub", "mosquitto_pub"] {
      try "--unix \(socket)\n".write(toFile: "\(directory.path)/\(client)", atomically: true, encoding: .utf8)
    }
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/mosquitto")
    process.arguments = ["-c", directory.path + "/mosquitto.conf"]
    process.standardError = FileHandle.nullDevice
    try process.runUnblocked()
    try eventually("the broker's socket") { access(socket, F_OK) == 0 }
  }

  deinit { stop() }

  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// What its clients need to find it.
  var environment: [String: String] { ["XDG_CONFIG_HOME": directory.path] }

  /// All messages of these topics, as mosquitto_sub's %j has them.
  func messages(of topic: String) throws -> Stream {
    let stream = try Stream(
      ["/usr/bin/mosquitto_sub", "-q", "1", "-F", "%j", "-t", topic, "-t", "test/here"], environment: environment)
    // Until it hears what was said after it came, it may miss what comes.
    try eventually("the subscription") {
      try publish("here", to: "test/here")
      return (try? stream.wait("an echo", within: 0.5) { $0.contains("test/here") }) != nil
    }
    return stream
  }

  func publish(_ payload: Data, to topic: String, _ options: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/mosquitto_pub")
    process.arguments = ["-q", "1", "-s", "-t", topic] + options
    process.environment = environment
    let input = Pipe()
    process.standardInput = input
    try process.runUnblocked()
    try input.fileHandleForWriting.write(contentsOf: payload)
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw RigFailure(description: "mosquitto_pub failed") }
  }

  func publish(_ payload: String, to topic: String) throws { try publish(Data(payload.utf8), to: topic) }
}
