import CSoup
import Glibc
import PanelEvents
import PanelSystem

/// A WebSocket connection by libsoup, which may be opened again after it ended.
///
/// libsoup's callbacks run in GLib's loop, see `EventLoop.runWithGLib`. The object has to outlive that loop.
final class WebSocket {
  /// libsoup's default of 128 KiB ends the connection at the list of all states.
  private static let maximumMessageSize: UInt64 = 16 << 20
  private static let connectionTimeout: UInt64 = 15_000_000_000

  var onOpen: () -> Void = {}
  var onMessage: ([UInt8]) -> Void = { _ in }
  /// Called with the reason when the connection has ended or can't be established.
  var onEnd: (String) -> Void = { _ in }

  private let url: String
  private let session: OpaquePointer?
  private var connection: OpaquePointer?
  private var cancellable: OpaquePointer?
  private var timer: TimerSource?
  private var loggedReason: String?

  /// - Parameters:
  ///   - url: An address with http or https.
  ///   - authority: The absolute path of the only certificate authority to trust; `nil` for the system's.
  init(_ url: String, authority: String?, loop: EventLoop) throws(SystemError) {
    self.url = url
    session = soup_session_new()
    soup_session_set_user_agent(session, "cube-kiosk-homeassistant")
    // The proxy of a desktop's settings needs threads and their daemon.
    soup_session_set_proxy_resolver(session, nil)
    if let authority {
      var error: UnsafeMutablePointer<GError>?
      guard let database = g_tls_file_database_new(authority, &error) else {
        throw SystemError(authority, EINVAL, Self.take(error))
      }
      soup_session_set_tls_database(session, database)
      g_object_unref(UnsafeMutableRawPointer(database))
    }
    timer = try loop.addTimer(accuracy: 100_000_000) { [unowned self] in
      if let cancellable { g_cancellable_cancel(cancellable) }
    }
  }

  private var data: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func object(_ data: UnsafeMutableRawPointer?) -> WebSocket {
    // A C callback gets back the pointer that was registered with it.
    // swift-format-ignore: NeverForceUnwrap
    Unmanaged<WebSocket>.fromOpaque(data!).takeUnretainedValue()
  }

  /// Returns an error's text, and frees the error.
  private static func take(_ error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "failed" }
    defer { g_error_free(error) }
    return error.pointee.message.map { String(cString: $0) } ?? "failed"
  }

  // MARK: The connection

  /// Connects. Call it only while there is no connection.
  func connect() {
    guard connection == nil, cancellable == nil else { return }
    guard let message = soup_message_new("GET", url) else { return onEnd("\(url) isn't an address") }
    cancellable = g_cancellable_new()
    timer?.deadline = EventLoop.now + Self.connectionTimeout
    soup_session_websocket_connect_async(
      session, message, nil, nil, Int32(CSOUP_PRIORITY_DEFAULT), cancellable,
      { _, result, data in WebSocket.object(data).connected(result) }, data)
    g_object_unref(UnsafeMutableRawPointer(message))
  }

  private func connected(_ result: OpaquePointer?) {
    let isLate = timer?.deadline == nil
    timer?.deadline = nil
    if let cancellable { g_object_unref(UnsafeMutableRawPointer(cancellable)) }
    cancellable = nil
    var error: UnsafeMutablePointer<GError>?
    guard let connection = soup_session_websocket_connect_finish(session, result, &error) else {
      let reason = Self.take(error)
      return onEnd(isLate ? "no answer within \(Self.connectionTimeout / 1_000_000_000) s" : reason)
    }
    self.connection = connection
    loggedReason = nil
    soup_websocket_connection_set_max_incoming_payload_size(connection, Self.maximumMessageSize)
    observe(connection)
    onOpen()
  }

  private func observe(_ connection: OpaquePointer) {
    typealias Received = @convention(c) (OpaquePointer?, Int32, OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    let received: Received = { _, type, bytes, data in
      guard Int(type) == CSOUP_WEBSOCKET_DATA_TEXT else { return }
      var size = 0
      let text = UnsafeRawBufferPointer(start: g_bytes_get_data(bytes, &size), count: size)
      WebSocket.object(data).onMessage(Array(text))
    }
    typealias Failed = @convention(c) (OpaquePointer?, UnsafePointer<GError>?, UnsafeMutableRawPointer?) -> Void
    let failed: Failed = { _, error, data in
      WebSocket.object(data).loggedReason = error?.pointee.message.map { String(cString: $0) }
    }
    typealias Closed = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    let closed: Closed = { _, data in
      let socket = WebSocket.object(data)
      socket.disconnect(socket.loggedReason ?? "closed by Home Assistant")
    }
    typealias Handler = @convention(c) () -> Void
    let instance = UnsafeMutableRawPointer(connection)
    for (signal, handler) in [
      ("message", unsafeBitCast(received, to: Handler.self)), ("error", unsafeBitCast(failed, to: Handler.self)),
      ("closed", unsafeBitCast(closed, to: Handler.self)),
    ] {
      _ = g_signal_connect_data(instance, signal, handler, data, nil, 0)
    }
  }

  /// Sends a message; ignored without a connection.
  func send(_ text: String) {
    guard let connection, Int(soup_websocket_connection_get_state(connection)) == CSOUP_WEBSOCKET_STATE_OPEN else {
      return
    }
    soup_websocket_connection_send_text(connection, text)
  }

  /// Ends the connection without waiting for the peer, which may not answer.
  func disconnect(_ reason: String) {
    guard let connection else { return }
    self.connection = nil
    let instance = UnsafeMutableRawPointer(connection)
    g_signal_handlers_disconnect_matched(instance, 1 << 4, 0, 0, nil, nil, data)
    g_object_unref(instance)
    onEnd(reason)
  }
}
