import CSndfile
import Glibc
import PanelSystem

/// A sound file in any format of libsndfile, such as WAV, FLAC, Ogg Vorbis or MP3. It is decoded as it is read.
final class SoundFile {
  /// In bytes.
  private static let maximumSize = 32 << 20
  /// In seconds.
  private static let maximumDuration = 30
  /// The theme that has all names. Other themes have some of them in other words.
  private static let theme = "/usr/share/sounds/freedesktop/stereo"

  let channelCount: Int
  /// In Hz.
  let sampleRate: Int
  private let file: OpaquePointer
  /// The number of frames until the end of the file or of the longest duration.
  private var remainingCount: Int
  private var samples: [Float]

  /// Opens a regular file.
  ///
  /// - Parameter sound: The name of a sound in the theme, or an absolute path.
  init(_ sound: String) throws(SystemError) {
    let path = Self.path(of: sound)
    let descriptor = try Descriptor(opening: path, O_RDONLY)
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw SystemError(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(path, EINVAL, "not a file") }
    guard status.st_size <= Self.maximumSize else {
      throw SystemError(path, EFBIG, "\(status.st_size) bytes; expected at most \(Self.maximumSize)")
    }
    var info = SF_INFO()
    // libsndfile closes its duplicate, also if it can't read the file.
    guard let file = sf_open_fd(dup(descriptor.number), Int32(SFM_READ), &info, 1) else {
      throw SystemError(path, EINVAL, String(cString: sf_strerror(nil)).sanitized)
    }
    self.file = file
    (channelCount, sampleRate) = (Int(info.channels), Int(info.samplerate))
    remainingCount = Self.maximumDuration * sampleRate
    samples = [Float](repeating: 0, count: 4096 * channelCount)
    guard (1...2).contains(channelCount), (4000...192_000).contains(sampleRate) else {
      throw SystemError(
        path, EINVAL, "\(channelCount) channels at \(sampleRate) Hz; expected 1 or 2, at 4,000 to 192,000 Hz")
    }
  }

  deinit { sf_close(file) }

  private static func path(of sound: String) -> String {
    if sound.hasPrefix("/") { return sound }
    let path = "\(theme)/\(sound)"
    return access("\(path).oga", F_OK) != 0 && access("\(path).wav", F_OK) == 0 ? "\(path).wav" : "\(path).oga"
  }

  /// Returns the next samples, of all channels in turn; none at the end.
  ///
  /// - Parameter gain: The factor of all samples.
  func nextSamples(gain: Float) -> [Int16] {
    // As integers, floating-point samples would be read as 0 and 1.
    let count = Int(sf_readf_float(file, &samples, sf_count_t(min(samples.count / channelCount, remainingCount))))
    remainingCount -= max(count, 0)
    return samples[..<(max(count, 0) * channelCount)].map {
      $0.isNaN ? 0 : Int16(min(max($0, -1), 1) * gain * Float(Int16.max))
    }
  }
}
