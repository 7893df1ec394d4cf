import CSoup
import Glibc
import PanelEvents
import PanelSystem

/// Pictures of an HTTP address: each part of a reply in `multipart/x-mixed-replace` (MJPEG), or the whole reply.
///
/// libsoup's callbacks run in GLib's loop, see `EventLoop.runWithGLib`.
package final class HTTPPicture {
  /// An address and how to log in there.
  package struct Source: Equatable {
    package var url: String
    /// Names and values of headers, such as a token's.
    package var headers: [String: String] = [:]
    package var user: String?
    package var password: String?
    /// The absolute path of the only certificate authority to trust; `nil` for the system's.
    package var authority: String?

    package init(_ url: String) { self.url = url }
  }

  /// The maximum size of a picture, in bytes.
  private static let maximumSize = 4 << 20
  /// The time without a picture after which the connection ends, in nanoseconds.
  private static let timeout: UInt64 = 10_000_000_000

  /// Called with each picture's bytes.
  var onPicture: (UnsafeRawBufferPointer) -> Void = { _ in }
  /// Called with the reason when the connection has failed, and with `nil` at the end of a reply with one picture.
  var onEnd: (String?) -> Void = { _ in }

  private let source: Source
  private let session: OpaquePointer?
  private var timer: TimerSource?
  /// Of the current request; `nil` between requests. Callbacks of an earlier request have another one.
  private var cancellable: OpaquePointer?
  private var message: OpaquePointer?
  private var multipart: OpaquePointer?
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: maximumSize, alignment: 16)
  private var hasLoggedIn = false

  init(_ source: Source, loop: EventLoop) throws(SystemError) {
    self.source = source
    session = soup_session_new()
    soup_session_set_user_agent(session, "cube-kiosk-pictures")
    soup_session_set_proxy_resolver(session, nil)
    if let authority = source.authority {
      var error: UnsafeMutablePointer<GError>?
      guard let database = g_tls_file_database_new(authority, &error) else {
        throw SystemError(authority, EINVAL, Self.take(error))
      }
      soup_session_set_tls_database(session, database)
      g_object_unref(UnsafeMutableRawPointer(database))
    }
    timer = try loop.addTimer(accuracy: 100_000_000) { [unowned self] in
      end("no picture within \(Self.timeout / 1_000_000_000) s")
    }
  }

  deinit {
    buffer.deallocate()
    if let session { g_object_unref(UnsafeMutableRawPointer(session)) }
  }

  /// An operation of libsoup, which keeps the picture until it has ended.
  private final class Operation {
    let picture: HTTPPicture
    let cancellable: OpaquePointer

    init(_ picture: HTTPPicture, _ cancellable: OpaquePointer) {
      (self.picture, self.cancellable) = (picture, cancellable)
    }

    /// Whether it belongs to the current request.
    var isCurrent: Bool { picture.cancellable == cancellable }

    static func take(_ data: UnsafeMutableRawPointer?) -> Operation {
      // A C callback gets back the pointer that was registered with it.
      // swift-format-ignore: NeverForceUnwrap
      Unmanaged<Operation>.fromOpaque(data!).takeRetainedValue()
    }
  }

  private func operation(_ cancellable: OpaquePointer) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(Operation(self, cancellable)).toOpaque()
  }

  /// Returns an error's text, and frees the error.
  private static func take(_ error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "failed" }
    defer { g_error_free(error) }
    return error.pointee.message.map { String(cString: $0) } ?? "failed"
  }

  // MARK: Requests

  /// Requests the address. Call it only after `onEnd`.
  func start() {
    guard cancellable == nil else { return }
    guard let message = soup_message_new("GET", source.url), let cancellable = g_cancellable_new() else {
      return onEnd("\(source.url) isn't an address")
    }
    (self.message, self.cancellable, hasLoggedIn) = (message, cancellable, false)
    let headers = soup_message_get_request_headers(message)
    for (name, value) in source.headers { soup_message_headers_append(headers, name, value) }
    if source.user != nil { authenticate(message) }
    timer?.deadline = EventLoop.now + Self.timeout
    soup_session_send_async(
      session, message, Int32(CSOUP_PRIORITY_DEFAULT), cancellable,
      { session, result, data in
        let operation = Operation.take(data)
        var error: UnsafeMutablePointer<GError>?
        let stream = soup_session_send_finish(OpaquePointer(session), result, &error)
        operation.picture.replied(operation, stream, error)
      }, operation(cancellable))
  }

  /// Ends the request without calling `onEnd`.
  func stop() {
    timer?.deadline = nil
    guard let cancellable else { return }
    self.cancellable = nil
    g_cancellable_cancel(cancellable)
    for object in [cancellable, message, multipart].compactMap({ $0 }) {
      g_object_unref(UnsafeMutableRawPointer(object))
    }
    (message, multipart) = (nil, nil)
  }

  private func end(_ reason: String?) {
    guard cancellable != nil else { return }
    stop()
    onEnd(reason)
  }

  /// Logs in as the server asks: cameras often want a digest of the password.
  private func authenticate(_ message: OpaquePointer) {
    typealias Handler = @convention(c) (OpaquePointer?, OpaquePointer?, Int32, UnsafeMutableRawPointer?) -> Int32
    let handler: Handler = { _, auth, _, data in
      // swift-format-ignore: NeverForceUnwrap
      let picture = Unmanaged<HTTPPicture>.fromOpaque(data!).takeUnretainedValue()
      // Asked again, the server has refused the password.
      guard !picture.hasLoggedIn, let user = picture.source.user else { return 0 }
      picture.hasLoggedIn = true
      soup_auth_authenticate(auth, user, picture.source.password ?? "")
      return 1
    }
    let data = Unmanaged.passUnretained(self).toOpaque()
    let function = unsafeBitCast(handler, to: (@convention(c) () -> Void).self)
    _ = g_signal_connect_data(UnsafeMutableRawPointer(message), "authenticate", function, data, nil, 0)
  }

  private func replied(_ operation: Operation, _ stream: OpaquePointer?, _ error: UnsafeMutablePointer<GError>?) {
    defer { if let stream { g_object_unref(UnsafeMutableRawPointer(stream)) } }
    guard operation.isCurrent, let message else {
      if let error { g_error_free(error) }
      return
    }
    guard let stream else { return end(Self.take(error)) }
    let status = soup_message_get_status(message)
    guard status == 200 else {
      return end(status == 401 ? "the user or the password is refused" : "HTTP status \(status)")
    }
    let headers = soup_message_get_response_headers(message)
    let type = soup_message_headers_get_one(headers, "Content-Type").map { String(cString: $0) } ?? ""
    guard type.lowercased().hasPrefix("multipart/") else { return read(stream, operation.cancellable) }
    multipart = soup_multipart_input_stream_new(message, stream)
    guard multipart != nil else { return end("a multipart reply without a boundary") }
    readNextPart(operation.cancellable)
  }

  private func readNextPart(_ cancellable: OpaquePointer) {
    soup_multipart_input_stream_next_part_async(
      multipart, Int32(CSOUP_PRIORITY_DEFAULT), cancellable,
      { multipart, result, data in
        let operation = Operation.take(data)
        var error: UnsafeMutablePointer<GError>?
        let stream = soup_multipart_input_stream_next_part_finish(OpaquePointer(multipart), result, &error)
        defer { if let stream { g_object_unref(UnsafeMutableRawPointer(stream)) } }
        guard operation.isCurrent else {
          if let error { g_error_free(error) }
          return
        }
        guard let stream else {
          return operation.picture.end(error == nil ? "the stream ended" : HTTPPicture.take(error))
        }
        operation.picture.read(stream, operation.cancellable)
      }, operation(cancellable))
  }

  /// Reads a picture to its end.
  private func read(_ stream: OpaquePointer, _ cancellable: OpaquePointer) {
    g_input_stream_read_all_async(
      stream, buffer, Self.maximumSize, Int32(CSOUP_PRIORITY_DEFAULT), cancellable,
      { stream, result, data in
        let operation = Operation.take(data)
        var (error, count) = (UnsafeMutablePointer<GError>?.none, 0)
        let isRead = g_input_stream_read_all_finish(OpaquePointer(stream), result, &count, &error) != 0
        guard operation.isCurrent else {
          if let error { g_error_free(error) }
          return
        }
        operation.picture.didRead(isRead ? nil : HTTPPicture.take(error), count, operation.cancellable)
      }, operation(cancellable))
  }

  private func didRead(_ failure: String?, _ count: Int, _ cancellable: OpaquePointer) {
    if let failure { return end(failure) }
    guard count < Self.maximumSize else { return end("a picture of more than \(Self.maximumSize) bytes") }
    // libsoup returns empty parts forever after a server that dies.
    guard count > 0 else { return end("the stream ended") }
    timer?.deadline = EventLoop.now + Self.timeout
    onPicture(UnsafeRawBufferPointer(start: buffer, count: count))
    guard self.cancellable == cancellable else { return }
    if multipart == nil { end(nil) } else { readNextPart(cancellable) }
  }
}
