import Configuration
import System

/// `cube-kiosk ctl`: one question to a running kiosk.
package enum ControlClient {
  private static let unavailable: Int32 = 69

  /// - Parameters:
  ///   - words: The command and its operands, already checked.
  ///   - write: Writes to standard output and returns the exit code.
  /// - Returns: The exit code.
  package static func run(
    _ words: [String], socket path: String, asMetrics: Bool, write: (_ text: [UInt8]) -> Int32
  ) throws(Options.Failure) -> Int32 {
    func failure(_ reason: String, _ code: Int32 = unavailable) -> Options.Failure {
      Options.Failure("ctl: \(reason)", exitCode: code)
    }
    func print(line: String) -> Int32 { write(Array((line.sanitized + "\n").utf8)) }
    guard let command = ControlCommand(rawValue: words[0]) else {
      throw failure("unknown command '\(words[0])'", Options.exitCode)
    }
    func attempt<Result>(_ body: () throws(SystemError) -> Result) throws(Options.Failure) -> Result {
      do { return try body() } catch { throw failure("\(error)") }
    }
    let conversation = try attempt { () throws(SystemError) in
      let conversation = try ControlConversation(path, patience: command.timeout)
      try conversation.send(request(command, words.dropFirst()))
      return conversation
    }
    let line = try attempt { () throws(SystemError) in try conversation.line() }
    let (answer, isDone, length): (JSONObject, Bool, Int?)
    do throws(FileFault) {
      answer = try JSONPlace(value: try JSONValue.read(Array(line.utf8), name: path), path: "$", file: path).object()
      isDone = try answer.required("ok").bool()
      length = try answer["bytes"]?.integer(0...Int(Int32.max))
    } catch {
      throw failure("\(path): not an answer: \(line)")
    }
    guard isDone else { throw failure((try? answer["error"]?.string()) ?? "refused", 1) }
    if let length {
      let data = try attempt { () throws(SystemError) in try conversation.data(length) }
      guard data.count == length else { throw failure("\(path): the picture was cut off") }
      if words[1] == Options.standardOutput { return write(data) }
      do {
        try File.replace(words[1], with: data)
        return 0
      } catch {
        throw failure("\(error)", Options.cannotCreate)
      }
    }
    if words[0] == "watch" {
      // From here on the panel speaks when something happens, and to its end, or the reader's.
      while let line = try attempt({ () throws(SystemError) in try conversation.nextLine(for: 1) }) {
        guard print(line: line) == 0 else { break }
      }
      return Options.outputFailed
    }
    guard words[0] == "status" else { return 0 }
    guard asMetrics else { return print(line: line) }
    // A collector must not take a panel of another version for one that has nothing to tell.
    guard let metrics = try? Metrics.text(answer) else { throw failure("\(path): not a status: \(line)") }
    return write(Array(metrics.utf8))
  }

  private static func request(_ command: ControlCommand, _ words: ArraySlice<String>) -> String {
    if let key = command.pairs {
      let words = Array(words)
      let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], JSONValue.string(words[$0 + 1])) }
      return JSONValue.object(
        JSONMembers([("command", .string(command.rawValue)), (key, .object(JSONMembers(pairs)))])
      ).line + "\n"
    }
    var texts = words
    var members: [JSONMembers.Member] = [("command", .string(command.rawValue))]
    for operand in command.operands {
      if !operand.choices.isEmpty {
        if let key = operand.key, !texts.isEmpty { members.append((key, .array(texts.map(JSONValue.string)))) }
      } else if let text = texts.popFirst(), let key = operand.key {
        members.append((key, operand.number == nil ? .string(text) : .integer(Int(text) ?? 0)))
      }
    }
    return JSONValue.object(JSONMembers(members)).line + "\n"
  }
}
