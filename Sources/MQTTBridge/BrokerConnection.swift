import CMosquitto
import Glibc
import PanelEvents
import PanelSystem

/// A connection to the MQTT broker, which is established again whenever it ends.
///
/// libmosquitto runs in the event loop, without threads. Only the lookup of the broker's name blocks.
final class BrokerConnection {
  struct Message {
    let topic: String
    let payload: [UInt8]
    let isRetained: Bool
  }

  /// The timeout for a connection until the broker accepts it, in nanoseconds.
  private static let connectTimeout: UInt64 = 30_000_000_000
  /// The interval of libmosquitto's checks, in nanoseconds.
  private static let checkInterval: UInt64 = 10_000_000_000
  /// The maximum time without a message to the broker, in seconds.
  private static let keepAlive: Int32 = 30

  /// Called once the broker has accepted the connection.
  var onConnect: () -> Void = {}
  var onMessage: (Message) -> Void = { _ in }
  /// Called once the broker has a message with QoS 1.
  var onAcknowledge: (_ id: Int32) -> Void = { _ in }
  /// Called with the state for `systemctl status` when it changes.
  var onStateChange: (String) -> Void = { _ in }

  private(set) var isConnected = false
  private let configuration: BridgeConfiguration
  private let loop: EventLoop
  private let client: OpaquePointer
  private var source: DescriptorSource?
  private var timer: TimerSource?
  private var delay = ReconnectDelay()
  /// True from the attempt to connect to the end of the connection.
  private var isOpen = false
  private var isAccepted = false
  private var connectTime: UInt64 = 0
  /// The reason that libmosquitto logged, or the broker's reason to refuse the connection.
  private var loggedReason: String?
  private var lastFailure: String?

  /// Creates a client without connecting.
  ///
  /// - Parameter will: The topic that gets the retained message `false` if this program or its host dies.
  init(_ configuration: BridgeConfiguration, will: String, loop: EventLoop) throws(SystemError) {
    mosquitto_lib_init()
    (self.configuration, self.loop) = (configuration, loop)
    guard let client = mosquitto_new("cube-kiosk-\(configuration.name)", true, nil) else {
      throw SystemError("mosquitto_new", errno)
    }
    self.client = client
    timer = try loop.addTimer(accuracy: 250_000_000) { [unowned self] in timerFired() }
    try Self.check(mosquitto_will_set(client, will, 5, "false", 1, true), "mosquitto_will_set")
    if let user = configuration.user {
      try Self.check(mosquitto_username_pw_set(client, user, configuration.password), "mosquitto_username_pw_set")
    }
    if let tls = configuration.tls { try Self.setTLS(tls, of: client) }
    mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
    setCallbacks()
  }

  deinit {
    source?.cancel()
    mosquitto_destroy(client)
  }

  private static func setTLS(_ tls: BridgeConfiguration.TLS, of client: OpaquePointer) throws(SystemError) {
    if tls.authority == nil {
      try check(mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1), "MOSQ_OPT_TLS_USE_OS_CERTS")
    }
    // libmosquitto requires an authority or a directory of them, even with the system's.
    let directory = tls.authority == nil ? "/etc/ssl/certs" : nil
    try check(
      mosquitto_tls_set(client, tls.authority, directory, tls.certificate, tls.key, nil), "mosquitto_tls_set")
  }

  private static func check(_ code: Int32, _ call: String) throws(SystemError) {
    guard code != Int32(MOSQ_ERR_SUCCESS.rawValue) else { return }
    throw SystemError(call, EINVAL, String(cString: mosquitto_strerror(code)))
  }

  private func setCallbacks() {
    mosquitto_connect_callback_set(client) { _, data, code in
      let connection = BrokerConnection.object(data)
      // The broker's messages about this connection follow once libmosquitto has handled the reply.
      connection.isAccepted = code == 0
      if code != 0 { connection.loggedReason = String(cString: mosquitto_connack_string(code)) }
    }
    mosquitto_message_callback_set(client) { _, data, message in
      guard let message = message?.pointee, let topic = message.topic else { return }
      let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
      BrokerConnection.object(data).onMessage(
        Message(topic: String(cString: topic), payload: Array(payload), isRetained: message.retain))
    }
    mosquitto_publish_callback_set(client) { _, data, id in BrokerConnection.object(data).onAcknowledge(id) }
    mosquitto_log_callback_set(client) { _, data, level, text in
      guard level == MOSQ_LOG_ERR, let text else { return }
      // The first error is the cause of the others.
      let connection = BrokerConnection.object(data)
      connection.loggedReason = connection.loggedReason ?? BrokerConnection.readable(String(cString: text))
    }
  }

  /// Shortens an error, such as "OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed" or "Error: host
  /// name verification failed."
  private static func readable(_ text: String) -> String {
    if text.hasPrefix("OpenSSL Error"), let reason = text.split(separator: ":").last { return "TLS: \(reason)" }
    let reason = text.hasPrefix("Error: ") ? text.dropFirst("Error: ".count) : text[...]
    return String(reason.hasSuffix(".") ? reason.dropLast() : reason)
  }

  private static func object(_ data: UnsafeMutableRawPointer?) -> BrokerConnection {
    // A C callback gets back the pointer that was registered with it.
    // swift-format-ignore: NeverForceUnwrap
    Unmanaged<BrokerConnection>.fromOpaque(data!).takeUnretainedValue()
  }

  // MARK: Connecting

  private var broker: String { "\(configuration.host):\(configuration.port)" }

  func connect() {
    (isOpen, isAccepted, loggedReason) = (true, false, nil)
    onStateChange("connecting to \(broker)")
    let code = mosquitto_connect_async(client, configuration.host, Int32(configuration.port), Self.keepAlive)
    guard code == 0 else { return connectionEnded(reason(code)) }
    do {
      // The socket becomes writable once it is connected.
      source = try loop.addDescriptor(mosquitto_socket(client), events: [.readable, .writable]) {
        [unowned self] in serve($0)
      }
      timer?.deadline = EventLoop.now + Self.connectTimeout
    } catch {
      connectionEnded("\(error)")
    }
  }

  /// Publishes a message and closes the connection.
  func disconnect(publishing payload: String, to topic: String) {
    guard isConnected else { return }
    publish(Array(payload.utf8), to: topic, isRetained: true)
    mosquitto_disconnect(client)
  }

  private func timerFired() {
    guard isOpen else { return connect() }
    guard isConnected else { return connectionEnded("no answer within \(Self.connectTimeout / 1_000_000_000) s") }
    timer?.deadline = EventLoop.now + Self.checkInterval
    checkResult(mosquitto_loop_misc(client))
  }

  private func serve(_ readiness: DescriptorEvents) {
    let isEnding = !readiness.isDisjoint(with: [.hangUp, .error])
    var code: Int32 = 0
    if isEnding || readiness.contains(.readable) { code = mosquitto_loop_read(client, 1) }
    if code == 0, isEnding {
      // The broker's reason may follow the end of the handshake. libmosquitto doesn't report each end by itself.
      code = mosquitto_loop_read(client, 1)
      if code == 0 { return connectionEnded(socketError ?? "the broker closed the connection") }
    }
    // The end of a TLS handshake makes the first message ready to send.
    if code == 0, mosquitto_want_write(client) || readiness.contains(.writable) {
      code = mosquitto_loop_write(client, 1)
    }
    guard checkResult(code) else { return }
    if isAccepted, !isConnected { connectionAccepted() }
    updateEvents()
  }

  private func connectionAccepted() {
    (isConnected, lastFailure, connectTime) = (true, nil, EventLoop.now)
    timer?.deadline = EventLoop.now + Self.checkInterval
    Journal.notice("connected to \(broker)")
    onStateChange("connected to \(broker)")
    onConnect()
  }

  /// Waits for the socket to become writable only if that is of use. During a TLS handshake, libmosquitto always wants
  /// to write, although it waits for the broker.
  private func updateEvents() {
    let wantsToWrite = mosquitto_want_write(client) && (isConnected || configuration.tls == nil)
    source?.events = wantsToWrite ? [.readable, .writable] : .readable
  }

  @discardableResult private func checkResult(_ code: Int32) -> Bool {
    if code != 0 { connectionEnded(reason(code)) }
    return code == 0
  }

  private func connectionEnded(_ reason: String) {
    let uptime = isConnected ? EventLoop.now - connectTime : 0
    (isOpen, isConnected, source) = (false, false, nil)
    if reason != lastFailure { Journal.warning("\(broker): \(reason); trying again") }
    lastFailure = reason
    onStateChange("\(broker): \(reason)")
    timer?.deadline = EventLoop.now + delay.next(uptime: uptime)
  }

  private func reason(_ code: Int32) -> String {
    let systemError = errno
    if let loggedReason { return loggedReason }
    guard code == Int32(MOSQ_ERR_ERRNO.rawValue) else { return String(cString: mosquitto_strerror(code)) }
    // libmosquitto's error of TLS. The broker's alert is lost if the connection is reset right after it.
    if systemError == EPROTO, !isConnected { return "TLS: refused by the broker; is a client certificate required?" }
    return String(cString: strerror(systemError))
  }

  private var socketError: String? {
    var (code, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(mosquitto_socket(client), SOL_SOCKET, SO_ERROR, &code, &size)
    return code == 0 ? nil : String(cString: strerror(code))
  }

  // MARK: Messages

  func subscribe(to topics: [String]) {
    for topic in topics { mosquitto_subscribe(client, nil, topic, 1) }
    updateEvents()
  }

  /// Publishes a message. Without a connection, libmosquitto keeps a message with QoS 1 and sends it later.
  ///
  /// - Returns: The message's number for `onAcknowledge`.
  @discardableResult func publish(
    _ payload: [UInt8], to topic: String, qos: Int32 = 1, isRetained: Bool = false
  ) -> Int32 {
    var id: Int32 = 0
    _ = mosquitto_publish(client, &id, topic, Int32(payload.count), payload, qos, isRetained)
    if isConnected { updateEvents() }
    return id
  }
}
