import ControlProtocol
import Glibc
import JSON
import TestPanel
import Testing

@testable import Control

/// The rights of the clients of the sockets `watch` and `adapters`.
@Suite struct ControlRoleTests {
  /// Each command of the panel, by its example in the manual, is refused unless the role's table permits it. A new command
  /// is therefore refused at first.
  @Test(arguments: ControlRole.allCases) func onlyPermittedCommandsReachThePanel(_ role: ControlRole) throws {
    let permitted: Set<ControlCommand> =
      switch role {
      case .control: Set(ControlCommand.allCases)
      case .watch: [.status, .list, .get, .watch]
      case .adapters: [.wake, .message, .dismiss]
      }
    for command in ControlCommand.allCases {
      let rig = try ControlRig(role)
      for request in [
        command.request.singleLine, try ControlLine(command.request.singleLine).request().json.singleLine,
      ] {
        let answer = try rig.reply(request)
        if permitted.contains(command) {
          #expect(answer.hasPrefix(#"{"ok":true"#), "\(role) \(request): \(answer)")
        } else {
          let reason = "\(command.rawValue) isn't permitted on the socket \(role.rawValue)"
          #expect(answer == #"{"ok":false,"error":"\#(reason)","kind":"not-permitted"}"#)
          #expect(rig.panel.requests == [])
        }
      }
    }
  }

  @Test(arguments: ["press 3 open", "press home/open", "set door open", "sleep", "speech on", "screenshot -", "reload"])
  func wordsAreRefusedToo(_ words: String) throws {
    for role in [ControlRole.watch, .adapters] {
      let rig = try ControlRig(role)
      #expect(try rig.reply(words).hasSuffix(#","kind":"not-permitted"}"#))
      #expect(rig.panel.requests == [])
    }
  }

  /// Only the control socket reports the elements that a finger touches or explores.
  @Test(arguments: EventKind.allCases) func watcherGetsNeitherTouchesNorSpeech(_ kind: EventKind) throws {
    let rig = try ControlRig(.watch)
    let isPermitted = kind != .touch && kind != .speech
    #expect(try rig.reply("watch \(kind.rawValue)").hasPrefix(#"{"ok":true"#) == isPermitted)
    #expect(try rig.reply("watch press \(kind.rawValue)").hasPrefix(#"{"ok":true"#) == isPermitted)
  }

  @Test(arguments: ControlRole.allCases) func helloIsAnsweredOnEachSocket(_ role: ControlRole) throws {
    let rig = try ControlRig(role)
    let hello = #"{"hello":{"version":1,"name":"test","more":[]},"id":"a"}"#
    #expect(try rig.reply(hello) == #"{"id":"a","ok":true,"hello":{"version":1}}"#)
    #expect(try rig.reply(#"{"hello":{"version":2}}"#).contains("$.hello.version: found 2; expected "))
  }

  /// A reply has the request's `id`, also a refusal.
  @Test func repliesRepeatTheID() throws {
    let rig = try ControlRig(.watch)
    for (request, isAccepted) in [("list", true), ("press", false), ("dance", false)] {
      let reply = try PanelMessage(rig.reply(#"{"\#(request)":"x","id":41}"#), from: "reply")
      #expect(try reply.members.required("id").integer(0...100) == 41 && reply.isAccepted == isAccepted)
    }
  }
}

extension ControlRig {
  /// Sends a line and returns the first line of the reply.
  func reply(_ line: String) throws -> String {
    let fd = try connect()
    defer { close(fd) }
    return try lines(1, fd, to: line + "\n")[0]
  }
}
