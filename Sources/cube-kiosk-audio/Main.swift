import CCubeKioskVersion
import ControlProtocol
import Glibc
import PanelSystem

/// Speaks the texts of a panel's explore by touch through speech-dispatcher, clicks at each new element, and plays sounds.
@main enum Main {
  /// In seconds.
  private static let pauseBetweenAttempts: UInt32 = 1

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    switch (words.first, words.count) {
    case (nil, _): run(socket: "/run/cube-kiosk/adapters")
    case ("--socket", 2): run(socket: words[1])
    case ("--version", 1): print("cube-kiosk-audio \(String(cString: cube_kiosk_version()))")
    case ("--help", 1): print(usage)
    default:
      log(usage)
      exit(64)
    }
  }

  private static var usage: String { "usage: cube-kiosk-audio [--socket PATH | --version | --help]" }

  /// Speaks and plays sounds until a signal ends the process. Each interruption and its end are one line in the log.
  private static func run(socket: String) -> Never {
    signal(SIGPIPE, SIG_IGN)
    var lastProblem = ""
    while true {
      do {
        try speak(from: socket) {
          lastProblem = ""
          log("connected to \(socket)")
        }
      } catch {
        let problem = "\(error)"
        if problem != lastProblem { log(problem) }
        lastProblem = problem
      }
      sleep(pauseBetweenAttempts)
    }
  }

  /// Speaks and plays sounds until the panel or speech-dispatcher ends.
  ///
  /// - Parameter connected: called once the panel is connected.
  private static func speak(from socket: String, connected: () -> Void) throws {
    let panel = try ControlClientConnection(socket, timeout: 10)
    try panel.send(.serve(prefix: ControlRequest.audioPrefix), isLast: false)
    let answer = try PanelMessage(panel.readLine(), from: socket)
    guard answer.isAccepted == true else { throw SystemError(socket, EPROTO, answer.refusal.sanitized) }
    connected()
    var output = AudioOutput(log: log)
    while true {
      while let line = try panel.takeLine() { try output.perform(PanelMessage(line, from: "event").members) }
      var descriptors = [
        pollfd(fd: panel.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: output.descriptor, events: 0, revents: 0),
      ]
      let count = poll(&descriptors, 2, output.isPlaying ? PlayingSound.interval : -1)
      output.advance()
      guard count > 0 else { continue }
      if descriptors[1].revents & Int16(POLLERR | POLLHUP) != 0 {
        throw SystemError("speech-dispatcher", ECONNRESET, "ended; it is started again")
      }
      if descriptors[0].revents != 0, try !panel.receive() {
        throw SystemError(socket, ECONNRESET, "closed by the panel")
      }
    }
  }

  private static func log(_ text: String) {
    let line = Array("cube-kiosk-audio: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
