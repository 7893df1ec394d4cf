import Foundation
import TestSupport

/// A mosquitto broker on its own Unix-domain socket, and its clients.
final class Broker {
  struct Message: Decodable {
    let topic: String
    let payload: String?
  }

  let directory: TemporaryDirectory
  private let process: RunningProcess

  static let isInstalled = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto_sub", "/usr/bin/jq"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  init() throws {
    let directory = try TemporaryDirectory()
    self.directory = directory
    // Without `user`, mosquitto gives up root and can't create its socket here.
    let configuration = """
      listener 0 \(directory.file("broker"))
      allow_anonymous true
      user \(NSUserName())
      """
    for client in ["mosquitto_sub", "mosquitto_pub"] {
      try directory.write("--unix \(directory.file("broker"))\n", to: client)
    }
    process = try RunningProcess(["/usr/sbin/mosquitto", "-c", directory.write(configuration, to: "mosquitto.conf")])
    try waitUntil("the broker's socket") { directory.exists("broker") }
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
    let result = try FinishedProcess(
      ["/usr/bin/mosquitto_pub", "-q", "1", "-s", "-t", topic] + options, environment: environment, input: payload)
    guard result.status == 0 else { throw TestFailure("mosquitto_pub: \(result.errors)") }
  }

  func publish(_ payload: String, to topic: String) throws { try publish(Data(payload.utf8), to: topic) }
}

extension RunningProcess {
  /// Returns the next MQTT message that matches.
  @discardableResult func message(_ what: String, where matches: (Broker.Message) -> Bool) throws -> Broker.Message {
    try Broker.Message(json: line(what) { matches(try Broker.Message(json: $0)) })
  }
}
