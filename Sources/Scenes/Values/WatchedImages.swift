import Raster

/// Pictures whose files change: their observers and their current bitmaps.
///
/// It doesn't read files. `onFollow` reports new files to follow, and `set` provides their contents.
public final class FollowedPictures {
  /// Shows a picture for as long as the object exists.
  public final class Observer {
    fileprivate let path: String
    fileprivate let show: (Bitmap) -> Void

    fileprivate init(_ path: String, _ show: @escaping (Bitmap) -> Void) { (self.path, self.show) = (path, show) }
  }

  private struct Listener {
    weak var observer: Observer?
  }

  private var listeners: [Listener] = []
  /// The bitmaps of followed files that were read.
  private var pictures: [String: Bitmap] = [:]

  /// Called when an observer was added.
  public var onFollow: (() -> Void)?

  /// The paths of the followed files.
  public var paths: Set<String> { Set(listeners.compactMap { $0.observer?.path }) }

  /// Calls `show` with the file's picture, immediately if it was already read, and after each change.
  public func observe(_ path: String, _ show: @escaping (Bitmap) -> Void) -> Observer {
    let observer = Observer(path, show)
    listeners.removeAll { $0.observer == nil }
    listeners.append(Listener(observer: observer))
    let paths = self.paths
    pictures = pictures.filter { paths.contains($0.key) }
    if let picture = pictures[path] { show(picture) }
    onFollow?()
    return observer
  }

  /// Sets the current picture of a file and shows it.
  public func set(_ path: String, _ picture: Bitmap) {
    pictures[path] = picture
    for listener in listeners {
      if let observer = listener.observer, observer.path == path { observer.show(picture) }
    }
  }
}
