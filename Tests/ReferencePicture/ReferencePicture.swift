import Foundation
import PanelGeometry
import PanelRaster
import PanelSystem
import PanelText

/// A reviewed picture that new ones are compared with.
///
/// Its channels are rounded to steps: the background's dither would make the file five times as large.
public struct ReferencePicture {
  private static let step = 8
  /// Half a step, plus the error that RasterTests allow for a rotated quad. Of 255.
  private static let tolerance = step / 2 + 4
  /// The distance in pixels by which a letter's edge may move if letters are drawn differently. Debian 12 and 13 have
  /// different versions of Inter and Cairo; the leg of the R on the large planes moves by five.
  public static let reach = 6
  /// The number of pixels in letters' corners that may still differ then; a missing word has hundreds.
  private static let strays = 20

  private let bitmap: Bitmap

  /// Compares a picture with the reference of this name. While recording, a failure replaces the reference instead.
  ///
  /// - Parameters:
  ///   - directory: relative to the directory of the test's file.
  ///   - records: `true` while `make record` runs.
  /// - Returns: what differs and what to do about it, or `nil`.
  public static func fault(
    _ name: String, in picture: Bitmap, directory: String = "References", of file: String = #filePath,
    reach: Int = reach, records: Bool = isRecording
  ) throws -> String? {
    let path = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("\(directory)/\(name).png")
      .standardizedFileURL.path
    let letters = try hasSameLetters()
    let fault: String?
    do {
      fault = try ReferencePicture(path).difference(from: picture, letters: letters, reach: reach)
    } catch {
      fault = "\(error)"
    }
    guard let fault else { return nil }
    guard records else { return "\(path): \(fault); make record replaces it: look at it before you commit it" }
    try File.replace(path, with: PNG.data(quantized(picture)))
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
      min(255, (channel & 255 + UInt32(step / 2)) / UInt32(step) * UInt32(step))
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

  /// Whether letters are drawn here like where the references were recorded.
  public static func hasSameLetters() throws -> Bool { try sameLetters.get() }

  private static let sameLetters = Result { try compareLetters() }

  private static func compareLetters() throws -> Bool {
    let bitmap = Bitmap(width: 640, height: 160)
    bitmap.pixels.update(repeating: 0xFF00_0000, count: 640 * 160)
    bitmap.isOpaque = true
    let canvas = Canvas(bitmap, fitting: Rect(0, 0, 640, 160))
    for (row, weight) in [400, 500, 600, 700].enumerated() {
      let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 ×°."
      let layout = TextLayout(text, font: Font(size: 13 + Double(row), weight: weight), color: .white)
      canvas.draw(layout, at: Point(4.3, 4 + 40 * Double(row)))
    }
    // Recorded only by hand: a machine that draws letters differently must not replace all references.
    let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let reference = try ReferencePicture(directory.appendingPathComponent("References/letters.png").path)
    return reference.difference(from: bitmap, letters: true) == nil
  }

  /// Describes the first pixel that differs from the reference; `nil` if none does.
  ///
  /// - Parameters:
  ///   - letters: whether letters are drawn like in the reference. If not, a pixel may also match the pixels around it.
  ///   - reach: the distance to the farthest of these, in pixels.
  public func difference(from picture: Bitmap, letters: Bool, reach: Int = reach) -> String? {
    guard picture.width == bitmap.width, picture.height == bitmap.height else {
      return "\(picture.width)×\(picture.height) pixels; expected \(bitmap.width)×\(bitmap.height)"
    }
    var others = 0
    var first: String?
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let (new, old) = (picture.pixels[y * picture.stride + x], bitmap.pixels[y * bitmap.stride + x])
        if Bitmap.isNear(new, old, by: Self.tolerance) { continue }
        if !letters, isAbout(new, bitmap, x, y, reach), isAbout(old, picture, x, y, reach) { continue }
        others += 1
        first =
          first ?? "at \(x), \(y) \(String(new & 0xFF_FFFF, radix: 16)); expected \(String(old & 0xFF_FFFF, radix: 16))"
      }
    }
    if !letters, others <= Self.strays { return nil }
    return first.map { "\(others) pixels differ, the first \($0)" }
  }

  /// Returns whether each channel is in the range of the pixels around a place, extended by an eighth: another letter's
  /// stroke mixes the same ink and background differently.
  private func isAbout(_ pixel: UInt32, _ other: Bitmap, _ x: Int, _ y: Int, _ reach: Int) -> Bool {
    let rows = max(0, y - reach)...min(other.height - 1, y + reach)
    let columns = max(0, x - reach)...min(other.width - 1, x + reach)
    for shift in [0, 8, 16] as [UInt32] {
      var (least, most) = (255, 0)
      for row in rows {
        for column in columns {
          let value = Int(other.pixels[row * other.stride + column] >> shift & 255)
          (least, most) = (min(least, value), max(most, value))
        }
      }
      let slack = Self.tolerance + (most - least) / 8
      guard (least - slack...most + slack).contains(Int(pixel >> shift & 255)) else { return false }
    }
    return true
  }
}
