import CALSA
import Glibc
import PanelSystem

/// The click at each new element. It is played along with the speech, and heard earlier.
final class Click {
  /// In Hz.
  private static let sampleRate = 48000
  private static let frequency = 1000.0
  /// In milliseconds.
  private static let duration = 5
  /// Of the loudest sample, from 0 to 1.
  private static let amplitude = 0.5

  init() { alsa_silence_errors() }

  /// Plays the click, and waits for its end.
  ///
  /// - Parameter volume: The volume in percent.
  func play(volume: Int) throws(SystemError) {
    try withTimeout { () throws(SystemError) in
      var stream: OpaquePointer?
      // If a program has the sound card for itself, it isn't waited for.
      try Self.check(snd_pcm_open(&stream, "default", SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK))
      defer { snd_pcm_close(stream) }
      snd_pcm_nonblock(stream, 0)
      // In microseconds.
      let buffer = UInt32(4 * Self.duration * 1000)
      try Self.check(
        snd_pcm_set_params(
          stream, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(Self.sampleRate), 1, buffer))
      let samples = Self.samples(volume: volume)
      try Self.check(Int32(clamping: snd_pcm_writei(stream, samples, UInt(samples.count))))
      try Self.check(snd_pcm_drain(stream))
    }
  }

  private static func check(_ result: Int32) throws(SystemError) {
    guard result < 0 else { return }
    throw SystemError("sound card", -result, String(cString: snd_strerror(result)))
  }

  /// A tone that fades quickly.
  private static func samples(volume: Int) -> [Int16] {
    let peak = amplitude * Double(volume) / 100 * Double(Int16.max)
    return (0..<sampleRate * duration / 1000).map { index in
      let time = Double(index) / Double(sampleRate)
      return Int16(peak * exp(-time * 1000) * sin(2 * .pi * frequency * time))
    }
  }
}
