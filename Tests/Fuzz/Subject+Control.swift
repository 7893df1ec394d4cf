import Configuration
import TestPanel

extension Subject {
  /// Bytes from a client of the control socket, in pieces of several sizes. Each line has one reply, and the connection
  /// ends with the client's.
  static let control = Subject(
    name: "control",
    words: ControlCommand.allCases.map { "{\"command\":\"\($0.rawValue)\"" } + [
      "\"face\":1", "\"button\":\"a\"", "\"values\":{\"a\":\"1\"}", "\"scene\":\"cube\"", "\"events\":[\"press\"]",
      "}\n", "\n", ",",
    ]
  ) { bytes in
    guard let rig else { fatalError("no socket") }
    guard let length = bytes.first else { return }
    let sent = Array(bytes.dropFirst())
    guard let received = try? rig.exchange(sent, piece: 1 + Int(length), turns: 2000, waiting: 0) else {
      // A watcher's connection lasts.
      return require(String(decoding: sent, as: UTF8.self).contains("watch"), "the connection stays")
    }
    let (replies, lines) = (received.count { $0 == 0x0A }, sent.count { $0 == 0x0A })
    require(replies <= lines, "\(replies) replies to \(lines) lines")
  }

  private nonisolated(unsafe) static let rig: ControlRig? = {
    let rig = try? ControlRig()
    // Replies are counted by their line breaks, of which a picture may have more.
    rig?.panel.picture = []
    return rig
  }()
}
