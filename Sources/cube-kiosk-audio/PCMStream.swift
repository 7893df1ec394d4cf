import CALSA
import Glibc
import PanelSystem

/// A stream of 16-bit samples to ALSA's device `default`, which mixes it with the streams of other programs.
final class PCMStream {
  /// Keeps ALSA from printing errors, which are thrown instead.
  static func silenceErrors() { alsa_silence_errors() }

  private let stream: OpaquePointer

  /// Opens the device. A device that another program has for itself throws, without waiting for it.
  ///
  /// - Parameters:
  ///   - buffer: The length of ALSA's buffer, in milliseconds.
  ///   - isBlocking: `true` if writing and draining wait.
  init(channelCount: Int = 1, sampleRate: Int, buffer: Int, isBlocking: Bool) throws(SystemError) {
    var stream: OpaquePointer?
    try Self.check(snd_pcm_open(&stream, "default", SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK))
    guard let stream else { throw Self.error(-ENODEV) }
    self.stream = stream
    snd_pcm_nonblock(stream, isBlocking ? 0 : 1)
    try Self.check(
      snd_pcm_set_params(
        stream, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, UInt32(channelCount), UInt32(sampleRate), 1,
        UInt32(buffer * 1000)))
  }

  /// Drops the samples that weren't played.
  deinit { snd_pcm_close(stream) }

  /// Writes as many samples as the buffer takes.
  ///
  /// - Parameter count: The number of frames, which have a sample for each channel.
  /// - Returns: The number of frames written; 0 if the buffer is full.
  func write(_ samples: UnsafePointer<Int16>, count: Int) throws(SystemError) -> Int {
    let written = snd_pcm_writei(stream, samples, UInt(count))
    if written >= 0 || written == -Int(EAGAIN) { return max(written, 0) }
    // After an interruption, such as a buffer that ran empty, the stream begins again.
    try Self.check(snd_pcm_recover(stream, Int32(clamping: written), 1))
    return 0
  }

  /// Plays the samples in the buffer to their end.
  ///
  /// - Returns: `false` if it doesn't wait, and they aren't played yet.
  func drain() throws(SystemError) -> Bool {
    let result = snd_pcm_drain(stream)
    if result == -EAGAIN { return false }
    try Self.check(result)
    return true
  }

  private static func check(_ result: Int32) throws(SystemError) { if result < 0 { throw error(result) } }

  private static func error(_ result: Int32) -> SystemError {
    SystemError("sound card", -result, String(cString: snd_strerror(result)))
  }
}
