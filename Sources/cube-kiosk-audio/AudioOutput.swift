import ControlProtocol
import JSON
import PanelSystem

/// Speaks, clicks and plays sounds, one at a time. Each can fail without the others: without speech-dispatcher, sounds are
/// still played.
struct AudioOutput {
  /// The time until speech-dispatcher is started again for a text, in nanoseconds.
  private static let synthesizerDelay: UInt64 = 1_000_000_000

  private let log: (String) -> Void
  private var synthesizer: Synthesizer?
  /// The last attempt to connect to speech-dispatcher, in nanoseconds.
  private var lastAttempt: UInt64 = 0
  private var sound: PlayingSound?
  /// The last problems that the log mentions.
  private var problems: [String: String] = [:]

  init(log: @escaping (String) -> Void) {
    self.log = log
    PCMStream.silenceErrors()
    openSynthesizer()
  }

  /// The descriptor of the connection to speech-dispatcher, which hangs up when that ends; -1 without a connection.
  var descriptor: Int32 { synthesizer?.descriptor ?? -1 }
  var isPlaying: Bool { sound != nil }

  /// Performs an event.
  mutating func perform(_ event: JSONObject) throws {
    switch try event.required("event").string() {
    case EventKind.speech.rawValue:
      let text = try SpokenText(event)
      if synthesizer == nil { openSynthesizer() }
      synthesizer?.speak(text)
      if text.isNewElement { report("click") { () throws(SystemError) in try Click.play(volume: text.volume) } }
    case EventKind.sound.rawValue:
      let name = try event.required("sound").string()
      let volume = try event.required("volume").integer(0...100)
      // Ends the sound before.
      sound = nil
      if volume > 0 {
        sound = report("sound") { () throws(SystemError) in
          try withTimeout { () throws(SystemError) in try PlayingSound(name, volume: volume) }
        }
      }
      advance()
    default: break
    }
  }

  /// Continues the sound.
  mutating func advance() {
    guard let sound else { return }
    let continues = report("sound") { () throws(SystemError) in
      try withTimeout { () throws(SystemError) in try sound.advance() }
    }
    if continues != true { self.sound = nil }
  }

  private mutating func openSynthesizer() {
    let now = MonotonicClock.now
    guard lastAttempt == 0 || now - lastAttempt > Self.synthesizerDelay else { return }
    lastAttempt = now
    synthesizer = report("no speech") { () throws(SystemError) in try Synthesizer() }
  }

  /// Performs a part of the work. A repeated problem is logged once.
  @discardableResult private mutating func report<Result>(
    _ part: String, _ body: () throws(SystemError) -> Result
  ) -> Result? {
    do throws(SystemError) {
      let result = try body()
      problems[part] = nil
      return result
    } catch {
      if problems[part] != "\(error)" { log("\(part): \(error)") }
      problems[part] = "\(error)"
      return nil
    }
  }
}
