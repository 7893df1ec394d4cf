import CMosquitto
import Glibc
import PanelEvents
import PanelSystem

/// A client of libmosquitto for one connection to the broker.
final class MQTTClient {
  /// A version of MQTT. The raw values are libmosquitto's.
  enum Version: Int32 {
    case v3 = 4
    case v5 = 5
  }

  /// The maximum size of a packet from the broker, in bytes. The largest is the retained message to Home Assistant. With
  /// MQTT 5, the broker sends no larger ones.
  private static let maximumPacketSize = 1 << 18
  /// The maximum time without a message to the broker, in seconds.
  private static let keepAlive: Int32 = 30

  var onMessage: (BrokerConnection.Message) -> Void = { _ in }
  /// Called once the broker has a message with QoS 1.
  ///
  /// - Parameter refusal: The broker's reason not to publish the message, if any. Only with MQTT 5.
  var onAcknowledge: (_ id: Int32, _ refusal: String?) -> Void = { _, _ in }
  /// Called once the broker has answered a subscription.
  var onSubscribe: (_ id: Int32, _ isGranted: Bool) -> Void = { _, _ in }

  let version: Version
  /// Whether the broker has accepted the connection.
  private(set) var isAccepted = false
  /// Whether the broker has accepted or refused the connection.
  private(set) var isAnswered = false
  /// Whether the broker doesn't know the version.
  private(set) var isVersionRefused = false
  private let configuration: BridgeConfiguration
  private let client: OpaquePointer
  /// The reason that libmosquitto logged, or the broker's reason to refuse or end the connection.
  private var loggedReason: String?

  /// Creates a client without connecting.
  ///
  /// - Parameter will: The topic that gets the retained message `false` if this program or its host dies.
  init(_ configuration: BridgeConfiguration, _ version: Version, will: String) throws(SystemError) {
    mosquitto_lib_init()
    (self.configuration, self.version) = (configuration, version)
    guard let client = mosquitto_new("cube-kiosk-\(configuration.name)", true, nil) else {
      throw SystemError("mosquitto_new", errno)
    }
    self.client = client
    try Self.check(
      mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, version.rawValue), "MOSQ_OPT_PROTOCOL_VERSION")
    try Self.check(mosquitto_will_set(client, will, 5, "false", 1, true), "mosquitto_will_set")
    if let user = configuration.user {
      try Self.check(mosquitto_username_pw_set(client, user, configuration.password), "mosquitto_username_pw_set")
    }
    if let tls = configuration.tls { try Self.setTLS(tls, of: client) }
    mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
    setCallbacks()
  }

  deinit { mosquitto_destroy(client) }

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
    guard code != 0 else { return }
    throw SystemError(call, EINVAL, String(cString: mosquitto_strerror(code)))
  }

  private func setCallbacks() {
    mosquitto_connect_callback_set(client) { _, data, code in
      let client = MQTTClient.object(data)
      (client.isAnswered, client.isAccepted) = (true, code == 0)
      client.isVersionRefused = code == MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.rawValue
      guard code != 0 else { return }
      client.loggedReason = MQTTClient.readable(
        String(cString: client.version == .v5 ? mosquitto_reason_string(code) : mosquitto_connack_string(code)))
    }
    mosquitto_disconnect_callback_set(client) { _, data, code in
      // Other codes are libmosquitto's own errors, which its calls return.
      let client = MQTTClient.object(data)
      guard client.isAccepted, code >= MQTT_RC_UNSPECIFIED.rawValue else { return }
      client.loggedReason = client.loggedReason ?? String(cString: mosquitto_reason_string(code))
    }
    mosquitto_message_callback_set(client) { _, data, message in
      guard let message = message?.pointee, let topic = message.topic else { return }
      let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
      MQTTClient.object(data).onMessage(
        BrokerConnection.Message(
          topic: String(cString: topic), payload: Array(payload.prefix(MQTTClient.maximumPacketSize)),
          isRetained: message.retain))
    }
    mosquitto_publish_v5_callback_set(client) { _, data, id, code, _ in
      let isRefused = code >= MQTT_RC_UNSPECIFIED.rawValue
      MQTTClient.object(data).onAcknowledge(id, isRefused ? String(cString: mosquitto_reason_string(code)) : nil)
    }
    mosquitto_subscribe_callback_set(client) { _, data, id, count, codes in
      let isGranted = count > 0 && codes.map { $0[0] < MQTT_RC_UNSPECIFIED.rawValue } ?? false
      MQTTClient.object(data).onSubscribe(id, isGranted)
    }
    mosquitto_log_callback_set(client) { _, data, level, text in
      guard level == MOSQ_LOG_ERR, let text else { return }
      // The first error is the cause of the others.
      let client = MQTTClient.object(data)
      client.loggedReason = client.loggedReason ?? MQTTClient.readable(String(cString: text))
    }
  }

  private static func object(_ data: UnsafeMutableRawPointer?) -> MQTTClient {
    // A C callback gets back the pointer that was registered with it.
    // swift-format-ignore: NeverForceUnwrap
    Unmanaged<MQTTClient>.fromOpaque(data!).takeUnretainedValue()
  }

  // MARK: Reasons

  /// Shortens an error, such as "OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed" or "Error: host
  /// name verification failed."
  private static func readable(_ text: String) -> String {
    if text.hasPrefix("OpenSSL Error"), let reason = text.split(separator: ":").last { return "TLS: \(reason)" }
    let reason = text.hasPrefix("Error: ") ? text.dropFirst("Error: ".count) : text[...]
    return String(reason.hasSuffix(".") ? reason.dropLast() : reason)
  }

  private func reason(_ code: Int32) -> String {
    let systemError = String(cString: strerror(errno))
    let reason = loggedReason ?? (code == Int32(MOSQ_ERR_ERRNO.rawValue) ? systemError : Self.text(code))
    // The broker's alert is lost if the connection is reset right after it. libmosquitto then reports its own error of
    // TLS, or logs that of OpenSSL 3.2 and newer.
    let isReset = ["TLS: \(String(cString: strerror(ECONNRESET)))", String(cString: strerror(EPROTO))].contains(reason)
    return isReset && !isAccepted ? "TLS: refused by the broker; is a client certificate required?" : reason
  }

  private static func text(_ code: Int32) -> String { readable(String(cString: mosquitto_strerror(code))) }

  private var socketError: String? {
    var (code, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size)
    return code == 0 ? nil : String(cString: strerror(code))
  }

  // MARK: The connection

  var socket: Int32 { mosquitto_socket(client) }

  /// Looks up the broker's name and connects to the first of its addresses that answers. Blocks, so it runs on a thread;
  /// nothing else may use the client meanwhile.
  ///
  /// - Returns: The reason of a failure, or `nil`.
  func connect() -> String? {
    // libmosquitto's call that doesn't block never gets beyond the first address.
    var properties: OpaquePointer?
    defer { mosquitto_property_free_all(&properties) }
    if version == .v5 {
      let size = UInt32(Self.maximumPacketSize)
      mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), size)
    }
    let code = mosquitto_connect_bind_v5(
      client, configuration.host, Int32(configuration.port), Self.keepAlive, nil, properties)
    return code == 0 ? nil : reason(code)
  }

  func disconnect() { mosquitto_disconnect(client) }

  /// Reads and writes what the socket is ready for.
  ///
  /// - Returns: The reason if the connection has ended, otherwise `nil`.
  func serve(_ readiness: DescriptorEvents) -> String? {
    let isEnding = !readiness.isDisjoint(with: [.hangUp, .error])
    var code: Int32 = 0
    if isEnding || readiness.contains(.readable) { code = mosquitto_loop_read(client, 1) }
    // libmosquitto closes the socket without an error if the broker gives a reason.
    if code == 0, socket < 0 { return reason(Int32(MOSQ_ERR_CONN_LOST.rawValue)) }
    if code == 0, isEnding {
      // The broker's reason may follow the end of the handshake. libmosquitto doesn't report each end by itself.
      code = mosquitto_loop_read(client, 1)
      if code == 0 { return socketError ?? "the broker closed the connection" }
    }
    // The end of a TLS handshake makes the first message ready to send.
    if code == 0, mosquitto_want_write(client) || readiness.contains(.writable) {
      code = mosquitto_loop_write(client, 1)
    }
    return code == 0 ? nil : reason(code)
  }

  /// Sends and checks the messages that keep the connection alive.
  ///
  /// - Returns: The reason if the connection has ended, otherwise `nil`.
  func keepAlive() -> String? {
    let code = mosquitto_loop_misc(client)
    return code == 0 ? nil : reason(code)
  }

  /// The events to wait for. During a TLS handshake, libmosquitto always wants to write, although it waits for the broker.
  var awaitedEvents: DescriptorEvents {
    mosquitto_want_write(client) && (isAccepted || configuration.tls == nil) ? [.readable, .writable] : .readable
  }

  // MARK: Messages

  /// Subscribes to a topic with QoS 1.
  ///
  /// - Returns: The number of the subscription for `onSubscribe`; `nil` if the connection has ended.
  func subscribe(to topic: String) -> Int32? {
    var id: Int32 = 0
    return mosquitto_subscribe(client, &id, topic, 1) == 0 ? id : nil
  }

  func unsubscribe(from topic: String) { mosquitto_unsubscribe(client, nil, topic) }

  /// Publishes a message.
  ///
  /// - Parameters:
  ///   - expiry: The time after which the broker discards the message if a client hasn't got it, in seconds. Only with
  ///     MQTT 5.
  ///   - refused: Called with the reason if the message can't be published.
  /// - Returns: The message's number for `onAcknowledge`; `nil` if it can't be published.
  func publish(
    _ payload: [UInt8], to topic: String, qos: Int32, isRetained: Bool, expiry: UInt32?, refused: (String) -> Void
  ) -> Int32? {
    var (id, properties) = (Int32(0), OpaquePointer?.none)
    defer { mosquitto_property_free_all(&properties) }
    if let expiry, version == .v5 {
      mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), expiry)
    }
    let code = mosquitto_publish_v5(client, &id, topic, Int32(payload.count), payload, qos, isRetained, properties)
    if code != 0 { refused(Self.text(code)) }
    return code == 0 ? id : nil
  }
}
