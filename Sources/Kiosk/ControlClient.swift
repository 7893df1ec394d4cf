import FoundationEssentials
import Glibc
import System

/// `cube-kiosk ctl`: one question to a running kiosk.
enum ControlClient {
  static let path = "/run/cube-kiosk/control"
  private static let unavailable: Int32 = 69
  /// In seconds: a panel that says nothing for so long hangs.
  private static let patience = 10

  /// - Parameter words: the command and its operands, checked already.
  static func run(_ words: [String], socket path: String, asMetrics: Bool) -> Int32 {
    func failed(_ reason: String, _ code: Int32 = unavailable) -> Int32 {
      Log.writeLine("cube-kiosk: ctl: \(Log.harmless(reason))", to: 2)
      return code
    }
    var request = "{\"command\":\(quoted(words[0]))"
    if words[0] == "press" { request += ",\"face\":\(Int(words[1]) ?? 0),\"button\":\(quoted(words[2]))" }
    if words[0] == "scene" { request += ",\"scene\":\(quoted(words[1]))" }
    request += "}\n"

    guard let address = ControlSocket.address(path) else { return failed("\(path): too long for a socket") }
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(fd) }
    guard ControlSocket.with(address, { connect(fd, $0, $1) }) == 0 else {
      return failed("\(path): \(String(cString: strerror(errno)))")
    }
    guard request.withCString({ send(fd, $0, strlen($0), Int32(MSG_NOSIGNAL)) }) == request.utf8.count else {
      return failed("\(path): \(String(cString: strerror(errno)))")
    }
    shutdown(fd, Int32(SHUT_WR))
    var wait = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(fd, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    guard let end = bytes.firstIndex(of: 0x0A) else { return failed("\(path): no answer within \(patience) s") }
    let line = String(decoding: bytes[..<end], as: UTF8.self)
    struct Answer: Decodable {
      var ok: Bool
      var error: String?
      var bytes: Int?
    }
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(line.utf8)) else {
      return failed("\(path): not an answer: \(line)")
    }
    guard answer.ok else { return failed(answer.error ?? "refused", 1) }
    if let count = answer.bytes {
      let data = bytes[(end + 1)...]
      guard data.count == count else { return failed("\(path): the picture was cut off") }
      do {
        try File.replace(words[1], with: Array(data))
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

  /// In Prometheus' text format, for node_exporter's textfile collector; `nil` for what is no status.
  private static func metrics(_ line: String) -> String? {
    guard let status = try? JSONDecoder().decode(Kiosk.Status.self, from: Data(line.utf8)) else { return nil }
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
