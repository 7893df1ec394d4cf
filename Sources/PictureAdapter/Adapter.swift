import AdapterKit
import JSON
import PanelEvents
import PanelSystem
import PictureStreams

/// Sends pictures of HTTP addresses to the panel: stills and MJPEG.
package final class Adapter {
  private let loop: EventLoop
  private let panel: AdapterClient
  private let sources: [String: HTTPPicture.Source]
  /// The pictures that the panel has shown.
  private var feeds: [String: PictureFeed] = [:]

  package init(_ configuration: PictureConfiguration) throws(SystemError) {
    sources = configuration.sources
    loop = try EventLoop()
    panel = try AdapterClient(configuration.socket, prefix: "pictures", loop: loop)
  }

  /// Runs until SIGTERM or SIGINT.
  ///
  /// - Returns: The exit status.
  package func run() throws(SystemError) -> Int32 {
    panel.onMessage = { [unowned self] in receive($0) }
    panel.onEnd = { [unowned self] in
      for feed in feeds.values { feed.update(nil) }
    }
    panel.onRefusal = { [unowned self] in
      for feed in feeds.values { feed.forgetBuffers() }
    }
    return try loop.runService(start: panel.start) { (loop) throws(SystemError) in try loop.runWithGLib() }
  }

  private func receive(_ message: JSONObject) {
    do throws(Diagnostic) {
      if let name = try message["release"]?.string() {
        feeds[name]?.release(try message.required("buffer").integer(0...255))
      }
      if message["uses"] != nil { try show(message["pictures"]) }
      guard let id = try message["id"]?.integer(0...Int(Int32.max)) else { return }
      panel.answer(id, error: "pictures have no calls")
    } catch {
      Journal.warning("\(error)")
    }
  }

  /// Fetches the pictures that the panel shows now, and no others.
  private func show(_ pictures: LocatedJSON?) throws(Diagnostic) {
    let requests = try PictureFeed.Request.all(in: pictures)
    for (name, feed) in feeds where requests[name] == nil { feed.update(nil) }
    for (name, request) in requests {
      if let feed = try feed(name) {
        feed.update(request)
      } else {
        let suggestion = name.nearest(among: sources.keys).map { "; did you mean \($0)?" } ?? ""
        panel.enqueue { $0.markStale(name, because: "no picture in pictures.json has this name\(suggestion)") }
      }
    }
  }

  private func feed(_ name: String) throws(Diagnostic) -> PictureFeed? {
    if let feed = feeds[name] { return feed }
    guard let source = sources[name] else { return nil }
    do throws(SystemError) {
      // A query may have a key.
      let address = source.url.prefix { $0 != "?" }
      let feed = try PictureFeed(name, source, to: panel, loop: loop) { Journal.warning("\(name): \(address): \($0)") }
      feeds[name] = feed
      return feed
    } catch {
      throw Diagnostic(name, "\(error)")
    }
  }
}
