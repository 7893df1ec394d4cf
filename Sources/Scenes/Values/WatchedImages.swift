import PanelRaster

/// The current bitmaps of image files that are reloaded when they change, and their observers.
///
/// It doesn't read files. `onWatch` reports that `paths` may have changed, and `set` provides their images.
public final class WatchedImages {
  private let observers = ChangeObservers()
  /// The bitmaps of watched files that were read.
  private var images: [String: Bitmap] = [:]

  /// Called when an observer was added.
  public var onWatch: (() -> Void)?

  /// The paths of the watched files.
  public var paths: Set<String> { observers.names }

  /// Calls `show` with the file's image, immediately if it was already read, and after each change.
  public func observe(_ path: String, _ show: @escaping (Bitmap) -> Void) -> ChangeObserver {
    let showImage = { [unowned self] in if let image = images[path] { show(image) } }
    let observer = observers.add([path], showImage)
    let paths = self.paths
    images = images.filter { paths.contains($0.key) }
    showImage()
    onWatch?()
    return observer
  }

  /// Sets the current image of a file and shows it.
  public func set(_ path: String, _ image: Bitmap) {
    images[path] = image
    observers.notify([path])
  }
}
