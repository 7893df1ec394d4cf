import Glibc
import PanelGeometry
import PanelRaster
import PanelSystem

/// Decodes pictures in processes of `cube-kiosk-decode`: a file that makes a decoder crash, hang or use all memory is refused.
///
/// Waits for the result, so once the event loop runs, call it on another thread.
package enum PictureDecoder {
  /// Why a file isn't shown.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// The limits and the size with which a picture is decoded.
  package struct Request: Hashable, Sendable {
    /// The maximum number of pixels, after a reduction.
    var maximumPixelCount = PictureDecoder.maximumPixelCount
    /// The number of pixels to which a larger JPEG or WebP picture is reduced, as for a photo: a screen of 3840×2160.
    var reducedPixelCount = 3840 * 2160
    /// The longer side of an SVG picture, in pixels; 0 for twice its own size, and at least 512.
    var vectorSide = 0
    /// The limit of the decoder's processor time, in seconds.
    var processorTime = 4

    package init() {}

    /// Decodes an SVG picture for a layer.
    ///
    /// - Parameter points: the layer's longer side; 0 if it isn't known.
    mutating func setVectorSide(points: Double) {
      // A large panel has up to two pixels per point and more; beyond that, edges blur.
      vectorSide = min(Int(clamping: (points * 2).rounded(.up)), 4096)
    }
  }

  /// The maximum number of pixels of all pictures of a scene. They take 128 MB.
  static let maximumPixelCount = 1 << 25
  /// The maximum side of a picture, in pixels.
  static let maximumSide = 16384
  /// The maximum size of a picture's file, in bytes.
  static let maximumFileSize = 64 << 20
  /// The maximum time for one picture, in nanoseconds.
  static let timeout: UInt64 = 10_000_000_000

  /// Returns the picture in a file. Files that are shown in the same form, and didn't change, share a bitmap.
  ///
  /// - Throws: `SystemError` if the file can't be read, `Failure` if it isn't a picture that can be shown.
  package static func bitmap(inFile path: String, _ request: Request = Request()) throws -> Bitmap {
    let file = try File.openRegular(path)
    let status = try file.status(path)
    let key = PictureCache.Key(status, request)
    if let bitmap = cache.bitmap(for: key) { return bitmap }
    guard status.st_size <= maximumFileSize else {
      throw Failure(description: "\(status.st_size) bytes; expected at most \(maximumFileSize)")
    }
    slots.wait()
    defer { slots.signal() }
    let bitmap = try DecoderRun(request, file: file.number, program: program).bitmap()
    cache.set(bitmap, for: key)
    return bitmap
  }

  private static let cache = PictureCache()
  /// Two pictures are decoded at a time, however many threads ask.
  private static let slots = Semaphore(2)

  /// The decoder: the installed one, or the one next to this program in a build tree.
  private static let program: String = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlink("/proc/self/exe", &path, Int(PATH_MAX))
    let directory = String(decoding: path.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self).directory
    let installed = directory + "../libexec/cube-kiosk/cube-kiosk-decode"
    return access(installed, X_OK) == 0 ? installed : directory + "cube-kiosk-decode"
  }()
}

/// The bitmaps that are in use, by file.
private final class PictureCache: @unchecked Sendable {
  struct Key: Hashable {
    private let file: [UInt64]
    private let request: PictureDecoder.Request

    init(_ status: stat, _ request: PictureDecoder.Request) {
      let time = status.st_mtim
      file = [
        UInt64(status.st_dev), UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_size)),
        UInt64(bitPattern: Int64(time.tv_sec)), UInt64(bitPattern: Int64(time.tv_nsec)),
      ]
      self.request = request
    }
  }

  private struct Entry {
    weak var bitmap: Bitmap?
  }

  private var entries: [Key: Entry] = [:]
  private let lock = Semaphore(1)

  func bitmap(for key: Key) -> Bitmap? {
    lock.wait()
    defer { lock.signal() }
    return entries[key]?.bitmap
  }

  func set(_ bitmap: Bitmap, for key: Key) {
    lock.wait()
    defer { lock.signal() }
    entries = entries.filter { $0.value.bitmap != nil }
    entries[key] = Entry(bitmap: bitmap)
  }
}

/// A counting semaphore of POSIX threads.
private final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init(_ count: UInt32) { sem_init(semaphore, 0, count) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func wait() { while sem_wait(semaphore) != 0 {} }

  func signal() { sem_post(semaphore) }
}
