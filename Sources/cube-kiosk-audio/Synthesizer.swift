import CSpeechd
import Glibc
import PanelSystem

/// A connection to speech-dispatcher, which libspeechd starts if it doesn't run.
final class Synthesizer {
  private let connection: UnsafeMutablePointer<SPDConnection>
  private var language = ""
  private var rate: Int?
  private var volume: Int?

  init() throws(SystemError) {
    var reason: UnsafeMutablePointer<CChar>?
    let connection = withTimeout(60) { spd_open2("cube-kiosk", "panel", nil, SPD_MODE_SINGLE, nil, 1, &reason) }
    guard let connection else {
      defer { free(reason) }
      throw SystemError("speech-dispatcher", ECONNREFUSED, reason.map { String(cString: $0).sanitized } ?? "")
    }
    self.connection = connection
  }

  deinit {
    silence()
    spd_close(connection)
  }

  /// The connection's descriptor, which hangs up when speech-dispatcher ends.
  var descriptor: Int32 { connection.pointee.socket }

  /// Speaks a text after the previous texts, or at once if it interrupts them.
  func speak(_ text: SpokenText) {
    if text.interrupts { silence() }
    guard !text.text.isEmpty else { return }
    withTimeout {
      if text.language != language { spd_set_language(connection, text.language) }
      if text.rate != rate { spd_set_voice_rate(connection, Self.level(text.rate)) }
      if text.volume != volume { spd_set_volume(connection, Self.level(text.volume)) }
      (language, rate, volume) = (text.language, text.rate, text.volume)
      // Texts of this priority are spoken in turn. `sanitized` also replaces line breaks: in speech-dispatcher's protocol,
      // a line with a single period ends a text.
      spd_say(connection, SPD_MESSAGE, text.text.sanitized)
    }
  }

  private func silence() { withTimeout { spd_cancel(connection) } }

  /// Converts percent to speech-dispatcher's range, -100…100.
  private static func level(_ percent: Int) -> Int32 { Int32(percent * 2 - 100) }
}
