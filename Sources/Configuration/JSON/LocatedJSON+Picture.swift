import PanelRaster
import PanelSystem

extension LocatedJSON {
  /// Reads a picture file, whose path is relative to the directory of the file that names it.
  ///
  /// - Parameter request: how it is decoded.
  func picture(_ request: PictureDecoder.Request = PictureDecoder.Request()) throws(Diagnostic) -> Bitmap {
    let path = try string()
    guard !path.isEmpty else { throw diagnostic(expected: "a picture file's path") }
    do {
      // The checksum of the configuration includes the file.
      _ = try files.read(resolved(path), upTo: PictureDecoder.maximumFileSize)
      return try PictureDecoder.bitmap(inFile: files.location(of: resolved(path)), request)
    } catch {
      let reason = (error as? SystemError)?.reason ?? "\(error)"
      throw diagnostic(found: "'\(path)' (\(reason))", expected: "a picture").disablingUses(of: resolved(path))
    }
  }
}
