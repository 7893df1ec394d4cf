import PanelRaster
import PanelViews

/// The pictures that adapters send, and the views that show them.
///
/// It knows no adapters and no clock: the owner sets the pictures, and sends adapters which pictures are seen.
public final class AdapterPictures {
  /// The address of a picture, and how often it changes.
  public struct Source: Hashable, Sendable {
    public var address: AdapterAddress
    /// The time between two pictures, in seconds; `nil` for a live picture.
    public var interval: Double?

    public init(_ address: AdapterAddress, interval: Double? = nil) {
      (self.address, self.interval) = (address, interval)
    }

    /// The highest number of pictures per second that is useful.
    var rate: Double { interval.map { 1 / $0 } ?? AdapterPictures.liveRate }
    /// The time without a new picture after which the last one is stale, in seconds.
    var staleAfter: Double { max(10, 3 * (interval ?? 0)) }
  }

  /// A picture that is on the screen.
  public struct Request: Equatable, Sendable {
    public let address: AdapterAddress
    /// In pixels.
    public fileprivate(set) var width: Int
    public fileprivate(set) var height: Int
    /// The highest number of pictures per second that is useful.
    public fileprivate(set) var rate: Double
    /// Whether the picture has to cover the width and the height, of which it shows a part.
    public fileprivate(set) var covers: Bool
  }

  private struct Viewer {
    weak var view: View?
    let source: Source
  }

  private static let liveRate = 15.0

  private let images = WatchedImages()
  private var viewers: [Viewer] = []

  /// Calls `show` with each picture, and again when it becomes stale.
  ///
  /// - Parameters:
  ///   - source: The picture's address.
  ///   - view: The view that shows it.
  ///   - show: Called with the picture, and whether it is stale.
  func observe(
    _ source: Source, in view: View, _ show: @escaping (Bitmap, _ isStale: Bool) -> Void
  ) -> ChangeObserver {
    viewers.removeAll { $0.view == nil }
    viewers.append(Viewer(view: view, source: source))
    return images.observe("\(source.address)", staleAfter: source.staleAfter, show)
  }

  /// The addresses of all pictures that views show, also of views that aren't on the screen.
  public var addresses: Set<AdapterAddress> { Set(viewers.lazy.filter { $0.view != nil }.map(\.source.address)) }

  /// False if no view shows a picture.
  public var hasViewers: Bool { viewers.contains { $0.view != nil } }

  /// Finds the pictures that are on the screen, sorted by address, each at the largest size and the highest rate.
  ///
  /// - Parameters:
  ///   - maximum: The largest size, in pixels.
  ///   - requests: Gets the pictures in place of earlier ones. Each frame gets here, so its memory is used again.
  public func find(_ requests: inout [Request], within maximum: (width: Int, height: Int)) {
    requests.removeAll(keepingCapacity: true)
    for viewer in viewers {
      guard let view = viewer.view, view.isOnScreen, !view.isCovered else { continue }
      let (size, source) = (view.pixelSize, viewer.source)
      let (width, height) = (min(size.width, maximum.width), min(size.height, maximum.height))
      guard width > 0, height > 0 else { continue }
      let covers = view.layer.contentsGravity == .resizeAspectFill
      if let index = requests.firstIndex(where: { $0.address == source.address }) {
        requests[index].width = max(requests[index].width, width)
        requests[index].height = max(requests[index].height, height)
        requests[index].rate = max(requests[index].rate, source.rate)
        requests[index].covers = requests[index].covers || covers
      } else {
        requests.append(
          Request(address: source.address, width: width, height: height, rate: source.rate, covers: covers))
      }
    }
    requests.sort { ($0.address.prefix, $0.address.name) < ($1.address.prefix, $1.address.name) }
  }

  /// Shows a picture.
  ///
  /// - Parameters:
  ///   - address: The text of the picture's address.
  ///   - picture: Another bitmap than the one before.
  ///   - time: The current time.
  public func set(_ address: String, _ picture: Bitmap, at time: UInt64) {
    images.set(address, picture, age: 0, at: time)
  }

  /// Marks pictures as stale until they are set again.
  public func markStale(_ addresses: some Sequence<AdapterAddress>) {
    for address in addresses { images.markStale("\(address)") }
  }

  /// Marks the pictures as stale that weren't set for too long.
  public func advance(to time: UInt64) { images.advance(to: time) }

  /// The next time at which `advance` has an effect; `nil` for never.
  public var nextDeadline: UInt64? { images.nextDeadline }
}
