import Foundation
import PanelRaster
import PanelSystem
import PanelText
import TestSupport
import Testing

@testable import Configuration
@testable import Kiosk
@testable import PanelKit

@Suite struct FileReaderTests {
  private let directory = try! TemporaryDirectory()
  private let loop = try! EventLoop()
  private let log = LogPipe()
  /// Longer than a read takes on a busy machine.
  private let failureDelay: UInt64 = 2_000_000_000

  private func pictureReader(_ receive: @escaping (Bitmap) -> Void) -> FileReader<Bitmap> {
    FileReader(
      directory.file("a.png"), subject: "the picture", loop: loop, log: log.log, failureDelay: failureDelay,
      read: { try PictureDecoder.bitmap(inFile: $0) }, receive: receive)
  }

  /// Runs the loop for as long as a report of what was read before could take.
  private func waitForReports() throws {
    let end = EventLoop.now + failureDelay * 5 / 4
    while EventLoop.now < end { try loop.runOnce(timeout: end - EventLoop.now) }
  }

  /// A mount whose server is gone can block a read forever.
  @Test func hangingFileDoesNotBlock() throws {
    let isReleased = DispatchSemaphore(value: 0)
    var texts: [String] = []
    try directory.write("open", to: "door")
    let reader = FileReader(
      directory.file("door"), subject: "value door", loop: loop, log: log.log, failureDelay: 500_000_000
    ) { path throws(SystemError) in
      isReleased.wait()
      return try ValueLine.first(ofFile: path)
    } receive: {
      texts.append($0)
    }
    try loop.run { log.contains("value door: no answer from the file") }
    #expect(texts == [])
    // A change meanwhile is read afterwards.
    try directory.write("shut", to: "door")
    for _ in 1...5 { try loop.runOnce(timeout: 50_000_000) }
    for _ in 1...2 { isReleased.signal() }
    try loop.run { texts.last == "shut" }
    withExtendedLifetime(reader) { #expect(log.lines.count == 1) }
  }

  /// A file that isn't a picture for a while is reported, once. A missing file isn't.
  @Test func refusedPictureIsReportedOnce() throws {
    var widths: [Int] = []
    let reader = pictureReader { widths.append($0.width) }
    for _ in 1...10 { try loop.runOnce(timeout: 50_000_000) }
    #expect(log.lines == [])
    try directory.write("\u{FF}not a picture", to: "a.png")
    try loop.run { log.lines != [] }
    try directory.write("\u{FF}not a picture", to: "a.png")
    try waitForReports()
    #expect(log.lines == ["the picture: not a PNG, JPEG, WebP or SVG picture"])
    let picture = try PNG.data(Bitmap(width: 3, height: 2))
    try Data(picture).write(to: URL(fileURLWithPath: directory.file("a.png")))
    try loop.run { widths == [3] }
    withExtendedLifetime(reader) { #expect(log.lines.count == 1) }
  }

  /// Another program that writes a picture slowly causes no report.
  @Test func incompletePictureIsNotReported() throws {
    var widths: [Int] = []
    let reader = pictureReader { widths.append($0.width) }
    let picture = try PNG.data(Bitmap(width: 3, height: 2))
    let url = URL(fileURLWithPath: directory.file("a.png"))
    try Data(picture.prefix(30)).write(to: url)
    for _ in 1...3 { try loop.runOnce(timeout: 50_000_000) }
    try Data(picture).write(to: url)
    try loop.run { widths == [3] }
    try waitForReports()
    withExtendedLifetime(reader) { #expect(log.lines == []) }
  }
}
