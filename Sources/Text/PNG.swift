import CPangoCairo
import Glibc
import Raster

/// Pictures in files.
public enum PNG {
  public struct Failure: Error, CustomStringConvertible, Equatable {
    public let path: String
    public let reason: String

    public var description: String { "\(path): \(reason)" }
  }

  /// The longest side of a picture that is read, in pixels.
  public static let longestSide = 16384

  /// Writes a picture to a new file beside the path, which then takes the path's place: whoever looks finds the old
  /// file or the whole new one. A device or a pipe is written to as it is.
  public static func write(_ bitmap: Bitmap, to path: String) throws(Failure) {
    try writeFile(try data(bitmap), to: path)
  }

  /// The same for a file's bytes, whatever they are.
  public static func writeFile(_ bytes: [UInt8], to path: String) throws(Failure) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG, status.st_mode & S_IFMT != S_IFDIR {
      let fd = open(path, O_WRONLY | O_CLOEXEC)
      guard fd >= 0 else { throw Failure(path: path, reason: errnoText()) }
      defer { close(fd) }
      try write(bytes, to: fd, path: path)
      return
    }
    var name = Array("\(path).XXXXXX".utf8CString)
    let fd = mkstemp(&name)
    guard fd >= 0 else { throw Failure(path: path, reason: errnoText()) }
    var failure: Failure?
    do throws(Failure) {
      try write(bytes, to: fd, path: path)
      guard fchmod(fd, 0o666 & ~currentMask()) == 0, fsync(fd) == 0 else {
        throw Failure(path: path, reason: errnoText())
      }
    } catch {
      failure = error
    }
    if close(fd) != 0, failure == nil { failure = Failure(path: path, reason: errnoText()) }
    if failure == nil, rename(name, path) != 0 { failure = Failure(path: path, reason: errnoText()) }
    if let failure {
      unlink(name)
      throw failure
    }
  }

  private static func write(_ bytes: [UInt8], to fd: Int32, path: String) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(fd, $0.baseAddress! + done, bytes.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure(path: path, reason: errnoText()) }
      done += count
    }
  }

  /// Reads a picture.
  public static func read(_ path: String) throws(Failure) -> Bitmap {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure(path: path, reason: errnoText()) }
    defer { close(file) }
    try checkSize(file, path: path)
    var stream = Stream(fd: file)
    let surface = cairo_image_surface_create_from_png_stream(
      { closure, data, length in
        let stream = closure!.assumingMemoryBound(to: Stream.self)
        var done = 0
        while done < Int(length) {
          let count = Glibc.read(stream.pointee.fd, data! + done, Int(length) - done)
          if count < 0, errno == EINTR { continue }
          if count <= 0 { return CAIRO_STATUS_READ_ERROR }
          done += count
        }
        return CAIRO_STATUS_SUCCESS
      }, &stream)
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
      throw Failure(path: path, reason: "not a PNG picture (\(String(cString: cairo_status_to_string(status))))")
    }
    let format = cairo_image_surface_get_format(surface)
    guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24 else {
      throw Failure(path: path, reason: "a PNG of more than 8 bits a channel; expected 8")
    }
    let (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
    let bitmap = Bitmap(width: width, height: height)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let opaque: UInt32 = format == CAIRO_FORMAT_RGB24 ? 0xFF00_0000 : 0
    for y in 0..<height {
      let row = UnsafeRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width { bitmap.pixels[y * bitmap.stride + x] = row[x] | opaque }
    }
    bitmap.isOpaque = opaque != 0
    bitmap.didChange()
    return bitmap
  }

  private struct Stream {
    let fd: Int32
  }

  /// A picture as a file's bytes.
  public static func data(_ bitmap: Bitmap) throws(Failure) -> [UInt8] {
    let surface = cairo_image_surface_create_for_data(
      UnsafeMutableRawPointer(bitmap.pixels).assumingMemoryBound(to: UInt8.self),
      bitmap.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(bitmap.width), Int32(bitmap.height),
      Int32(bitmap.stride * 4))
    defer { cairo_surface_destroy(surface) }
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { bytes in
      cairo_surface_write_to_png_stream(
        surface,
        { closure, data, length in
          let bytes = closure!.assumingMemoryBound(to: [UInt8].self)
          bytes.pointee.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
          return CAIRO_STATUS_SUCCESS
        }, bytes)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw Failure(path: "PNG", reason: String(cString: cairo_status_to_string(status)))
    }
    return bytes
  }

  /// Looks at the size before the decoder takes memory for it: eight bytes of signature, length and type of the first
  /// chunk, then width and height.
  private static func checkSize(_ file: Int32, path: String) throws(Failure) {
    var header = [UInt8](repeating: 0, count: 24)
    let count = pread(file, &header, 24, 0)
    guard count == 24, Array(header[0..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else {
      throw Failure(path: path, reason: count < 0 ? errnoText() : "not a PNG picture")
    }
    func number(_ start: Int) -> Int { header[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(16), number(20))
    guard (1...longestSide).contains(width), (1...longestSide).contains(height) else {
      throw Failure(path: path, reason: "\(width)×\(height) pixels; expected 1 to \(longestSide) a side")
    }
  }

  private static func currentMask() -> mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }

  private static func errnoText() -> String { String(cString: strerror(errno)) }
}
