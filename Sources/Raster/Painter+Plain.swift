#if canImport(Glibc)
  import Glibc
#endif

extension Painter {
  /// Paints pixels of a row that is one colour, as texels are.
  func paintPlain(_ quad: PreparedQuad, _ ink: Ink, _ color: UInt32, _ y: Int, _ columns: Range<Int>) {
    let output = target.base + y * target.stride + columns.lowerBound
    if quad.isOpaque {
      output.update(repeating: ink.pixel(color), count: columns.count)
    } else {
      Glaze(ink.pixel(color)).lay(over: output, count: columns.count)
    }
  }

  /// Paints pixels of a quad whose rows are all the same.
  func paintSwatch(_ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>) {
    let output = target.base + y * target.stride + columns.lowerBound
    let input = swatches + (quad.swatch + columns.lowerBound - quad.swatchStart)
    if quad.isOpaque {
      memcpy(output, input, columns.count * 4)
    } else {
      ink.paint(output, columns.count, input)
    }
  }
}
