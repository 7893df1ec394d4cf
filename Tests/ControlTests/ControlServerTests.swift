import Configuration
import Events
import Foundation
import System
import Testing

@testable import Control

/// The control server with a client in the same loop, and a panel that only writes down what it is told.
@Suite struct ControlServerTests {
  @Test func whatIsToldIsDoneInOrder() throws {
    let rig = try ControlRig()
    let answer = try rig.answer(
      to: """
        {"command":"press","face":3,"button":"button"}
        {"command":"scene","scene":"fold"}
        {"command":"reload"}
        {"command":"sleep"}
        {"command":"wake"}
        {"command":"set","values":{"door":"open","t":21.5,"n":3,"lamp":true}}
        {"command":"set","values":{}}
        {"command":"set","values":{"door":null}}
        {"command":"press"}
        {"command":"press","face":3}
        {"command":"press","face":1e30,"button":"button"}
        {"command":"dance"}

        """)
    func refused(_ reason: String) -> String { "{\"ok\":false,\"error\":\"\(reason)\"}\n" }
    #expect(
      answer == String(repeating: "{\"ok\":true}\n", count: 6)
        + refused("set: values: expected an object with names and texts")
        + refused("set: values.door: expected a string, a number, true or false")
        + refused("press: face: expected a whole number")
        + refused("press: button: expected a string") + refused("press: face: expected a whole number")
        + refused("unknown command 'dance'; expected \(ControlCommand.allCases.map(\.rawValue).alternatives)"))
    #expect(
      rig.panel.told == [
        "press 3 button", "scene fold", "reload", "sleep", "wake", "set door=open t=21.5 n=3 lamp=true",
      ])
  }

  /// With its operands each is done and answered, without one of them refused.
  @Test func eachCommandOfTheTableIsAnswered() throws {
    for command in ControlCommand.allCases {
      let rig = try ControlRig()
      let operands =
        (command.pairs.map { ["\"\($0)\":{\"a\":\"b\"}"] } ?? [])
        + command.operands.compactMap { operand in
          operand.key.map {
            "\"\($0)\":\(operand.choices.first.map { "[\"\($0)\"]" } ?? (operand.number == nil ? "\"a\"" : "1"))"
          }
        }
      func line(_ members: some Collection<String>) -> String {
        "{\(([#""command":"\#(command.rawValue)""#] + members).joined(separator: ","))}\n"
      }
      let fd = try rig.connected()
      defer { close(fd) }
      #expect(try rig.lines(1, fd, to: line(operands))[0].hasPrefix("{\"ok\":true"), "\(command.rawValue)")
      guard let last = command.operands.last, last.key != nil, last.choices.isEmpty else { continue }
      #expect(try rig.answer(to: line(operands.dropLast())).hasPrefix("{\"ok\":false"), "\(command.rawValue)")
    }
  }

  @Test func theStatusCanBeReadAgain() throws {
    let rig = try ControlRig()
    let answer = try rig.answer(to: "{\"command\":\"status\"}\n")
    let status = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    #expect(status["ok"] as? Bool == true && status["count"] as? Int == 7 && status["scene"] as? String == "cube")
    #expect(answer == rig.panel.status.json.line + "\n" && status["output"] == nil)
  }

  @Test func aRefusalIsTold() throws {
    let rig = try ControlRig()
    rig.panel.refuses = true
    #expect(try rig.answer(to: "{\"command\":\"reload\"}\n") == "{\"ok\":false,\"error\":\"not \\\"now\\\"\"}\n")
  }

  /// Nonsense is answered, and the line after it too.
  @Test(arguments: [
    "", "{", "[]", "7", "{\"command\":7}", "{\"face\":3}", "\u{0}",
  ])
  func nonsense(_ line: String) throws {
    let rig = try ControlRig()
    let answer = try rig.answer(to: line + "\n{\"command\":\"wake\"}\n")
    #expect(answer == "{\"ok\":false,\"error\":\"expected an object with a command\"}\n{\"ok\":true}\n")
  }

  @Test func dataFollowsItsLine() throws {
    let rig = try ControlRig()
    #expect(
      try rig.answer(to: "{\"command\":\"screenshot\"}\n{\"command\":\"wake\"}\n")
        == "{\"ok\":true,\"bytes\":3}\n\u{1}\n\u{3}{\"ok\":true}\n")
  }

  /// More questions than the socket holds, and answers larger than it: each comes, whole and in order.
  @Test func manyQuestionsWithLargeAnswers() throws {
    let rig = try ControlRig()
    rig.panel.picture = Array(repeating: 0x2E, count: 300_000)
    let answer = try rig.answer(
      to: String(repeating: "{\"command\":\"screenshot\"}\n{\"command\":\"wake\"}\n", count: 20))
    #expect(answer.utf8.count == 20 * ("{\"ok\":true,\"bytes\":300000}\n".count + 300_000 + "{\"ok\":true}\n".count))
    #expect(rig.panel.told.count == 20)
  }

  /// One line is answered a turn of the loop: a client with many has no more of it than others.
  @Test func nobodysQuestionsKeepOthersWaiting() throws {
    let rig = try ControlRig()
    let (many, one) = (try rig.connected(), try rig.connected())
    defer { for fd in [many, one] { close(fd) } }
    for _ in 1...2 { try rig.loop.turn(waiting: 1_000_000_000) }
    let lines = String(repeating: "{\"command\":\"wake\"}\n", count: 200)
    _ = lines.withCString { send(many, $0, strlen($0), 0) }
    _ = "{\"command\":\"sleep\"}\n".withCString { send(one, $0, strlen($0), 0) }
    for _ in 1...10 { try rig.loop.turn(waiting: 1_000_000_000) }
    #expect(rig.panel.told.contains("sleep") && rig.panel.told.count <= 10)
  }

  @Test func aLineWithoutEndIsCutOff() throws {
    let rig = try ControlRig()
    #expect(try rig.answer(to: Array(repeating: 0x41, count: 100_000)) == "")
    #expect(rig.panel.told == [])
  }

  // MARK: The file

  @Test func theFileGoesWithTheServer() throws {
    let rig = try ControlRig()
    #expect(FileManager.default.fileExists(atPath: rig.path))
    rig.end()
    #expect(!FileManager.default.fileExists(atPath: rig.path))
  }

  /// One that was left behind is replaced; and the one whose place was taken leaves the other's alone.
  @Test func theNextServerTakesThePlace() throws {
    let rig = try ControlRig()
    let next = try ControlServer(path: rig.path, loop: rig.loop, panel: rig.panel)
    rig.end()
    #expect(FileManager.default.fileExists(atPath: rig.path))
    _ = next
  }

  /// A socket that can't be made leaves the file that is there, and closes the descriptor it opened, once.
  @Test func whatIsNoSocketStays() throws {
    let rig = try ControlRig()
    let file = rig.path + "-file"
    try "kept".write(toFile: file, atomically: true, encoding: .utf8)
    do {
      _ = try ControlServer(path: file, loop: rig.loop, panel: rig.panel)
      Issue.record("it was made")
    } catch {
      #expect("\(error)" == "\(file): bind: Address already in use")
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
    #expect(throws: SystemError.self) {
      try ControlServer(path: "/nonexistent/control", loop: rig.loop, panel: rig.panel)
    }
    #expect(throws: SystemError.self) {
      try ControlServer(path: String(repeating: "x", count: 200), loop: rig.loop, panel: rig.panel)
    }
  }
}
