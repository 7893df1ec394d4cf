import Foundation
import PanelRaster
import PanelText
import Scenes
import TestSupport
import Testing

@testable import Configuration
@testable import Kiosk
@testable import PanelKit

@Suite struct PictureSourcesTests {
  private let directory = try! TemporaryDirectory()
  private let loop = try! EventLoop()
  private let log = LogPipe()

  /// A file that was old when the panel started is stale at once; a new one isn't until it is old. One that isn't a picture
  /// keeps the previous picture, which becomes stale, too.
  @Test func pictureIsStaleByTheAgeOfItsFile() throws {
    func write(width: Int) throws {
      try directory.write(Data(PNG.data(Bitmap(width: width, height: 2))), to: "a.png")
    }
    var shown: [String] = []
    try write(width: 2)
    let path = directory.file("a.png")
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: path)
    let values = Values()
    let images = values.images
    let sources = try PictureSources(images, loop: loop, log: log.log)
    let observer = images.observe(path, staleAfter: 2) { bitmap, isStale in
      shown.append("\(bitmap.width) \(isStale ? "stale" : "fresh")")
    }
    try loop.run { shown == ["2 stale"] }
    try write(width: 3)
    try loop.run { shown == ["2 stale", "3 fresh"] }
    try directory.write("no picture", to: "a.png")
    try loop.run { shown == ["2 stale", "3 fresh", "3 stale"] }
    withExtendedLifetime((values, sources, observer)) { #expect(shown.count == 3) }
  }
}
