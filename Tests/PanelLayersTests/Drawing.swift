import PanelLayers

/// Draws a layer tree, frame by frame.
final class Drawing {
  private let root: Layer
  private let builder: DisplayListBuilder
  private let renderer = Renderer(threads: 1)
  /// The size of the root layer at the latest frame's scale.
  private(set) var bounds = PixelRect.empty

  init(_ root: Layer) { (self.root, builder) = (root, DisplayListBuilder(of: root)) }

  var quads: [Quad] { builder.quads }

  /// Prepares a frame and returns its damage.
  func updateDamage(scale: Double = 1, pictureTransform: Transform2D = .identity) -> Region {
    let size = root.bounds.size
    bounds = PixelRect(
      x: 0, y: 0, width: Int(clamping: size.width * scale), height: Int(clamping: size.height * scale))
    return builder.updateDamage(size: bounds, scale: scale, pictureTransform: pictureTransform, renderer: renderer)
  }

  /// Draws quads, by default the prepared frame's, in a part of a bitmap.
  func draw(_ quads: [Quad]? = nil, into bitmap: Bitmap, clip: Region) {
    guard let quads else { return builder.draw(into: bitmap, clip: clip, renderer: renderer) }
    renderer.draw(quads, into: bitmap, clip: clip)
  }

  /// Prepares a frame and draws it completely.
  func image(scale: Double = 1, pictureTransform: Transform2D = .identity) -> Bitmap {
    _ = updateDamage(scale: scale, pictureTransform: pictureTransform)
    return preparedImage()
  }

  /// Draws the prepared frame completely.
  func preparedImage() -> Bitmap {
    let bitmap = Bitmap(width: bounds.width, height: bounds.height)
    draw(into: bitmap, clip: Region(bounds))
    return bitmap
  }
}

extension Layer {
  convenience init(_ frame: Rect, _ color: Color? = nil, _ sublayers: [Layer] = []) {
    self.init()
    self.frame = frame
    backgroundColor = color
    for layer in sublayers { addSublayer(layer) }
  }
}

extension Bitmap {
  subscript(x: Int, y: Int) -> UInt32 { pixels[y * stride + x] }

  /// All pixels, row by row.
  var pixelArray: [UInt32] { Array(UnsafeBufferPointer(start: pixels, count: pixelCount)) }
}
