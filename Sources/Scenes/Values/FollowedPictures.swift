import Raster

/// Pictures whose files change: who shows one, and what it is now.
///
/// It reads nothing: it is told when somebody begins to follow a file, and what is in it.
public final class FollowedPictures {
  /// Shows a picture for as long as it lives.
  public final class Observer {
    fileprivate let path: String
    fileprivate let show: (Bitmap) -> Void

    fileprivate init(_ path: String, _ show: @escaping (Bitmap) -> Void) { (self.path, self.show) = (path, show) }
  }

  private struct Listener {
    weak var observer: Observer?
  }

  private var listeners: [Listener] = []
  /// Those that came since somebody follows them.
  private var pictures: [String: Bitmap] = [:]

  /// Called when somebody begins to follow a file.
  public var onFollow: (() -> Void)?

  /// The files that somebody follows.
  public var paths: Set<String> { Set(listeners.compactMap { $0.observer?.path }) }

  /// Has a file's picture shown, at once if it was read already, and whenever it is another.
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

  /// Takes over what is in a file now.
  public func set(_ path: String, _ picture: Bitmap) {
    pictures[path] = picture
    for listener in listeners {
      if let observer = listener.observer, observer.path == path { observer.show(picture) }
    }
  }
}
