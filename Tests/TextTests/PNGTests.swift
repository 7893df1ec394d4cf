import Foundation
import Geometry
import Raster
import Testing

@testable import Text

@Suite struct PNGTests {
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-png-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

  private func sample(isOpaque: Bool) -> Bitmap {
    let bitmap = Bitmap(width: 37, height: 21)
    Canvas(bitmap, fitting: Rect(0, 0, 37, 21)).fillDiagonal(from: .black, to: .white)
    if !isOpaque { for index in 0..<50 { bitmap.pixels[index] = 0x8040_2010 } }
    bitmap.isOpaque = isOpaque
    return bitmap
  }

  @Test(arguments: [true, false])
  func whatIsWrittenIsRead(_ isOpaque: Bool) throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let bitmap = sample(isOpaque: isOpaque)
    try PNG.write(bitmap, to: path("a.png"))
    let back = try PNG.read(path("a.png"))
    #expect(back.width == 37 && back.height == 21 && back.isOpaque == isOpaque)
    for index in 0..<37 * 21 {
      // A translucent colour goes through 8 bits that aren't premultiplied.
      for shift in [0, 8, 16, 24] {
        let (a, b) = (Int(bitmap.pixels[index] >> shift & 0xFF), Int(back.pixels[index] >> shift & 0xFF))
        #expect(abs(a - b) <= (isOpaque ? 0 : 1), "\(index)")
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a.png"])
  }

  @Test func aFileThatIsThereIsReplacedWholeOrNotAtAll() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    try PNG.write(sample(isOpaque: true), to: path("a.png"))
    try PNG.write(sample(isOpaque: false), to: path("a.png"))
    #expect(try !PNG.read(path("a.png")).isOpaque)
    let umask = try FileManager.default.attributesOfItem(atPath: path("a.png"))[.posixPermissions] as? Int
    #expect(umask == 0o644)
    #expect(throws: PNG.Failure(path: directory.path + "/b/a.png", reason: "No such file or directory")) {
      try PNG.write(sample(isOpaque: true), to: path("b/a.png"))
    }
    // A directory can't be replaced; nothing of the attempt stays.
    try FileManager.default.createDirectory(atPath: path("d"), withIntermediateDirectories: true)
    #expect(throws: PNG.Failure(path: path("d"), reason: "Is a directory")) {
      try PNG.write(sample(isOpaque: true), to: path("d"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["a.png", "d"])
  }

  @Test func aDeviceIsWrittenToAndStaysOne() {
    #expect(throws: PNG.Failure(path: "/dev/full", reason: "No space left on device")) {
      try PNG.write(sample(isOpaque: true), to: "/dev/full")
    }
    var status = stat()
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func aPictureThatIsNoneIsRefusedByName() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    func refusal(_ name: String) -> String? {
      do {
        _ = try PNG.read(path(name))
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(refusal("missing.png") == "No such file or directory")
    try Data("GIF89a, and a little more of it".utf8).write(to: URL(fileURLWithPath: path("a.gif")))
    #expect(refusal("a.gif") == "not a PNG picture")
    try Data().write(to: URL(fileURLWithPath: path("empty.png")))
    #expect(refusal("empty.png") == "not a PNG picture")

    try PNG.write(sample(isOpaque: true), to: path("whole.png"))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path("whole.png")))
    for count in [23, 40, whole.count / 2, whole.count - 14] {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path("cut.png")))
      #expect(refusal("cut.png")?.hasPrefix("not a PNG picture") == true, "\(count)")
    }
    // A header that asks for more memory than there is.
    var huge = whole
    huge.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
    try huge.write(to: URL(fileURLWithPath: path("huge.png")))
    #expect(refusal("huge.png") == "65536×65536 pixels; expected 1 to 16384 a side")
    #expect(refusal("") == "Is a directory" || refusal("") == "not a PNG picture")
  }
}
