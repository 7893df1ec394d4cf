import Control
import PanelEvents
import PanelRaster
import PanelText
import PanelViews

/// Takes screenshots of the window, one at a time, because each needs the memory of a full bitmap.
///
/// Encoding takes a hundred times as long as drawing and runs on another thread while the panel continues.
final class Screenshooter {
  private let window: Window
  private let loop: EventLoop
  private var isBusy = false

  init(_ window: Window, loop: EventLoop) { (self.window, self.loop) = (window, loop) }

  /// - Parameter completion: called from the loop with the PNG data.
  /// - Throws: `Refusal` while another screenshot is being encoded.
  func take(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) throws {
    guard !isBusy else { throw Refusal("a screenshot is being made already") }
    let size = window.pixelSize
    let bitmap = Bitmap(width: size.width, height: size.height)
    bitmap.isOpaque = true
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    let encode = { Result { try PNG.data(bitmap) } }
    try loop.runOnThread(encode) { [weak self] result in
      self?.isBusy = false
      completion(result)
    }
    isBusy = true
  }
}
