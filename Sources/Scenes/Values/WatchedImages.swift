import PanelGeometry
import PanelRaster

/// The current bitmaps of image files that are reloaded when they change, and their observers.
///
/// It doesn't read files or use clocks. `onWatch` reports that `paths` may have changed, and `set` provides their images.
/// Times are nanoseconds of any monotonic clock.
public final class WatchedImages {
  private struct Image {
    let bitmap: Bitmap
    /// The file's age in seconds, and the time at which it had that age.
    let (age, time): (Double, UInt64)

    func staleTime(after seconds: Double) -> UInt64 { time &+ UInt64(clamping: max(0, seconds - age) * 1e9) }
  }

  private let observers = ChangeObservers()
  /// The images of watched files that were read.
  private var images: [String: Image] = [:]
  /// The ages, in seconds, at which the images of each file become stale.
  private var staleAges: [String: Set<Double>] = [:]
  private var now: UInt64 = 0

  /// Called when an observer was added.
  public var onWatch: (() -> Void)?

  /// The paths of the watched files.
  public var paths: Set<String> { observers.names }

  /// Calls `show` with the file's image, immediately if it was already read, after each change, and when it becomes stale.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - seconds: the file's age at which its image is stale; `nil` for never.
  ///   - show: called with the image, and whether it is stale.
  public func observe(
    _ path: String, staleAfter seconds: Double? = nil, _ show: @escaping (Bitmap, _ isStale: Bool) -> Void
  ) -> ChangeObserver {
    let showImage = { [unowned self] in
      guard let image = images[path] else { return }
      show(image.bitmap, seconds.map { image.staleTime(after: $0) <= now } ?? false)
    }
    let observer = observers.add([path], showImage)
    let paths = self.paths
    images = images.filter { paths.contains($0.key) }
    staleAges = staleAges.filter { paths.contains($0.key) }
    if let seconds { staleAges[path, default: []].insert(seconds) }
    showImage()
    onWatch?()
    return observer
  }

  /// Sets the current image of a file and shows it.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - image: its image.
  ///   - age: the time since the file changed, in seconds.
  ///   - time: the current time.
  public func set(_ path: String, _ image: Bitmap, age: Double, at time: UInt64) {
    now = max(now, time)
    images[path] = Image(bitmap: image, age: max(0, age), time: now)
    observers.notify(path)
  }

  /// Marks an image as stale until it is set again.
  func markStale(_ path: String) {
    guard let image = images[path] else { return }
    images[path] = Image(bitmap: image.bitmap, age: .infinity, time: 0)
    observers.notify(path)
  }

  /// Shows the images that became stale.
  ///
  /// - Parameter time: the current time.
  public func advance(to time: UInt64) {
    let previous = now
    now = max(now, time)
    let changed = staleTimes.filter { $0.time > previous && $0.time <= now }
    observers.notify(Set(changed.map(\.path)))
  }

  /// The next time at which `advance` has an effect; `nil` for never.
  public var nextDeadline: UInt64? {
    // Each frame of a live picture gets here, so it allocates nothing.
    var deadline: UInt64?
    for (path, image) in images {
      guard let ages = staleAges[path] else { continue }
      for age in ages {
        let time = image.staleTime(after: age)
        if time > now { deadline = min(time, deadline ?? time) }
      }
    }
    return deadline
  }

  private var staleTimes: [(path: String, time: UInt64)] {
    images.flatMap { path, image in (staleAges[path] ?? []).map { (path, image.staleTime(after: $0)) } }
  }
}
