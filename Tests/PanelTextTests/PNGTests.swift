import PanelGeometry
import PanelRaster
import Testing

@testable import PanelText

@Suite struct PNGTests {
  private func sample(isOpaque: Bool) -> Bitmap {
    let bitmap = Bitmap(width: 37, height: 21)
    Canvas(bitmap, fitting: Rect(0, 0, 37, 21)).fillDiagonal(from: .black, to: .white)
    if !isOpaque { for index in 0..<50 { bitmap.pixels[index] = 0x8040_2010 } }
    bitmap.isOpaque = isOpaque
    return bitmap
  }

  @Test(arguments: [true, false])
  func writtenImageReadsBack(_ isOpaque: Bool) throws {
    let bitmap = sample(isOpaque: isOpaque)
    let decoded = try PNG.bitmap(PNG.data(bitmap))
    #expect(decoded.width == 37 && decoded.height == 21 && decoded.isOpaque == isOpaque)
    for index in 0..<37 * 21 {
      // Colors aren't premultiplied in a PNG file, so the conversion rounds translucent ones.
      for shift in [0, 8, 16, 24] {
        let (a, b) = (Int(bitmap.pixels[index] >> shift & 0xFF), Int(decoded.pixels[index] >> shift & 0xFF))
        #expect(abs(a - b) <= (isOpaque ? 0 : 1), "\(index)")
      }
    }
  }

  @Test func invalidImageIsRefused() throws {
    func refusal(_ data: [UInt8], atMost most: Int = PNG.maximumPixelCount) -> String? {
      do {
        _ = try PNG.bitmap(data, atMost: most)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(refusal(Array("GIF89a, and a little more of it".utf8)) == "not a PNG picture")
    #expect(refusal([]) == "not a PNG picture")
    let validFile = try PNG.data(sample(isOpaque: true))
    for count in [23, 40, validFile.count / 2, validFile.count - 14] {
      #expect(refusal(Array(validFile[..<count]))?.hasPrefix("not a PNG picture") == true, "\(count)")
    }
    /// Returns the file with another width and height in its header, each in 4 bytes.
    func resized(_ size: [UInt8]) -> [UInt8] { Array(validFile[..<16]) + size + Array(validFile[24...]) }
    #expect(refusal(resized([0, 1, 0, 0, 0, 1, 0, 0])) == "65536×65536 pixels; expected 1 to 16384 a side")
    #expect(refusal(resized([0, 0, 64, 0, 0, 0, 64, 0])) == "16384×16384 pixels; expected at most 33554432")
    #expect(refusal(validFile, atMost: 37 * 21) == nil)
    #expect(refusal(validFile, atMost: 37 * 21 - 1) == "37×21 pixels; expected at most 776")
  }
}
