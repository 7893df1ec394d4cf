import CSandbox
import Glibc

/// Decodes one picture for the panel, in a separate process: the decoders are written in C and read files that
/// other programs, cameras and people made.
///
/// Standard input is the file. Standard output gets a line with the size in pixels, the size before any reduction and the
/// number of channels, then the pixels, which aren't premultiplied; otherwise the exit status is 1, and the line is the reason.
@main enum Main {
  /// Address space, in bytes: a progressive JPEG of the largest size needs half of it.
  private static let maximumMemory: UInt64 = 768 << 20
  /// The loaders' libraries, and fontconfig's files and fonts for the texts of an SVG.
  private static let readablePaths = [
    "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig",
  ]

  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 4, let file = MappedFile(descriptor: 0) else {
      fail("usage: cube-kiosk-decode PIXELS REDUCED-PIXELS VECTOR-SIDE SECONDS <PICTURE")
    }
    restrict(seconds: numbers[3])
    do {
      let limits = DecodingLimits(pixelCount: numbers[0], reducedPixelCount: numbers[1], vectorSide: numbers[2])
      write(try PixbufLoader.decode(PictureFile(file.bytes), limits))
    } catch {
      fail("\(error)")
    }
  }

  /// Gives up what decoding doesn't need. A kernel without seccomp doesn't filter the panel's system calls, either.
  private static func restrict(seconds: Int) {
    // GLib's warnings about a file would fill the journal.
    dup2(open("/dev/null", O_WRONLY), 2)
    csandbox_limit_resources(maximumMemory, UInt64(clamping: seconds))
    _ = csandbox_drop_privileges()
    let paths = readablePaths.map { UnsafePointer<CChar>(strdup($0)) }
    csandbox_limit_files(paths, paths.count)
    let error = csandbox_filter_calls()
    if error != 0, error != EINVAL { fail("the decoder can't restrict itself (\(String(cString: strerror(error))))") }
  }

  private static func write(_ picture: DecodedPicture) {
    let (size, original) = (picture.size, picture.originalSize)
    write("\(size.width) \(size.height) \(original.width) \(original.height) \(picture.channelCount)\n")
    for y in 0..<size.height { write(picture.row(y)) }
  }

  private static func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(1, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      // The panel has stopped waiting.
      guard count > 0 else { exit(1) }
      rest = rest.dropFirst(count)
    }
  }

  private static func fail(_ reason: String) -> Never {
    write(reason + "\n")
    exit(1)
  }
}

/// A file that is mapped into memory for the rest of the process.
struct MappedFile {
  let bytes: UnsafeRawBufferPointer

  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size >= 0 else { return nil }
    guard status.st_size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let start, start != MAP_FAILED else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
  }
}

/// Why a picture can't be shown.
struct DecodingFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
