import Foundation
import TestSupport
import Testing

/// A mosquitto broker on a TCP port, and on a Unix-domain socket for the tests' own clients.
final class Broker {
  struct Message: Decodable {
    let topic: String
    let payload: String?
    let retain: Int
  }

  let directory: TemporaryDirectory
  /// A random loopback address: no other program listens there.
  let address = "127" + (1...3).map { _ in ".\(Int.random(in: 1...254))" }.joined()
  let port = 18830
  private var process: RunningProcess?
  private var log: LineReader?
  private var logPipe = Pipe()

  static let isInstalled = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto_sub", "/usr/bin/openssl"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  static let notInstalledReason: Comment = "mosquitto, its clients or openssl is not installed"

  /// - Parameter options: The lines of mosquitto.conf for the TCP listener. `DIR` in them becomes the directory's path.
  init(
    _ options: String = "allow_anonymous true",
    prepare: (_ directory: TemporaryDirectory, _ address: String) throws -> Void = { _, _ in }
  ) throws {
    directory = try TemporaryDirectory()
    try prepare(directory, address)
    // Without `user`, mosquitto gives up root and can't create its socket here.
    let configuration = """
      per_listener_settings true
      log_timestamp false
      user \(NSUserName())
      listener 0 \(directory.file("broker"))
      allow_anonymous true
      listener \(port) \(address)
      \(options.replacing("DIR", with: directory.path))
      """
    for client in ["mosquitto_sub", "mosquitto_pub"] {
      try directory.write("--unix \(directory.file("broker"))\n", to: client)
    }
    try directory.write(configuration, to: "mosquitto.conf")
    try start()
  }

  func start() throws {
    logPipe = Pipe()
    log = LineReader(logPipe.fileHandleForReading.fileDescriptor)
    process = try RunningProcess(
      ["/usr/sbin/mosquitto", "-c", directory.file("mosquitto.conf")], errors: logPipe)
    try log?.wait(for: "the broker") { $0.contains("running") }
  }

  func kill() {
    _ = process?.stop(SIGKILL)
    process = nil
  }

  /// Waits for a line of the broker's log.
  func waitForLog(_ text: String, within seconds: Double = 20) throws {
    _ = try logLine(text, within: seconds) { $0.contains(text) }
  }

  /// Returns the next line of the broker's log that matches.
  func logLine(
    _ description: String, within seconds: Double = 20, where matches: (String) -> Bool
  ) throws -> String {
    guard let line = try log?.next(description, within: seconds, where: matches) else {
      throw TestFailure("\(description): no broker")
    }
    return line
  }

  /// The variables that its clients need.
  var environment: [String: String] { ["XDG_CONFIG_HOME": directory.path] }

  /// Subscribes to a topic; each line is a message.
  func subscribe(to topic: String) throws -> RunningProcess {
    let client = try RunningProcess(
      ["/usr/bin/mosquitto_sub", "-q", "1", "-F", "%j", "-t", topic, "-t", "test/here"], environment: environment)
    try waitUntil("the subscription") {
      try publish("here", to: "test/here")
      return (try? client.output.wait(for: "an echo", within: 0.5) { $0.contains("test/here") }) != nil
    }
    return client
  }

  func publish(_ payload: some DataProtocol, to topic: String, _ options: String...) throws {
    try publish(payload, ["-s", "-t", topic] + options)
  }

  /// Publishes each line as a message, over one connection.
  func publish(lines: [String], to topic: String) throws {
    try publish(Data(lines.joined(separator: "\n").utf8), ["-l", "-t", topic])
  }

  private func publish(_ input: some DataProtocol, _ options: [String]) throws {
    let result = try FinishedProcess(
      ["/usr/bin/mosquitto_pub", "-q", "1"] + options, environment: environment, input: input)
    guard result.status == 0 else { throw TestFailure("mosquitto_pub: \(result.errors)") }
  }

  func publish(_ payload: String, to topic: String) throws { try publish(Data(payload.utf8), to: topic) }
}

extension RunningProcess {
  /// Returns the next MQTT message that matches.
  @discardableResult func message(
    _ what: String, within seconds: Double = 20, where matches: (Broker.Message) -> Bool
  ) throws -> Broker.Message {
    try Broker.Message(json: line(what, within: seconds) { matches(try Broker.Message(json: $0)) })
  }
}

/// A certificate authority and certificates that it signed, made by openssl.
struct Certificates {
  let directory: TemporaryDirectory

  /// Writes `NAME.crt` and `NAME.key` of an authority.
  func makeAuthority(_ name: String) throws {
    try openssl(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(name) -keyout \(name).key -out \(name).crt"
    )
  }

  /// Writes `NAME.crt` and `NAME.key` for an address, signed by an authority.
  func make(_ name: String, for address: String, signedBy authority: String) throws {
    try directory.write("subjectAltName=IP:\(address)\n", to: "names")
    try openssl(
      "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=\(name) -keyout \(name).key -out \(name).csr")
    try openssl(
      "x509 -req -in \(name).csr -CA \(authority).crt -CAkey \(authority).key -days 2 -extfile names -out \(name).crt")
  }

  private func openssl(_ arguments: String) throws {
    let words = ["/usr/bin/openssl"] + arguments.split(separator: " ").map(String.init)
    let result = try FinishedProcess(words, in: directory.path)
    guard result.status == 0 else { throw TestFailure("openssl: \(result.errors)") }
  }
}
