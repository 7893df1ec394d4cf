import CPixbuf

/// The limits of a picture's size.
struct DecodingLimits {
  /// The maximum side, in pixels.
  static let maximumSide = 16384

  /// The maximum number of pixels in a PNG, JPEG or WebP file.
  static let maximumPixelCount = 1 << 25

  /// The maximum number of pixels after a reduction.
  var pixelCount: Int
  /// The number of pixels to which a larger JPEG or WebP picture is reduced.
  var reducedPixelCount: Int
  /// The longer side of an SVG picture, in pixels; 0 for twice its own size, and at least 512.
  var vectorSide: Int
}

/// The pixels of a picture, the right way up.
struct DecodedPicture {
  let size: (width: Int, height: Int)
  /// The size before any reduction; of an SVG picture, its own size.
  let originalSize: (width: Int, height: Int)
  /// 3, or 4 with alpha, which the colors aren't multiplied with.
  let channelCount: Int
  let start: UnsafePointer<UInt8>
  /// In bytes.
  let stride: Int

  func row(_ y: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start + y * stride, count: size.width * channelCount)
  }
}

/// Decodes a picture with gdk-pixbuf's loader of its format. The process ends afterwards, so nothing is released.
final class PixbufLoader {
  private static let chunkSize = 65536

  private let format: PictureFile.Format
  private let limits: DecodingLimits
  private let loader: OpaquePointer
  /// The size in the file; `nil` until the loader has read it.
  private var fileSize: (width: Int, height: Int)?
  private var failure: DecodingFailure?

  static func decode(_ file: PictureFile, _ limits: DecodingLimits) throws -> DecodedPicture {
    let loader = try PixbufLoader(file.format, limits)
    if let size = try file.webPSize { _ = try loader.targetSize(of: size) }
    return try loader.decode(file)
  }

  private init(_ format: PictureFile.Format, _ limits: DecodingLimits) throws {
    guard let loader = gdk_pixbuf_loader_new_with_type(format.rawValue, nil) else {
      let package = format == .webp ? "webp-pixbuf-loader" : "librsvg2-common"
      throw DecodingFailure("\(format.name) pictures need the package \(package)")
    }
    (self.format, self.limits, self.loader) = (format, limits, loader)
  }

  private func decode(_ file: PictureFile) throws -> DecodedPicture {
    let handler: @convention(c) (OpaquePointer, Int32, Int32, UnsafeMutableRawPointer) -> Void = {
      _, width, height, data in
      Unmanaged<PixbufLoader>.fromOpaque(data).takeUnretainedValue().prepare((Int(width), Int(height)))
    }
    g_signal_connect_data(
      UnsafeMutableRawPointer(loader), "size-prepared", unsafeBitCast(handler, to: (@convention(c) () -> Void).self),
      Unmanaged.passUnretained(self).toOpaque(), nil, 0)
    var offset = 0
    while offset < file.bytes.count {
      let chunk = UnsafeRawBufferPointer(rebasing: file.bytes[offset...].prefix(Self.chunkSize))
      try check {
        gdk_pixbuf_loader_write(loader, chunk.baseAddress?.assumingMemoryBound(to: UInt8.self), chunk.count, $0)
      }
      offset += chunk.count
    }
    try check { gdk_pixbuf_loader_close(loader, $0) }
    if let failure { throw failure }
    guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader), let fileSize else { throw notAPicture("no pixels") }
    return try picture(turning: pixbuf, by: file.orientation, fileSize)
  }

  /// Called with the size before the loader allocates memory for it.
  private func prepare(_ size: (width: Int, height: Int)) {
    guard fileSize == nil else { return }
    fileSize = size
    do {
      let target = try targetSize(of: size)
      if target != size { gdk_pixbuf_loader_set_size(loader, Int32(target.width), Int32(target.height)) }
    } catch {
      failure = error
      // This size makes a loader give up.
      gdk_pixbuf_loader_set_size(loader, 0, 0)
    }
  }

  /// Returns the size at which to decode a picture.
  private func targetSize(of size: (width: Int, height: Int)) throws(DecodingFailure) -> (width: Int, height: Int) {
    let (width, height) = (Double(size.width), Double(size.height))
    func scaled(by factor: Double) -> (width: Int, height: Int) {
      func side(_ length: Double) -> Int { max(1, Int(exactly: (length * factor).rounded(.down)) ?? 1) }
      return (side(width), side(height))
    }
    guard size.width >= 1, size.height >= 1 else { throw DecodingFailure("the picture has no size") }
    if format == .svg {
      let wanted =
        limits.vectorSide > 0 ? Double(limits.vectorSide) / max(width, height) : max(2, 512 / max(width, height))
      let most = min(Double(limits.reducedPixelCount), Double(limits.pixelCount))
      let longest = Double(DecodingLimits.maximumSide) / max(width, height)
      return scaled(by: min(wanted, longest, (most / (width * height)).squareRoot()))
    }
    guard max(size.width, size.height) <= DecodingLimits.maximumSide else {
      throw DecodingFailure("\(size.width)×\(size.height) pixels; expected 1 to \(DecodingLimits.maximumSide) a side")
    }
    guard size.width * size.height <= DecodingLimits.maximumPixelCount else {
      throw tooLarge(size, most: DecodingLimits.maximumPixelCount)
    }
    let isReduced = format != .png && size.width * size.height > limits.reducedPixelCount
    let target = isReduced ? scaled(by: (Double(limits.reducedPixelCount) / (width * height)).squareRoot()) : size
    guard target.width * target.height <= limits.pixelCount else { throw tooLarge(size, most: limits.pixelCount) }
    return target
  }

  private func tooLarge(_ size: (width: Int, height: Int), most: Int) -> DecodingFailure {
    DecodingFailure("\(size.width)×\(size.height) pixels; expected at most \(most)")
  }

  private func picture(
    turning pixbuf: OpaquePointer, by orientation: Int?, _ fileSize: (width: Int, height: Int)
  ) throws -> DecodedPicture {
    if let orientation, gdk_pixbuf_get_option(pixbuf, "orientation") == nil {
      gdk_pixbuf_set_option(pixbuf, "orientation", "\(orientation)")
    }
    let isOnItsSide = gdk_pixbuf_get_option(pixbuf, "orientation").map {
      (5...8).contains(Int(String(cString: $0)) ?? 1)
    }
    guard let upright = gdk_pixbuf_apply_embedded_orientation(pixbuf), let start = gdk_pixbuf_read_pixels(upright)
    else {
      throw DecodingFailure("not enough memory")
    }
    let size = (width: Int(gdk_pixbuf_get_width(upright)), height: Int(gdk_pixbuf_get_height(upright)))
    return DecodedPicture(
      size: size, originalSize: isOnItsSide == true ? (fileSize.height, fileSize.width) : fileSize,
      channelCount: Int(gdk_pixbuf_get_n_channels(upright)), start: start,
      stride: Int(gdk_pixbuf_get_rowstride(upright)))
  }

  private func check(_ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Int32) throws {
    var error: UnsafeMutablePointer<GError>?
    guard call(&error) == 0 else { return }
    if let failure { throw failure }
    throw notAPicture(error.map { String(cString: $0.pointee.message) } ?? "unknown error")
  }

  private func notAPicture(_ reason: String) -> DecodingFailure {
    DecodingFailure("not a valid \(format.name) picture: \(reason)")
  }
}
