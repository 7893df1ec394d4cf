import Glibc
import PanelSystem

/// The click at each new element. It is played along with the speech, and heard earlier.
enum Click {
  /// In Hz.
  private static let sampleRate = 48000
  private static let frequency = 1000.0
  /// In milliseconds.
  private static let duration = 5
  /// Of the loudest sample, from 0 to 1.
  private static let amplitude = 0.5

  /// Plays the click, and waits for its end.
  ///
  /// - Parameter volume: The volume in percent.
  static func play(volume: Int) throws(SystemError) {
    try withTimeout { () throws(SystemError) in
      let stream = try PCMStream(sampleRate: sampleRate, buffer: 4 * duration, isBlocking: true)
      let samples = samples(volume: volume)
      _ = try stream.write(samples, count: samples.count)
      _ = try stream.drain()
    }
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
