import FoundationEssentials
import System

/// `cube-kiosk ctl`: one question to a running kiosk.
enum ControlClient {
  static let path = "/run/cube-kiosk/control"
  private static let unavailable: Int32 = 69
  /// In seconds, for the whole conversation: a panel that takes longer hangs.
  private static let patience = 10

  private struct Answer: Decodable {
    var ok: Bool
    var error: String?
    var bytes: Int?
  }

  /// - Parameter words: the command and its operands, checked already.
  static func run(_ words: [String], socket path: String, asMetrics: Bool) -> Int32 {
    func failed(_ reason: String, _ code: Int32 = unavailable) -> Int32 {
      Log.writeLine("cube-kiosk: ctl: \(Log.harmless(reason))", to: 2)
      return code
    }
    let (line, answer, data): (String, Answer, [UInt8])
    do {
      let conversation = try ControlConversation(path, patience: patience)
      try conversation.send(request(words))
      line = try conversation.line()
      guard let decoded = try? JSONDecoder().decode(Answer.self, from: Data(line.utf8)) else {
        return failed("\(path): not an answer: \(line)")
      }
      (answer, data) = (decoded, try conversation.data(max(0, decoded.bytes ?? 0)))
    } catch {
      return failed("\(error)")
    }
    guard answer.ok else { return failed(answer.error ?? "refused", 1) }
    if let count = answer.bytes {
      guard data.count == count else { return failed("\(path): the picture was cut off") }
      do {
        try File.replace(words[1], with: data)
        return 0
      } catch {
        return failed("\(error)", Commands.cannotCreate)
      }
    }
    guard words[0] == "status" else { return 0 }
    guard asMetrics else { return Commands.print(line + "\n") }
    // A collector must not take a panel of another version for one that has nothing to tell.
    guard let metrics = metrics(line) else { return failed("\(path): not a status: \(line)") }
    return Commands.print(metrics)
  }

  private static func request(_ words: [String]) -> String {
    let operands = ControlCommand.all.first { $0.name == words[0] }?.operands ?? []
    let members = zip(operands, words.dropFirst()).compactMap { operand, word in
      operand.key.map { ",\"\($0)\":\(operand.number == nil ? quoted(word) : word)" }
    }
    return "{\"command\":\(quoted(words[0]))\(members.joined())}\n"
  }

  /// In Prometheus' text format, for node_exporter's textfile collector; `nil` for what is no status.
  private static func metrics(_ line: String) -> String? {
    guard let status = try? JSONDecoder().decode(PanelStatus.self, from: Data(line.utf8)) else { return nil }
    func metric(_ name: String, _ kind: String, _ help: String, _ value: Double) -> String {
      let text = value == value.rounded() ? "\(Int64(value))" : "\(value)"
      return "# HELP cube_kiosk_\(name) \(help)\n# TYPE cube_kiosk_\(name) \(kind)\ncube_kiosk_\(name) \(text)\n"
    }
    return metric("presses_total", "counter", "Buttons pressed, kept through restarts.", Double(status.count))
      + metric("frames_total", "counter", "Frames shown on this connection.", Double(status.frames))
      + metric(
        "late_frames_total", "counter", "Frames that took longer to draw than the screen shows one.",
        Double(status.lateFrames))
      + metric("uptime_seconds", "gauge", "Since the program was started.", status.uptime)
      + metric("connected", "gauge", "1 while there is a compositor.", status.isConnected ? 1 : 0)
      + metric("running_commands", "gauge", "Commands that run now.", Double(status.running))
      + metric("dark", "gauge", "1 while the panel sleeps.", status.idle == "dark" ? 1 : 0)
  }
}
