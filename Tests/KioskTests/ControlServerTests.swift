import Events
import Foundation
import System
import Testing

@testable import Kiosk
@testable import PanelKit

/// The control server with a client in the same loop, and a panel that only writes down what it is told.
@Suite struct ControlServerTests {
  private final class Panel: Controllable {
    var told: [String] = []
    var refuses = false
    var picture: [UInt8] = [1, 0x0A, 3]

    private func tell(_ text: String) throws(Refusal) {
      told.append(text)
      if refuses { throw Refusal("not \"now\"") }
    }

    func advance() {}
    var status: PanelStatus {
      PanelStatus(
        scene: "cube", touchFix: "none", count: 7, frames: 1, lateFrames: 0, uptime: 2, idle: "active",
        isConnected: true, compositor: "wayland-0", running: 0, size: [1280, 800], scale: 1)
    }
    func screenshot(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) { completion(.success(picture)) }
    func press(face: Int, button name: String) throws(Refusal) { try tell("press \(face) \(name)") }
    func set(_ values: [(name: String, raw: String)]) throws(Refusal) {
      try tell("set " + values.map { "\($0)=\($1)" }.joined(separator: " "))
    }
    func show(scene name: String) throws(Refusal) { try tell("scene \(name)") }
    func reloadConfiguration() throws(Refusal) { try tell("reload") }
    func wake() { told.append("wake") }
    func sleep() { told.append("sleep") }
  }

  /// A server in a directory of its own, and what a client of it hears.
  private final class Rig {
    let panel = Panel()
    let loop: EventLoop
    let path: String
    private let directory: String
    private var server: ControlServer?

    init() throws {
      loop = try EventLoop()
      var template = Array("/tmp/cube-kiosk-test.XXXXXX".utf8CString)
      try #require(mkdtemp(&template) != nil)
      directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = directory + "/control"
      server = try ControlServer(path: path, loop: loop, panel: panel)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    func end() { server = nil }

    func connected() throws -> Int32 {
      let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
      let address = try #require(sockaddr_un(path: path))
      try #require(address.lend { connect(fd, $0, $1) } == 0)
      return fd
    }

    /// All that is answered to these bytes, until the server closes.
    func answer(to bytes: [UInt8]) throws -> String {
      let fd = try connected()
      defer { close(fd) }
      var (sent, heard, buffer) = (0, [UInt8](), [UInt8](repeating: 0, count: 65536))
      let end = EventLoop.now + 20_000_000_000
      while EventLoop.now < end {
        // More than fits is sent as the server takes it.
        if sent < bytes.count {
          let count = bytes[sent...].withUnsafeBytes { send(fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
          if count > 0 { sent += count }
          if sent == bytes.count { shutdown(fd, Int32(SHUT_WR)) }
        }
        try loop.turn(waiting: 1_000_000)
        var count = read(fd, &buffer, buffer.count)
        while count > 0 {
          heard += buffer[..<count]
          count = read(fd, &buffer, buffer.count)
        }
        if count == 0 || errno != EAGAIN { return String(decoding: heard, as: UTF8.self) }
      }
      Issue.record("the server never closed")
      return ""
    }

    func answer(to text: String) throws -> String { try answer(to: Array(text.utf8)) }
  }

  @Test func whatIsToldIsDoneInOrder() throws {
    let rig = try Rig()
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
        + refused("unknown command 'dance'; expected \(ControlCommand.all.map(\.name).alternatives)"))
    #expect(
      rig.panel.told == [
        "press 3 button", "scene fold", "reload", "sleep", "wake", "set door=open t=21.5 n=3 lamp=true",
      ])
  }

  /// With its operands each is done and answered, without one of them refused.
  @Test func eachCommandOfTheTableIsAnswered() throws {
    for command in ControlCommand.all {
      let rig = try Rig()
      let operands =
        command.operands.compactMap { operand in
          operand.key.map { "\"\($0)\":\(operand.number == nil ? "\"a\"" : "1")" }
        } + (command.pairs.map { ["\"\($0)\":{\"a\":\"b\"}"] } ?? [])
      func line(_ members: some Collection<String>) -> String {
        "{\(([#""command":"\#(command.name)""#] + members).joined(separator: ","))}\n"
      }
      #expect(try rig.answer(to: line(operands)).hasPrefix("{\"ok\":true"), "\(command.name)")
      guard !operands.isEmpty else { continue }
      #expect(try rig.answer(to: line(operands.dropLast())).hasPrefix("{\"ok\":false"), "\(command.name)")
    }
  }

  @Test func theStatusCanBeReadAgain() throws {
    let rig = try Rig()
    let answer = try rig.answer(to: "{\"command\":\"status\"}\n")
    let status = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    #expect(status["ok"] as? Bool == true && status["count"] as? Int == 7 && status["scene"] as? String == "cube")
    #expect(answer == rig.panel.status.json.line + "\n" && status["output"] == nil)
  }

  @Test func aRefusalIsTold() throws {
    let rig = try Rig()
    rig.panel.refuses = true
    #expect(try rig.answer(to: "{\"command\":\"reload\"}\n") == "{\"ok\":false,\"error\":\"not \\\"now\\\"\"}\n")
  }

  /// Nonsense is answered, and the line after it too.
  @Test(arguments: [
    "", "{", "[]", "7", "{\"command\":7}", "{\"face\":3}", "\u{0}",
  ])
  func nonsense(_ line: String) throws {
    let rig = try Rig()
    let answer = try rig.answer(to: line + "\n{\"command\":\"wake\"}\n")
    #expect(answer == "{\"ok\":false,\"error\":\"expected an object with a command\"}\n{\"ok\":true}\n")
  }

  @Test func dataFollowsItsLine() throws {
    let rig = try Rig()
    #expect(
      try rig.answer(to: "{\"command\":\"screenshot\"}\n{\"command\":\"wake\"}\n")
        == "{\"ok\":true,\"bytes\":3}\n\u{1}\n\u{3}{\"ok\":true}\n")
  }

  /// More questions than the socket holds, and answers larger than it: each comes, whole and in order.
  @Test func manyQuestionsWithLargeAnswers() throws {
    let rig = try Rig()
    rig.panel.picture = Array(repeating: 0x2E, count: 300_000)
    let answer = try rig.answer(
      to: String(repeating: "{\"command\":\"screenshot\"}\n{\"command\":\"wake\"}\n", count: 20))
    #expect(answer.utf8.count == 20 * ("{\"ok\":true,\"bytes\":300000}\n".count + 300_000 + "{\"ok\":true}\n".count))
    #expect(rig.panel.told.count == 20)
  }

  /// One line is answered a turn of the loop: a client with many has no more of it than others.
  @Test func nobodysQuestionsKeepOthersWaiting() throws {
    let rig = try Rig()
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
    let rig = try Rig()
    #expect(try rig.answer(to: Array(repeating: 0x41, count: 100_000)) == "")
    #expect(rig.panel.told == [])
  }

  // MARK: The file

  @Test func theFileGoesWithTheServer() throws {
    let rig = try Rig()
    #expect(FileManager.default.fileExists(atPath: rig.path))
    rig.end()
    #expect(!FileManager.default.fileExists(atPath: rig.path))
  }

  /// One that was left behind is replaced; and the one whose place was taken leaves the other's alone.
  @Test func theNextServerTakesThePlace() throws {
    let rig = try Rig()
    let next = try ControlServer(path: rig.path, loop: rig.loop, panel: rig.panel)
    rig.end()
    #expect(FileManager.default.fileExists(atPath: rig.path))
    _ = next
  }

  /// A socket that can't be made leaves the file that is there, and closes the descriptor it opened, once.
  @Test func whatIsNoSocketStays() throws {
    let rig = try Rig()
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
