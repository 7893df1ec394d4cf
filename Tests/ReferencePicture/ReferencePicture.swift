import Foundation
import PanelGeometry
import PanelRaster
import PanelSystem
import PanelText

/// A reviewed picture that new ones are compared with.
///
/// Its channels are rounded to steps: the background's dither would make the file five times as large.
public struct ReferencePicture {
  private static let channelStep = 8
  /// The allowed difference of a channel, of 255: half a step, plus the error that RasterTests allow for a rotated quad.
  private static let tolerance = channelStep / 2 + 4
  /// The distance in pixels by which a glyph's edge may move if this machine renders glyphs differently: the leg of the R
  /// on the large planes moves by five. A picture in which more changes has a reference for each release of Debian.
  private static let maximumGlyphShift = 6
  /// The number of pixels in the corners of glyphs that may differ on such a machine; a missing word has hundreds.
  private static let maximumStrayPixels = 20

  private let bitmap: Bitmap

  /// Compares a picture with the reference of this name. While recording, replaces a reference that doesn't match.
  ///
  /// - Parameters:
  ///   - directory: the references' directory, relative to that of the test's file.
  ///   - debian13Directory: the directory of the references that differ on Debian 13.
  ///   - records: `true` while `make record` runs.
  /// - Returns: what differs and what to do about it, or `nil`.
  public static func mismatch(
    _ name: String, in picture: Bitmap, directory: String = "References",
    debian13Directory: String = "References/debian13", of file: String = #filePath, records: Bool = isRecording
  ) throws -> String? {
    func path(_ directory: String) -> String {
      URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("\(directory)/\(name).png")
        .standardizedFileURL.path
    }
    let (common, own) = (path(directory), path(debian13Directory))
    let glyphs = try glyphs.get()
    let hasOwn = glyphs != .debian12 && FileManager.default.fileExists(atPath: own)
    let (reference, isExact) = hasOwn ? (own, glyphs == .debian13) : (common, glyphs == .debian12)
    let difference: String?
    do {
      difference = try ReferencePicture(reference).difference(from: picture, sameGlyphs: isExact)
    } catch {
      difference = "\(error)"
    }
    guard let difference else { return nil }
    guard records else {
      return "\(reference): \(difference); make record replaces it: look at the picture before you commit it"
    }
    let target = glyphs == .debian13 ? own : common
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: target).deletingLastPathComponent(), withIntermediateDirectories: true)
    try File.replace(target, with: PNG.data(quantized(picture)))
    return nil
  }

  public static let isRecording = ProcessInfo.processInfo.environment["CUBE_KIOSK_RECORD"] != nil

  private init(_ path: String) throws { bitmap = try PNG.bitmap(File.read(path, upTo: 64 << 20)) }

  /// A reference in memory.
  public init(quantizing picture: Bitmap) { bitmap = Self.quantized(picture) }

  private static func quantized(_ picture: Bitmap) -> Bitmap {
    let result = Bitmap(width: picture.width, height: picture.height)
    result.isOpaque = true
    func rounded(_ channel: UInt32) -> UInt32 {
      min(255, (channel & 255 + UInt32(channelStep / 2)) / UInt32(channelStep) * UInt32(channelStep))
    }
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let pixel = picture.pixels[y * picture.stride + x]
        result.pixels[y * result.stride + x] =
          0xFF00_0000 | rounded(pixel >> 16) << 16 | rounded(pixel >> 8) << 8 | rounded(pixel)
      }
    }
    return result
  }

  /// Whose glyphs this machine renders: the releases have different versions of Inter and Cairo.
  private enum Glyphs { case debian12, debian13, other }

  private static let glyphs = Result { try compareGlyphs() }

  /// Whether this machine renders glyphs like Debian 12.
  public static func rendersSameGlyphs() throws -> Bool { try glyphs.get() == .debian12 }

  private static func compareGlyphs() throws -> Glyphs {
    let bitmap = Bitmap(width: 640, height: 160)
    bitmap.pixels.update(repeating: 0xFF00_0000, count: 640 * 160)
    bitmap.isOpaque = true
    let canvas = Canvas(bitmap, fitting: Rect(0, 0, 640, 160))
    for (row, weight) in [400, 500, 600, 700].enumerated() {
      let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 ×°."
      let layout = TextLayout(text, font: Font(size: 13 + Double(row), weight: weight), color: .white)
      canvas.draw(layout, at: Point(4.3, 4 + 40 * Double(row)))
    }
    // Recorded only by hand: otherwise a machine that renders glyphs differently would replace all references.
    let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    func matches(_ name: String) throws -> Bool {
      let reference = try ReferencePicture(directory.appendingPathComponent("References/\(name).png").path)
      return reference.difference(from: bitmap, sameGlyphs: true) == nil
    }
    return try matches("letters") ? .debian12 : matches("letters-debian13") ? .debian13 : .other
  }

  /// Describes the first pixel that differs from the reference; `nil` if none does.
  ///
  /// - Parameters:
  ///   - sameGlyphs: true if glyphs are rendered as in the reference. If not, a pixel may also match the pixels around it.
  public func difference(from picture: Bitmap, sameGlyphs: Bool) -> String? {
    guard picture.width == bitmap.width, picture.height == bitmap.height else {
      return "\(picture.width)×\(picture.height) pixels; expected \(bitmap.width)×\(bitmap.height)"
    }
    var differenceCount = 0
    var firstDifference: String?
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let (new, old) = (picture.pixels[y * picture.stride + x], bitmap.pixels[y * bitmap.stride + x])
        if Bitmap.isNear(new, old, by: Self.tolerance) { continue }
        if !sameGlyphs, isNear(new, pixelsOf: bitmap, around: (x, y), distance: Self.maximumGlyphShift),
          isNear(old, pixelsOf: picture, around: (x, y), distance: Self.maximumGlyphShift)
        {
          continue
        }
        differenceCount += 1
        firstDifference =
          firstDifference
          ?? "at \(x), \(y) \(String(new & 0xFF_FFFF, radix: 16)); expected \(String(old & 0xFF_FFFF, radix: 16))"
      }
    }
    if !sameGlyphs, differenceCount <= Self.maximumStrayPixels { return nil }
    return firstDifference.map { "\(differenceCount) pixels differ, the first \($0)" }
  }

  /// Returns whether each channel of the pixel is in the range of the pixels around a location, extended by an eighth: a
  /// shifted glyph has the same text color and background, mixed in other proportions.
  private func isNear(
    _ pixel: UInt32, pixelsOf bitmap: Bitmap, around location: (x: Int, y: Int), distance: Int
  ) -> Bool {
    let rows = max(0, location.y - distance)...min(bitmap.height - 1, location.y + distance)
    let columns = max(0, location.x - distance)...min(bitmap.width - 1, location.x + distance)
    for shift in [0, 8, 16] as [UInt32] {
      var (minimum, maximum) = (255, 0)
      for row in rows {
        for column in columns {
          let channel = Int(bitmap.pixels[row * bitmap.stride + column] >> shift & 255)
          (minimum, maximum) = (min(minimum, channel), max(maximum, channel))
        }
      }
      let slack = Self.tolerance + (maximum - minimum) / 8
      guard (minimum - slack...maximum + slack).contains(Int(pixel >> shift & 255)) else { return false }
    }
    return true
  }
}
