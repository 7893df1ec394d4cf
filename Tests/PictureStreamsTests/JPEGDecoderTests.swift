import Foundation
import Testing

@testable import PictureStreams

@Suite struct JPEGDecoderTests {
  private let decoder: JPEGDecoder
  /// 12 pixels wide and 8 high.
  private let picture: Data

  init() throws {
    decoder = try JPEGDecoder()
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    picture = try Data(contentsOf: folder.appendingPathComponent("../ConfigurationTests/Pictures/exif.jpg"))
  }

  private func size(_ width: Int, _ height: Int, covers: Bool = false) throws -> JPEGDecoder.Size {
    try picture.withUnsafeBytes {
      try decoder.size(of: $0, within: JPEGDecoder.Size(width: width, height: height), covers: covers)
    }
  }

  @Test func pictureIsntLargerThanItIsShown() throws {
    #expect(try size(1000, 1000) == JPEGDecoder.Size(width: 12, height: 8))
    let half = try size(6, 1000)
    #expect(half == JPEGDecoder.Size(width: 6, height: 4))
    // There is no smaller size than an eighth.
    #expect(try size(1, 1) == JPEGDecoder.Size(width: 2, height: 1))
  }

  /// A picture that is cut isn't enlarged, unless it is too small.
  @Test func pictureCoversItsView() throws {
    let half = JPEGDecoder.Size(width: 6, height: 4)
    #expect(try size(6, 3, covers: true) == half && size(3, 4, covers: true) == half)
    #expect(try size(1000, 2, covers: true) == JPEGDecoder.Size(width: 12, height: 8))
    // A narrow view doesn't get four times as many pixels as it has.
    #expect(try size(1, 8, covers: true) == JPEGDecoder.Size(width: 8, height: 5) || size(1, 8, covers: true) == half)
  }

  @Test func pixelsAreThoseOfTheScreen() throws {
    let size = try size(1000, 1000)
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    try pixels.withUnsafeMutableBytes { target in
      try picture.withUnsafeBytes { try decoder.decode($0, size, into: #require(target.baseAddress)) }
    }
    try #require(pixels.count == 96)
    // The first pixel is red, the last one blue.
    #expect(pixels[0] >> 16 & 0xFF > 0xF0 && pixels[0] & 0xFF < 0x10)
    #expect(pixels[95] >> 16 & 0xFF < 0x10 && pixels[95] & 0xFF > 0xF0)
  }

  @Test func garbageIsRefused() throws {
    #expect(throws: JPEGDecoder.Failure.self) {
      try Data("garbage".utf8).withUnsafeBytes {
        try decoder.size(of: $0, within: JPEGDecoder.Size(width: 9, height: 9))
      }
    }
    // A header that claims more pixels than any screen has.
    var large = picture
    let marker = try #require(large.firstRange(of: Data([0xFF, 0xC0, 0x00, 0x11])))
    large.replaceSubrange(marker.upperBound + 1..<marker.upperBound + 5, with: [0x3F, 0xFF, 0x3F, 0xFF])
    #expect(throws: JPEGDecoder.Failure.self) {
      try large.withUnsafeBytes { try decoder.size(of: $0, within: JPEGDecoder.Size(width: 9, height: 9)) }
    }
  }
}
