import Foundation
import TestSupport
import Testing

/// A running `cube-kiosk-mqtt` with the name "hall".
final class Bridge: RunningProcess {
  static let path = Program.directory + "/cube-kiosk-mqtt"
  static let base = "cube-kiosk/hall/"

  let log: LineReader
  private let broker: Broker
  private let logPipe = Pipe()

  /// - Parameters:
  ///   - socket: The panel's control socket.
  ///   - members: More members of the configuration.
  ///   - port: The broker's port, if another program is to answer.
  ///   - wrapper: The words before the program's command line.
  init(
    _ broker: Broker, socket: String = "/nonexistent/control", members: String = "", port: Int? = nil,
    wrapper: [String] = [], environment: [String: String] = [:]
  ) throws {
    log = LineReader(logPipe.fileHandleForReading.fileDescriptor)
    self.broker = broker
    let configuration = try broker.directory.write(
      """
      {"host": "\(broker.address)", "port": \(port ?? broker.port), "name": "hall", "socket": "\(socket)"\(members)}
      """, to: "mqtt.json")
    let pipe = logPipe
    try super.init(wrapper + [Self.path, "--config", configuration], environment: environment, errors: pipe)
    try logPipe.fileHandleForWriting.close()
  }

  /// Runs the program until it ends.
  static func run(_ arguments: [String]) throws -> FinishedProcess { try FinishedProcess([path] + arguments) }

  func waitForLog(_ text: String) throws {
    #expect(try log.next(text) { $0.contains(text) } != nil, "the program ended without the log line '\(text)'")
  }

  /// Returns the next line of the log that names the broker.
  func brokerLine() throws -> String {
    try #require(try log.next("the broker") { $0.contains(broker.address) })
  }
}
