import Raster
import System
import Text

extension JSONPlace {
  /// Reads a PNG file, whose path is relative to the directory of the file that names it.
  ///
  /// - Parameter most: The maximum number of pixels.
  package func picture(atMost most: Int = PNG.mostPixels) throws(Diagnostic) -> Bitmap {
    let path = try string()
    guard !path.isEmpty else { throw fault("a PNG file's path") }
    func wrong(_ reason: String) -> Diagnostic {
      Diagnostic(file, self.path, found: "'\(path)' (\(reason))", expected: "a PNG file")
    }
    let bytes: [UInt8]
    do {
      bytes = try File.read(resolved(path), upTo: PNG.largestFile)
    } catch {
      throw wrong(error.reason)
    }
    do {
      return try PNG.bitmap(bytes, atMost: most)
    } catch {
      throw wrong(error.description)
    }
  }
}

extension PNG {
  /// The maximum size of a PNG file, in bytes.
  package static let largestFile = 64 << 20

  /// Returns the picture in a file, or `nil` if the file can't be read or isn't a valid PNG.
  package static func picture(inFile path: String) -> Bitmap? {
    (try? File.read(path, upTo: largestFile)).flatMap { try? PNG.bitmap($0, atMost: mostPixels) }
  }
}
