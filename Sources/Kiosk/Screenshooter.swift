import Control
import Events
import Raster
import Text
import Views

/// Takes the window's picture as it is, one at a time, for each holds a picture's memory.
///
/// Encoding takes a hundred times as long as drawing, and is done on another thread while the panel goes on.
final class Screenshooter {
  private let window: Window
  private let loop: EventLoop
  private var isBusy = false

  init(_ window: Window, loop: EventLoop) { (self.window, self.loop) = (window, loop) }

  /// - Parameter completion: called from the loop, with a PNG's bytes.
  /// - Throws: `Refusal` while another one is encoded.
  func take(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) throws {
    guard !isBusy else { throw Refusal("a screenshot is being made already") }
    let size = window.pixelSize
    let bitmap = Bitmap(width: size.width, height: size.height)
    bitmap.isOpaque = true
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    let encode = { Result { try PNG.data(bitmap) } }
    try loop.onThread(encode) { [weak self] result in
      self?.isBusy = false
      completion(result)
    }
    isBusy = true
  }
}
