import Glibc
import PanelRaster
import PanelSystem

/// A picture whose file may change, and the time of its last change.
package struct WatchedPicture {
  package let bitmap: Bitmap
  /// In seconds since 1970.
  package let modificationTime: Double

  /// Reads a picture.
  ///
  /// - Throws: `SystemError` if the file can't be read, `PictureDecoder.Failure` if it isn't a picture that can be shown.
  package init(inFile path: String) throws {
    // If the file changes meanwhile, the picture counts as older than it is until it is read again.
    let time = try File.openRegular(path).status(path).st_mtim
    modificationTime = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    bitmap = try PictureDecoder.bitmap(inFile: path)
  }
}
