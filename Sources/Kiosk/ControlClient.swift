import PanelKit
import Scenes
import System

/// `cube-kiosk ctl`: one question to a running kiosk.
enum ControlClient {
  static let path = "/run/cube-kiosk/control"
  private static let unavailable: Int32 = 69

  /// - Parameter words: the command and its operands, checked already.
  static func run(_ words: [String], socket path: String, asMetrics: Bool) -> Int32 {
    func failed(_ reason: String, _ code: Int32 = unavailable) -> Int32 {
      Log.writeLine("cube-kiosk: ctl: \(Log.harmless(reason))", to: 2)
      return code
    }
    guard let command = ControlCommand.all.first(where: { $0.name == words[0] }) else {
      return failed("unknown command '\(words[0])'", Options.exitCode)
    }
    let conversation: ControlConversation
    let (line, answer, isDone, length, data): (String, JSONObject, Bool, Int?, [UInt8])
    do {
      conversation = try ControlConversation(path, patience: command.patience)
      try conversation.send(request(command, words.dropFirst()))
      line = try conversation.line()
      do throws(FileFault) {
        answer = try JSONPlace(value: try JSONValue.read(Array(line.utf8), name: path), path: "$", file: path).object()
        isDone = try answer.required("ok").bool()
        length = try answer["bytes"]?.integer(0...Int(Int32.max))
      } catch {
        return failed("\(path): not an answer: \(line)")
      }
      data = try conversation.data(length ?? 0)
    } catch {
      return failed("\(error)")
    }
    guard isDone else { return failed((try? answer["error"]?.string()) ?? "refused", 1) }
    if let length {
      guard data.count == length else { return failed("\(path): the picture was cut off") }
      if words[1] == Commands.standardOutput { return Commands.print(data) }
      do {
        try File.replace(words[1], with: data)
        return 0
      } catch {
        return failed("\(error)", Commands.cannotCreate)
      }
    }
    if words[0] == "watch" {
      // From here on the panel speaks when something happens, and to its end, or the reader's.
      do {
        while let line = try conversation.nextLine(for: 1) { guard Commands.print(lines: [line]) == 0 else { break } }
        return Commands.outputFailed
      } catch {
        return failed("\(error)")
      }
    }
    guard words[0] == "status" else { return 0 }
    guard asMetrics else { return Commands.print(lines: [line]) }
    // A collector must not take a panel of another version for one that has nothing to tell.
    guard let metrics = try? metrics(answer) else { return failed("\(path): not a status: \(line)") }
    return Commands.print(metrics)
  }

  private static func request(_ command: ControlCommand, _ words: ArraySlice<String>) -> String {
    if let key = command.pairs {
      let words = Array(words)
      let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], JSONValue.string(words[$0 + 1])) }
      return JSONValue.object(
        JSONMembers([("command", .string(command.name)), (key, .object(JSONMembers(pairs)))])
      ).line + "\n"
    }
    var texts = words
    var members: [JSONMembers.Member] = [("command", .string(command.name))]
    for operand in command.operands {
      if !operand.choices.isEmpty {
        if let key = operand.key, !texts.isEmpty { members.append((key, .array(texts.map(JSONValue.string)))) }
      } else if let text = texts.popFirst(), let key = operand.key {
        members.append((key, operand.number == nil ? .string(text) : .integer(Int(text) ?? 0)))
      }
    }
    return JSONValue.object(JSONMembers(members)).line + "\n"
  }

  /// In Prometheus' text format, for node_exporter's textfile collector.
  private static func metrics(_ status: JSONObject) throws(FileFault) -> String {
    func number(_ name: String) throws(FileFault) -> Double { try status.required(name).number(0...0x1p63) }
    func metric(_ name: String, _ kind: String, _ help: String, _ value: Double) -> String {
      let text = JSONValue.shortest(value).line
      return "# HELP cube_kiosk_\(name) \(help)\n# TYPE cube_kiosk_\(name) \(kind)\ncube_kiosk_\(name) \(text)\n"
    }
    return try metric("presses_total", "counter", "Buttons pressed, kept through restarts.", number("count"))
      + metric("frames_total", "counter", "Frames shown on this connection.", number("frames"))
      + metric(
        "late_frames_total", "counter", "Frames that an earlier refresh of the screen could have shown.",
        number("lateFrames"))
      + metric("uptime_seconds", "gauge", "Since the program was started.", number("uptime"))
      + metric("connected", "gauge", "1 while there is a compositor.", status.required("isConnected").bool() ? 1 : 0)
      + metric("running_commands", "gauge", "Commands that run now.", number("running"))
      + metric("dark", "gauge", "1 while the panel sleeps.", status.required("idle").string() == "dark" ? 1 : 0)
      + values(status)
  }

  /// Those that are numbers, and not stale.
  private static func values(_ status: JSONObject) throws(FileFault) -> String {
    guard let values = try status["values"]?.object() else { return "" }
    var lines = ""
    for name in values.members.keys {
      guard let value = try values[name]?.object(), case .string(let text)? = value.members["value"],
        let number = ValueDefinition.number(text), try !value.required("stale").bool()
      else { continue }
      lines += "cube_kiosk_value{name=\"\(name)\"} \(JSONValue.shortest(number).line)\n"
    }
    return lines.isEmpty
      ? "" : "# HELP cube_kiosk_value Numbers that are shown.\n# TYPE cube_kiosk_value gauge\n" + lines
  }
}
