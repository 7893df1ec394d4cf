import Emulation
import Foundation
import PanelRaster
import PanelSystem
import SeededRandom
import TestSupport
import Testing

@testable import Configuration

/// The files in `Pictures` are blue, and red in the upper left quarter. Most have 12×8 pixels.
@Suite struct PictureDecoderTests {
  private let directory = try! TemporaryDirectory()

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Pictures"

  private static func path(_ name: String) -> String { "\(folder)/\(name)" }

  private static func bytes(_ name: String) throws -> [UInt8] { try File.read(path(name), upTo: 1 << 20) }

  /// Returns a picture that is decoded from bytes; `nil` if they are refused, whose reason goes to `refusal`.
  private func decode(
    _ bytes: [UInt8], _ request: PictureDecoder.Request = .init(), refusal: inout String
  ) throws -> Bitmap? {
    let path = try directory.write(Data(bytes), to: "picture")
    do {
      return try PictureDecoder.bitmap(inFile: path, request)
    } catch let error as PictureDecoder.Failure {
      refusal = error.description
      return nil
    }
  }

  private func refusal(_ bytes: [UInt8], _ request: PictureDecoder.Request = .init()) throws -> String {
    var refusal = ""
    _ = try decode(bytes, request, refusal: &refusal)
    return refusal
  }

  private func isNear(_ pixel: UInt32, _ expected: UInt32) -> Bool {
    [0, 8, 16, 24].allSatisfy { abs(Int(pixel >> $0 & 0xFF) - Int(expected >> $0 & 0xFF)) <= 12 }
  }

  private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * bitmap.stride + x] }

  // MARK: Formats

  @Test(arguments: [
    "rgb-8.png", "rgba-8.png", "rgb-16.png", "rgba-16.png", "palette.png", "interlaced.png", "exif.png", "exif.jpg",
    "progressive.jpg", "cmyk.jpg", "lossy.webp", "lossless.webp", "animated.webp", "exif.webp",
  ]) func formatIsDecoded(_ name: String) throws {
    let bitmap = try PictureDecoder.bitmap(inFile: Self.path(name))
    #expect(bitmap.width == 12 && bitmap.height == 8 && bitmap.scale == 1 && bitmap.isOpaque)
    #expect(isNear(pixel(bitmap, 1, 1), 0xFFFF_0000), "\(pixel(bitmap, 1, 1))")
    #expect(isNear(pixel(bitmap, 10, 1), 0xFF00_00FF), "\(pixel(bitmap, 10, 1))")
    #expect(isNear(pixel(bitmap, 1, 6), 0xFF00_00FF), "\(pixel(bitmap, 1, 6))")
  }

  @Test(arguments: ["gray-1.png", "gray-8.png", "gray-16.png", "gray-alpha-16.png", "gray.jpg"])
  func grayIsDecoded(_ name: String) throws {
    let bitmap = try PictureDecoder.bitmap(inFile: Self.path(name))
    let (red, blue) = (pixel(bitmap, 1, 1), pixel(bitmap, 10, 6))
    #expect(bitmap.width == 12 && bitmap.height == 8 && bitmap.isOpaque)
    #expect(red & 0xFF == red >> 16 & 0xFF && red & 0xFF == red >> 8 & 0xFF)
    #expect(red & 0xFF != blue & 0xFF || name == "gray-1.png")
  }

  @Test(arguments: ["translucent.png", "translucent.webp"]) func colorsAreMultipliedWithAlpha(_ name: String) throws {
    let bitmap = try PictureDecoder.bitmap(inFile: Self.path(name))
    #expect(pixel(bitmap, 1, 1) == 0x8080_0000 && pixel(bitmap, 10, 6) == 0x8000_0080 && !bitmap.isOpaque)
  }

  /// An SVG picture has its own size, and the pixels that the layer shows.
  @Test func drawingGetsTheLayersPixels() throws {
    let path = Self.path("logo.svg")
    var request = PictureDecoder.Request()
    #expect(try PictureDecoder.bitmap(inFile: path, request).width == 512)
    request.setVectorSide(points: 30)
    let bitmap = try PictureDecoder.bitmap(inFile: path, request)
    #expect(bitmap.width == 60 && bitmap.height == 40 && bitmap.scale == 5)
    #expect(pixel(bitmap, 29, 19) == 0xFFFF_0000 && pixel(bitmap, 30, 19) == 0xFF00_00FF)
  }

  @Test func largePhotoIsReduced() throws {
    var request = PictureDecoder.Request()
    request.reducedPixelCount = 24
    let bitmap = try PictureDecoder.bitmap(inFile: Self.path("exif.jpg"), request)
    #expect(bitmap.width == 6 && bitmap.height == 4 && bitmap.scale == 0.5)
    #expect(try PictureDecoder.bitmap(inFile: Self.path("rgb-8.png"), request).width == 12)
  }

  // MARK: Orientation

  @Test(arguments: ["exif.jpg", "exif.png", "exif.webp"], 1...8)
  func pictureIsTurnedAsEXIFSays(_ name: String, _ orientation: Int) throws {
    var bytes = try Self.bytes(name)
    // The tag, its type, its count and its value.
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0]
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: entry) })
    bytes[start + entry.count] = UInt8(orientation)
    var refusal = ""
    let bitmap = try #require(try decode(bytes, refusal: &refusal), "\(refusal)")
    let isOnItsSide = orientation >= 5
    #expect(bitmap.width == (isOnItsSide ? 8 : 12) && bitmap.height == (isOnItsSide ? 12 : 8))
    /// Whether the red quarter is on the right, and whether it is at the bottom.
    let (isRight, isBottom) = ([2, 3, 6, 7].contains(orientation), [3, 4, 7, 8].contains(orientation))
    for (right, bottom) in [(false, false), (true, false), (false, true), (true, true)] {
      let color = pixel(bitmap, right ? bitmap.width - 2 : 1, bottom ? bitmap.height - 2 : 1)
      let isRed = right == isRight && bottom == isBottom
      #expect(isNear(color, isRed ? 0xFFFF_0000 : 0xFF00_00FF), "\(right) \(bottom) \(color)")
    }
  }

  // MARK: Refusals

  @Test func otherFormatsAreRefused() throws {
    let reason = "not a PNG, JPEG, WebP or SVG picture"
    for text in ["", "GIF89a, and a little more of it", "<html></html>", "P6 1 1 255 aaa", "#define a_width 1"] {
      #expect(try refusal(Array(text.utf8)) == reason, "\(text)")
    }
  }

  @Test(arguments: [
    "rgb-8.png", "interlaced.png", "exif.jpg", "progressive.jpg", "lossy.webp", "lossless.webp", "logo.svg",
  ])
  func partialFileIsRefused(_ name: String) throws {
    let bytes = try Self.bytes(name)
    for count in [3, bytes.count / 2, bytes.count - 13, bytes.count - 1] {
      #expect(try refusal(Array(bytes[..<count])) != "", "\(count)")
    }
  }

  /// The sizes in the headers of small files.
  @Test func hugePictureIsRefusedBeforeItIsDecoded() throws {
    var png = try Self.bytes("rgb-8.png")
    png.replaceSubrange(16..<24, with: [0, 0, 64, 0, 0, 0, 64, 0])
    // The checksum of the header doesn't matter if the loader asks for the limit first; either is a refusal.
    #expect(try refusal(png) != "")
    var jpeg = try Self.bytes("exif.jpg")
    let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x40, 0, 0x40, 0])
    #expect(try refusal(jpeg) == "16384×16384 pixels; expected at most 33554432")
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x9C, 0x40, 0, 8])
    #expect(try refusal(jpeg) == "8×40000 pixels; expected 1 to 16384 a side")
    var webP = try Self.bytes("lossy.webp")
    webP.replaceSubrange(26..<30, with: [0xE0, 0x2E, 0xE0, 0x2E])
    #expect(try refusal(webP) == "12000×12000 pixels; expected at most 33554432")
    var request = PictureDecoder.Request()
    request.maximumPixelCount = 95
    #expect(try refusal(Self.bytes("rgb-8.png"), request) == "12×8 pixels; expected at most 95")
  }

  @Test func filterBombEnds() throws {
    let bomb = """
      <svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="b"><feGaussianBlur \
      stdDeviation="500"/><feMorphology radius="500"/><feTurbulence numOctaves="100" baseFrequency=".9"/></filter>\
      <rect width="4000" height="4000" filter="url(#b)"/></svg>
      """
    var request = PictureDecoder.Request()
    (request.processorTime, request.vectorSide) = (1, 4000)
    #expect(try refusal(Array(bomb.utf8), request) == "takes more than 1 s to decode")
  }

  @Test func drawingReadsNoOtherFile() throws {
    let picture = Self.path("rgb-8.png")
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xi="http://www.w3.org/2001/XInclude" width="12" height="8">\
      <image href="file://\(picture)" width="12" height="8"/><image href="\(picture)" width="12" height="8"/></svg>
      """
    var refusal = ""
    let bitmap = try decode(Array(text.utf8), refusal: &refusal)
    #expect(bitmap.map { pixel($0, 100, 100) } ?? 0 == 0)
  }

  /// Damaged files are refused or shown.
  @Test(arguments: [
    "rgb-8.png", "exif.jpg", "progressive.jpg", "lossy.webp", "lossless.webp", "animated.webp", "logo.svg",
  ])
  func damagedFilesDoNoHarm(_ name: String) throws {
    var random = SeededRandom(seed: 7)
    let original = try Self.bytes(name)
    for round in 0..<6 {
      var bytes = original
      for _ in 0...Int.random(in: 0...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if round % 3 == 0 { bytes.removeSubrange(Int.random(in: bytes.indices, using: &random)...) }
      var refusal = ""
      let bitmap = try decode(bytes, refusal: &refusal)
      #expect(bitmap != nil || refusal != "", "round \(round)")
    }
  }

  // MARK: The decoder

  /// The reason that the panel gives if another program is in the decoder's place.
  private func reason(_ script: String, timeout: UInt64 = 5_000_000_000) throws -> String {
    let program = try directory.write(program: "#!/bin/sh\n\(script)\n", to: "decoder")
    let file = try File.openRegular(Self.path("rgb-8.png"))
    do {
      let bitmap = try DecoderRun(.init(), file: file.number, program: program, timeout: timeout).bitmap()
      return "\(bitmap.width)×\(bitmap.height)"
    } catch let failure as PictureDecoder.Failure {
      return failure.description
    }
  }

  @Test func failingDecoderIsReported() throws {
    #expect(try reason("printf '1 1 1 1 3\\nabc'") == "1×1")
    #expect(try reason("kill -9 $$") == "makes the decoder fail (signal 9)")
    #expect(try reason("exit 3") == "makes the decoder fail (status 3)")
    #expect(try reason("printf '2 2 2 2 3\\nabc'") == "makes the decoder fail (status 0)")
    #expect(try reason("echo 16384 16384 1 1 4") == "makes the decoder fail (16384 16384 1 1 4)")
    #expect(try reason("echo -1 1 1 1 4") == "makes the decoder fail (-1 1 1 1 4)")
    #expect(try reason("echo 1 1 1 1 9") == "makes the decoder fail (1 1 1 1 9)")
    #expect(try reason("printf 'a\\033[2Jb\\n'") == "a\u{FFFD}[2Jb")
    #expect(try reason("yes | tr -d '\\n'").count <= 300)
    let start = MonotonicClock.now
    #expect(try reason("sleep 60", timeout: 300_000_000) == "isn't decoded in time")
    #expect(MonotonicClock.now - start < 30_000_000_000)
  }

  @Test(.disabled(if: Emulation.isOn, Comment(rawValue: Emulation.execErrorsNotReportedReason)))
  func missingDecoderIsReported() throws {
    let file = try File.openRegular(Self.path("rgb-8.png"))
    #expect(
      throws: PictureDecoder.Failure(description: "the decoder can't be started: /none: No such file or directory")
    ) {
      _ = try DecoderRun(.init(), file: file.number, program: "/none").bitmap()
    }
  }

  @Test func unchangedFileIsDecodedOnce() throws {
    let path = try directory.write(Data(Self.bytes("rgb-8.png")), to: "a.png")
    let first = try PictureDecoder.bitmap(inFile: path)
    #expect(try PictureDecoder.bitmap(inFile: path) === first)
    try directory.write(Data(Self.bytes("rgba-8.png")), to: "a.png")
    #expect(try PictureDecoder.bitmap(inFile: path) !== first)
  }
}
