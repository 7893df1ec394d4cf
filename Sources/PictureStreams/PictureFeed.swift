import AdapterKit
import JSON
import PanelEvents
import PanelSystem

/// Sends the pictures of an address to the panel while it shows them, at the size and rate that it wants.
package final class PictureFeed {
  /// The size and the rate that the panel wants.
  package struct Request: Equatable {
    /// The size on the screen, in pixels. Unless it covers it, the picture isn't larger.
    package var width, height: Int
    /// The highest number of pictures per second that the panel shows.
    package var rate: Double
    /// Whether the picture has to cover the size, of which the panel shows a part.
    package var covers = false

    /// Reads the panel's requests, by the pictures' addresses.
    ///
    /// - Parameter json: The member `pictures` of the panel's message; `nil` if it shows none.
    package static func all(in json: LocatedJSON?) throws(Diagnostic) -> [String: Request] {
      var requests: [String: Request] = [:]
      for element in try json?.array() ?? [] {
        let object = try element.object()
        requests[try object.required("name").string()] = try Request(object)
      }
      return requests
    }

    private init(_ json: JSONObject) throws(Diagnostic) {
      width = try json.required("width").integer(1...65535)
      height = try json.required("height").integer(1...65535)
      rate = try json.required("rate").number(1e-6...1000)
      covers = try json["covers"]?.bool() ?? false
    }
  }

  /// The windows of delays before attempts to connect, in nanoseconds.
  private static let reconnectWindows: ClosedRange<UInt64> = 1_000_000_000...30_000_000_000

  private let name: String
  private let panel: AdapterClient
  private let picture: HTTPPicture
  private let decoder: JPEGDecoder
  private let warn: (String) -> Void
  private var request: Request?
  private var buffers: PictureBuffers?
  private var timer: TimerSource?
  private var delay = ReconnectDelay(windows: reconnectWindows)
  private var startTime: UInt64 = 0
  private var lastFrameTime: UInt64 = 0
  private var lastFailure: String?

  /// - Parameters:
  ///   - name: The picture's address in the panel.
  ///   - source: The address to fetch.
  ///   - warn: Called with each new reason of a failure.
  package init(
    _ name: String, _ source: HTTPPicture.Source, to panel: AdapterClient, loop: EventLoop,
    warn: @escaping (String) -> Void
  ) throws(SystemError) {
    (self.name, self.panel, self.warn) = (name, panel, warn)
    decoder = try JPEGDecoder()
    picture = try HTTPPicture(source, loop: loop)
    timer = try loop.addTimer(accuracy: 1_000_000) { [unowned self] in fetch() }
    picture.onPicture = { [unowned self] in received($0) }
    picture.onEnd = { [unowned self] in ended($0) }
  }

  /// Follows what the panel wants; `nil` while it doesn't show the picture: nothing is fetched then.
  package func update(_ new: Request?) {
    let old = request
    request = new
    if new == nil {
      timer?.deadline = nil
      picture.stop()
      forgetBuffers()
    } else if old == nil {
      fetch()
    }
  }

  /// Sends other buffers with the next picture, since the panel may not have these any more.
  package func forgetBuffers() { buffers = nil }

  package func release(_ buffer: Int) { buffers?.release(buffer) }

  private var interval: UInt64 { request.map { UInt64(clamping: Int(1e9 / $0.rate)) } ?? 0 }

  private func fetch() {
    timer?.deadline = nil
    startTime = EventLoop.now
    picture.start()
  }

  private func ended(_ reason: String?) {
    guard request != nil else { return }
    guard let reason else {
      // A still: the next one follows at the panel's rate.
      timer?.deadline = max(EventLoop.now, startTime + interval)
      return
    }
    failed(reason)
    timer?.deadline = EventLoop.now + delay.next(uptime: EventLoop.now - startTime)
  }

  private func failed(_ reason: String) {
    guard reason != lastFailure else { return }
    lastFailure = reason
    warn(reason)
    panel.enqueue { $0.markStale(name, because: reason) }
  }

  // MARK: Frames

  /// Decodes a picture into a free buffer. A picture that the panel wouldn't show is dropped before it is decoded.
  private func received(_ data: UnsafeRawBufferPointer) {
    guard let request, panel.isServing else { return }
    // A camera's rate isn't exact.
    guard EventLoop.now >= lastFrameTime + interval / 10 * 9 else { return }
    if let buffers, buffers.free == nil { return }
    do {
      let size = try decoder.size(
        of: data, within: JPEGDecoder.Size(width: request.width, height: request.height), covers: request.covers)
      if buffers?.size != size { try announce(size) }
      guard let buffers, let (index, pixels) = buffers.free else { return }
      try decoder.decode(data, size, into: pixels)
      buffers.take(index)
      panel.enqueue { $0.append(["frame": .string(name), "buffer": .integer(index)]) }
      (lastFrameTime, lastFailure) = (EventLoop.now, nil)
    } catch {
      failed("\(error)")
    }
  }

  private func announce(_ size: JPEGDecoder.Size) throws(SystemError) {
    let buffers = try PictureBuffers(size)
    self.buffers = buffers
    let line: JSONValue = [
      "buffers": .string(name), "width": .integer(size.width), "height": .integer(size.height),
      "stride": .integer(buffers.stride), "count": .integer(PictureBuffers.count),
    ]
    panel.enqueue { $0.append(line, descriptors: buffers.descriptors, owner: buffers) }
  }
}
