import Control
import PanelEvents
import PanelGeometry
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
  /// - Throws: `Refusal` while another screenshot is being encoded, or while a pressed key
  ///   or eye reveals a typed text.
  func take(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) throws {
    // Screenshots would tell what people type, one key after the other.
    guard !window.revealsTyping else { throw Refusal("a key is pressed, which no screenshot shows; try again") }
    guard !isBusy else { throw Refusal("a screenshot is being made already") }
    let size = window.pixelSize
    let bitmap = Bitmap(width: size.width, height: size.height)
    bitmap.isOpaque = true
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    let (rotation, bufferTransform) = (window.rotation, window.bufferTransform)
    let encode = { Result { try PNG.data(Self.upright(bitmap, rotation, bufferTransform)) } }
    try loop.runOnThread(encode) { [weak self] result in
      self?.isBusy = false
      completion(result)
    }
    isBusy = true
  }

  /// Returns the picture as people see it: without the rotations for the panel and for the compositor's output.
  private static func upright(
    _ bitmap: Bitmap, _ rotation: QuarterTurns, _ bufferTransform: BufferTransform
  ) -> Bitmap {
    guard rotation != .none || bufferTransform != .normal else { return bitmap }
    let surfaceSize = bufferTransform.apply(to: Size(Double(bitmap.width), Double(bitmap.height)))
    let size = rotation.apply(to: surfaceSize)
    let transform = rotation.transform(of: size).concatenating(bufferTransform.transform(of: surfaceSize))
    let upright = Bitmap(width: Int(clamping: size.width), height: Int(clamping: size.height))
    upright.isOpaque = true
    // The distance in memory between two pixels that are neighbors in a row of the upright picture.
    let step = Int(clamping: transform.a) + Int(clamping: transform.b) * bitmap.stride
    for y in 0..<upright.height {
      let first = transform.apply(to: Point(0.5, Double(y) + 0.5))
      let source =
        bitmap.pixels + Int(clamping: first.y.rounded(.down)) * bitmap.stride
        + Int(clamping: first.x.rounded(.down))
      let row = upright.pixels + y * upright.stride
      for x in 0..<upright.width { row[x] = source[x * step] }
    }
    return upright
  }
}
