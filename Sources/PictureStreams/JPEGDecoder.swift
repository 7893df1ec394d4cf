import CTurboJPEG
import Glibc
import PanelSystem

/// Decodes JPEG pictures into memory that the panel reads, at the size that it needs.
final class JPEGDecoder {
  /// The maximum side and number of pixels of a picture, those of the panel's own pictures.
  private static let (maximumSide, maximumPixelCount) = (16384, 1 << 25)

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  struct Size: Equatable {
    var width, height: Int
  }

  private let decoder: tjhandle

  init() throws(SystemError) {
    guard let decoder = tjInitDecompress() else { throw SystemError("tjInitDecompress", ENOMEM) }
    self.decoder = decoder
  }

  deinit { tjDestroy(decoder) }

  /// Returns the size at which a picture is decoded: its own, or eighths of it.
  ///
  /// - Parameters:
  ///   - data: The picture.
  ///   - wanted: The size on the panel.
  ///   - covers: False for the largest size within the one wanted. True for the smallest size that isn't narrower or lower,
  ///     with at most four times as many pixels.
  func size(of data: UnsafeRawBufferPointer, within wanted: Size, covers: Bool = false) throws(Failure) -> Size {
    var (width, height, subsampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let bytes = data.bindMemory(to: UInt8.self).baseAddress
    guard tjDecompressHeader3(decoder, bytes, UInt(data.count), &width, &height, &subsampling, &colorspace) == 0 else {
      throw failure
    }
    let size = Size(width: Int(width), height: Int(height))
    guard max(size.width, size.height) <= Self.maximumSide, size.width * size.height <= Self.maximumPixelCount else {
      throw Failure(description: "\(width)×\(height) pixels; expected at most \(Self.maximumPixelCount)")
    }
    let scaled = (1...8).map { eighths in
      Size(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
    }
    guard covers else {
      return scaled.last { $0.width <= wanted.width && $0.height <= wanted.height } ?? scaled[0]
    }
    let possible = scaled.filter { $0.width * $0.height <= 4 * wanted.width * wanted.height }
    return possible.first { $0.width >= wanted.width && $0.height >= wanted.height } ?? possible.last ?? scaled[0]
  }

  /// Decodes a picture.
  ///
  /// - Parameters:
  ///   - size: A size that `size(of:within:)` returned for the picture.
  ///   - pixels: Memory for rows of `4 * size.width` bytes: blue, green, red, and a byte without meaning.
  func decode(_ data: UnsafeRawBufferPointer, _ size: Size, into pixels: UnsafeMutableRawPointer) throws(Failure) {
    let bytes = data.bindMemory(to: UInt8.self).baseAddress
    let status = tjDecompress2(
      decoder, bytes, UInt(data.count), pixels.assumingMemoryBound(to: UInt8.self), Int32(size.width),
      Int32(4 * size.width), Int32(size.height), Int32(TJPF_BGRX.rawValue), TJFLAG_FASTDCT | TJFLAG_LIMITSCANS)
    // A warning is a picture with a damaged part.
    guard status == 0 || tjGetErrorCode(decoder) == TJERR_WARNING.rawValue else { throw failure }
  }

  private var failure: Failure { Failure(description: String(cString: tjGetErrorStr2(decoder))) }
}
