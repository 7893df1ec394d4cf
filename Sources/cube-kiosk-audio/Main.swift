import CCubeKioskVersion
import ControlProtocol
import Glibc
import PanelSystem

/// Speaks the texts of a panel's explore by touch through speech-dispatcher, and clicks at each new element.
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

  /// Speaks until a signal ends the process. Each interruption and its end are one line in the log.
  private static func run(socket: String) -> Never {
    signal(SIGPIPE, SIG_IGN)
    var lastProblem = ""
    while true {
      do {
        try speak(from: socket) {
          lastProblem = ""
          log("speaking for \(socket)")
        }
      } catch {
        let problem = "\(error)"
        if problem != lastProblem { log(problem) }
        lastProblem = problem
      }
      sleep(pauseBetweenAttempts)
    }
  }

  /// Speaks until the panel or speech-dispatcher ends.
  ///
  /// - Parameter connected: called once the panel and speech-dispatcher are connected.
  private static func speak(from socket: String, connected: () -> Void) throws {
    let panel = try ControlClientConnection(socket, timeout: 10)
    try panel.send(.serve(prefix: ControlRequest.audioPrefix), isLast: false)
    let answer = try PanelMessage(panel.readLine(), from: socket)
    guard answer.isAccepted == true else { throw SystemError(socket, EPROTO, answer.refusal.sanitized) }
    let synthesizer = try Synthesizer()
    connected()
    let click = Click()
    var lastProblem = ""
    while let line = try panel.waitForLine(untilClosed: synthesizer.descriptor) {
      guard let text = try SpokenText(line) else { continue }
      synthesizer.speak(text)
      guard text.isNewElement else { continue }
      do {
        try click.play(volume: text.volume)
        lastProblem = ""
      } catch {
        if "\(error)" != lastProblem { log("click: \(error)") }
        lastProblem = "\(error)"
      }
    }
    throw SystemError("speech-dispatcher", ECONNRESET, "ended; it is started again")
  }

  private static func log(_ text: String) {
    let line = Array("cube-kiosk-audio: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
