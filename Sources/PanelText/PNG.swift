import CPangoCairo
import PanelRaster

/// Encodes and decodes PNG images.
public enum PNG {
  public struct Failure: Error, CustomStringConvertible, Equatable {
    public let description: String
  }

  /// The maximum side of an image that is decoded, in pixels.
  public static let maximumSide = 16384
  /// The maximum number of pixels of an image that is decoded: 33.5 million, enough for an 8K screen. They take 128 MB.
  public static let maximumPixelCount = 1 << 25

  /// Encodes a bitmap as a PNG file.
  public static func data(_ bitmap: Bitmap) throws(Failure) -> [UInt8] {
    let surface = bitmap.makeSurface()
    defer { cairo_surface_destroy(surface) }
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { bytes in
      cairo_surface_write_to_png_stream(
        surface,
        { closure, data, length in
          // A C callback receives the pointer that was registered with it.
          // swift-format-ignore: NeverForceUnwrap
          let bytes = closure!.assumingMemoryBound(to: [UInt8].self)
          bytes.pointee.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
          return CAIRO_STATUS_SUCCESS
        }, bytes)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw Failure(description: String(cString: cairo_status_to_string(status)))
    }
    return bytes
  }

  /// Decodes a PNG file.
  ///
  /// - Parameters:
  ///   - data: the file's bytes.
  ///   - most: the largest number of pixels. A larger image is rejected before memory is allocated for it.
  public static func bitmap(_ data: [UInt8], atMost most: Int = maximumPixelCount) throws(Failure) -> Bitmap {
    try checkSize(data, most)
    var rest = data[...]
    let surface = withUnsafeMutablePointer(to: &rest) { rest in
      cairo_image_surface_create_from_png_stream(
        { closure, target, length in
          // swift-format-ignore: NeverForceUnwrap
          let rest = closure!.assumingMemoryBound(to: ArraySlice<UInt8>.self)
          guard rest.pointee.count >= Int(length) else { return CAIRO_STATUS_READ_ERROR }
          UnsafeMutableRawBufferPointer(start: target, count: Int(length)).copyBytes(
            from: rest.pointee.prefix(Int(length)))
          rest.pointee.removeFirst(Int(length))
          return CAIRO_STATUS_SUCCESS
        }, rest)
    }
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS, let pixels = cairo_image_surface_get_data(surface) else {
      throw Failure(description: "not a PNG picture (\(String(cString: cairo_status_to_string(status))))")
    }
    let format = cairo_image_surface_get_format(surface)
    guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24 else {
      throw Failure(description: "a PNG of more than 8 bits a channel; expected 8")
    }
    let (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
    let bitmap = Bitmap(width: width, height: height)
    let stride = Int(cairo_image_surface_get_stride(surface))
    // Cairo leaves the alpha of RGB24 pixels undefined.
    let alphaMask: UInt32 = format == CAIRO_FORMAT_RGB24 ? 0xFF00_0000 : 0
    for y in 0..<height {
      let row = UnsafeRawPointer(pixels + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width { bitmap.pixels[y * bitmap.stride + x] = row[x] | alphaMask }
    }
    bitmap.isOpaque = alphaMask != 0
    bitmap.didChange()
    return bitmap
  }

  /// Checks the size before the decoder allocates memory for it. The width is at byte 16, the height at byte 20, after the
  /// signature and the first chunk's length and type.
  private static func checkSize(_ data: [UInt8], _ most: Int) throws(Failure) {
    guard data.count >= 24, Array(data[..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else {
      throw Failure(description: "not a PNG picture")
    }
    func bigEndianInteger(at start: Int) -> Int { data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (bigEndianInteger(at: 16), bigEndianInteger(at: 20))
    guard (1...maximumSide).contains(width), (1...maximumSide).contains(height) else {
      throw Failure(description: "\(width)×\(height) pixels; expected 1 to \(maximumSide) a side")
    }
    guard width * height <= most else {
      throw Failure(description: "\(width)×\(height) pixels; expected at most \(most)")
    }
  }
}
