import PanelRaster
import PanelSystem
import PanelText

extension LocatedJSON {
  /// Reads a PNG file, whose path is relative to the directory of the file that names it.
  ///
  /// - Parameter most: The maximum number of pixels.
  func picture(atMost most: Int = PNG.maximumPixelCount) throws(Diagnostic) -> Bitmap {
    let path = try string()
    guard !path.isEmpty else { throw diagnostic(expected: "a PNG file's path") }
    do {
      return try PNG.bitmap(try files.read(resolved(path), upTo: PNG.maximumFileSize), atMost: most)
    } catch {
      let reason = (error as? SystemError)?.reason ?? "\(error)"
      throw diagnostic(found: "'\(path)' (\(reason))", expected: "a PNG file").disablingUses(of: resolved(path))
    }
  }
}

extension PNG {
  /// The maximum size of a PNG file, in bytes.
  static let maximumFileSize = 64 << 20

  /// Returns the picture in a file, or `nil` if the file can't be read or isn't a valid PNG.
  package static func picture(inFile path: String) -> Bitmap? { try? bitmap(inFile: path) }

  /// Returns the picture in a file.
  ///
  /// - Throws: `SystemError` if the file can't be read, `PNG.Failure` if it isn't a valid PNG.
  package static func bitmap(inFile path: String) throws -> Bitmap {
    try bitmap(try File.read(path, upTo: maximumFileSize), atMost: maximumPixelCount)
  }
}
