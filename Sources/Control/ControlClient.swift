import Configuration
import Glibc
import PanelSystem

/// The client behind `cube-kiosk ctl`. Sends one request to a running panel.
package enum ControlClient {
  /// Sends a request and prints the reply.
  ///
  /// - Parameters:
  ///   - operands: The command's operands, already checked.
  ///   - path: The control socket.
  ///   - asMetrics: Whether to print the status in the Prometheus text format.
  ///   - waits: Whether to wait for the end of a pressed button's action, or a control's change.
  ///   - write: Writes to standard output.
  /// - Returns: The exit code.
  package static func run(
    _ command: ControlCommand, _ operands: [String], socket path: String, asMetrics: Bool, waits: Bool = false,
    write: (_ text: [UInt8]) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Int32 {
    func failure(_ reason: String, exitCode: Int32 = ExitCode.unavailable) -> CommandFailure {
      CommandFailure("ctl: \(reason)", exitCode: exitCode)
    }
    func writeLine(_ line: String) throws(CommandFailure) { try write(Array((line.sanitized + "\n").utf8)) }
    do {
      let results = [.press, .set].contains(command) && waits ? try watchResults(path) : nil
      let connection = try ControlClientConnection(path, timeout: command.timeout)
      try connection.send(ControlRequest(command, operands))
      let line: String
      do { line = try connection.readLine() } catch {
        // The panel may have the request.
        guard command.hasEffect else { throw error }
        throw failure("outcome unknown: \(error)", exitCode: ExitCode.outcomeUnknown)
      }
      guard let answer = try? PanelMessage(line, from: path), let isAccepted = answer.isAccepted else {
        throw failure("\(path): not a reply: \(line)")
      }
      guard isAccepted else { throw failure(answer.refusal, exitCode: ExitCode.refused) }
      let reply = answer.members
      switch command {
      case .status where asMetrics:
        // Fail if members are missing, for example because the panel has another version: output without some metrics
        // would look complete.
        guard let metrics = try? Metrics.text(reply) else { throw failure("\(path): not a status: \(line)") }
        try write(Array(metrics.utf8))
      case .status: try writeLine(line)
      case .list:
        for item in try reply.required("addresses").array() {
          let members = try item.object()
          let state = (try? members.required("state").string()) ?? ""
          // A list's lines are on one line here.
          let text = state.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " / ")
          var words = [try members.required("address").string(), try members.required("kind").string(), text]
          for key in ["stale", "disabled"] where try members[key]?.bool() == true { words.append(key) }
          if let reason = members.members["because"]?.text { words.append(reason) }
          try writeLine(words.joined(separator: "\t"))
        }
      case .get:
        let text = reply.members["value"]?.text ?? ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { try writeLine(String(line)) }
      case .press:
        guard let results, try reply.required("running").bool() else { break }
        try waitForResults(of: [try reply.required("press").integer(0...Int(Int32.max))], results)
      case .set:
        guard let results else { break }
        if reply["waiting"] != nil {
          throw failure("outcome unknown: an earlier change hasn't ended", exitCode: ExitCode.outcomeUnknown)
        }
        var presses: Set<Int> = []
        for press in try reply["presses"]?.array() ?? [] { presses.insert(try press.integer(0...Int(Int32.max))) }
        try waitForResults(of: presses, results)
      case .screenshot:
        guard let count = try? reply.required("bytes").integer(0...Int(Int32.max)),
          case let picture = try connection.readData(count), picture.count == count
        else { throw failure("\(path): the picture was cut off") }
        if operands[0] == Options.standardOutput {
          try write(picture)
        } else {
          do { try File.replace(operands[0], with: picture) } catch {
            throw failure("\(error)", exitCode: ExitCode.cannotCreate)
          }
        }
      case .watch:
        // The loop ends when the reader of standard output has closed it. If the panel ends first, waitForLine throws.
        while let event = try connection.waitForLine(untilClosed: STDOUT_FILENO) { try writeLine(event) }
        return ExitCode.outputFailed
      default: break
      }
      return 0
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw failure("\(error)")
    }
  }

  /// Opens a connection that receives the ends of actions.
  private static func watchResults(_ path: String) throws -> ControlClientConnection {
    let connection = try ControlClientConnection(path, timeout: ControlCommand.watch.timeout)
    try connection.send(.watch([.result]))
    _ = try connection.readLine()
    return connection
  }

  private struct Result {
    let status: Int
    let reason: String?
    let isUnknown: Bool

    init(_ event: JSONObject) throws {
      status = try event.required("status").integer(-1...Int(Int32.max))
      reason = try event["reason"]?.string()
      // A command with this status was ended.
      isUnknown = try status == 124 && event.required("action").string() != "command"
    }
  }

  /// Waits for the ends of the actions of presses, unless nothing reads the errors any more.
  ///
  /// - Throws: The first failure.
  private static func waitForResults(of presses: Set<Int>, _ results: ControlClientConnection) throws {
    var open = presses
    while !open.isEmpty {
      guard let line = try results.waitForLine(untilClosed: STDERR_FILENO) else { return }
      let event = try PanelMessage(line, from: "event").members
      guard let press = try event["press"]?.integer(0...Int(Int32.max)), open.remove(press) != nil else { continue }
      let result = try Result(event)
      guard result.status != 0 else { continue }
      if result.isUnknown {
        let reason = result.reason.map { ": \($0)" } ?? ""
        throw CommandFailure("ctl: outcome unknown\(reason)", exitCode: ExitCode.outcomeUnknown)
      }
      let reason = result.reason.map { ": \($0)" } ?? " with status \(result.status)"
      throw CommandFailure("ctl: the action failed\(reason)", exitCode: ExitCode.refused)
    }
  }
}
