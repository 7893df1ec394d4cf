import Glibc
import PanelSystem

/// A sound that is being played, without waiting. Releasing it ends the sound.
final class PlayingSound {
  /// The time after which `advance` is called again, in milliseconds.
  static let interval: Int32 = 50
  /// The length of ALSA's buffer, in milliseconds. Speech-dispatcher may take most of it to answer.
  private static let buffer = 500
  /// The time that the buffer may take to its end, in nanoseconds.
  private static let drainTimeout: UInt64 = 2_000_000_000

  private let file: SoundFile
  private let stream: PCMStream
  private let gain: Float
  /// The samples that the stream hasn't taken yet.
  private var samples: ArraySlice<Int16> = []
  /// The time at which the stream is closed in any case, after its last sample was written.
  private var deadline: UInt64?

  /// Begins to play a sound.
  ///
  /// - Parameters:
  ///   - sound: The name of a sound in the theme, or an absolute path.
  ///   - volume: The volume in percent.
  init(_ sound: String, volume: Int) throws(SystemError) {
    file = try SoundFile(sound)
    stream = try PCMStream(
      channelCount: file.channelCount, sampleRate: file.sampleRate, buffer: Self.buffer, isBlocking: false)
    gain = Float(volume) / 100
  }

  /// Fills the stream's buffer.
  ///
  /// - Returns: `false` once the sound has ended.
  func advance() throws(SystemError) -> Bool {
    while deadline == nil {
      if samples.isEmpty { samples = file.nextSamples(gain: gain)[...] }
      if samples.isEmpty {
        deadline = MonotonicClock.now + Self.drainTimeout
        break
      }
      let frames = samples.count / file.channelCount
      var written = 0
      var failure: SystemError?
      samples.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        do throws(SystemError) { written = try stream.write(start, count: frames) } catch { failure = error }
      }
      if let failure { throw failure }
      if written == 0 { return true }
      samples.removeFirst(written * file.channelCount)
    }
    guard let deadline, MonotonicClock.now < deadline else { return false }
    return try !stream.drain()
  }
}
