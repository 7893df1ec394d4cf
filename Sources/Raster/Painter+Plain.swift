import CPixels

#if canImport(Glibc)
  import Glibc
#endif

extension Painter {
  /// Fills whole rows of the band.
  func fill(_ band: PixelRect, _ rows: Range<Int>, with pixel: UInt32) {
    let output = target.base + rows.lowerBound * target.stride + band.minX
    guard band.width < target.stride else { return output.fill(rows.count * band.width, with: pixel) }
    for row in 0..<rows.count { (output + row * target.stride).fill(band.width, with: pixel) }
  }

  /// Paints pixels of a row that is one colour, as texels are.
  func paintPlain(_ quad: PreparedQuad, _ ink: Ink, _ color: UInt32, _ y: Int, _ columns: Range<Int>) {
    let output = target.base + y * target.stride + columns.lowerBound
    if quad.isOpaque {
      output.fill(columns.count, with: ink.pixel(color))
    } else {
      cpixels_tint(output, ink.pixel(color), columns.count)
    }
  }

  /// Paints pixels of a quad whose rows are all the same.
  func paintSwatch(_ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>) {
    let output = target.base + y * target.stride + columns.lowerBound
    let input = swatches + (quad.swatch + columns.lowerBound - quad.swatchStart)
    if quad.isOpaque {
      memcpy(output, input, columns.count * 4)
    } else {
      paint(ink, input, 1, output, columns.count)
    }
  }
}
