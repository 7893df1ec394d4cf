import AdapterKit
import JSON
import PanelEvents
import PanelSystem
import PictureStreams

/// Sends the pictures of cameras and images to the panel while it shows them. Home Assistant's proxy fetches them from the
/// cameras, whatever their streams are.
final class CameraPictures {
  /// Up to this rate, single pictures are requested, in pictures per second; above it, Home Assistant's stream.
  private static let maximumStillRate = 1.0

  private let configuration: HomeConfiguration
  private let panel: AdapterClient
  private let loop: EventLoop
  private var feeds: [String: (path: String, feed: PictureFeed)] = [:]

  init(_ configuration: HomeConfiguration, to panel: AdapterClient, loop: EventLoop) {
    (self.configuration, self.panel, self.loop) = (configuration, panel, loop)
  }

  /// Fetches the pictures that the panel shows now, and no others.
  ///
  /// - Parameter pictures: The panel's requests.
  func update(_ pictures: LocatedJSON?) throws(Diagnostic) {
    let requests = try PictureFeed.Request.all(in: pictures)
    for (name, entry) in feeds where requests[name] == nil { entry.feed.update(nil) }
    for (name, request) in requests { try feed(name, request)?.update(request) }
  }

  func release(_ name: String, _ buffer: Int) { feeds[name]?.feed.release(buffer) }

  /// Fetches nothing any more, after the panel's end.
  func stop() { for entry in feeds.values { entry.feed.update(nil) } }

  /// Sends other buffers, after the panel has refused something.
  func forgetBuffers() { for entry in feeds.values { entry.feed.forgetBuffers() } }

  private func feed(_ name: String, _ request: PictureFeed.Request) throws(Diagnostic) -> PictureFeed? {
    guard let path = Self.path(of: name, isLive: request.rate > Self.maximumStillRate) else {
      panel.enqueue { $0.markStale(name, because: "expected a camera or an image, such as camera.front") }
      return nil
    }
    if let entry = feeds[name], entry.path == path { return entry.feed }
    feeds[name]?.feed.update(nil)
    var source = HTTPPicture.Source(configuration.url + path)
    source.headers = ["Authorization": "Bearer \(configuration.token)"]
    source.authority = configuration.authority
    do throws(SystemError) {
      let feed = try PictureFeed(name, source, to: panel, loop: loop) { Journal.warning("\(name): \($0)") }
      feeds[name] = (path, feed)
      return feed
    } catch {
      throw Diagnostic(name, "\(error)")
    }
  }

  /// The path of an entity's pictures; `nil` if it has none.
  private static func path(of entity: String, isLive: Bool) -> String? {
    switch domain(of: entity) {
    case "camera": isLive ? "/api/camera_proxy_stream/\(entity)" : "/api/camera_proxy/\(entity)"
    case "image": "/api/image_proxy/\(entity)"
    default: nil
    }
  }
}
