import Foundation
import Glibc
import TestSupport
import Testing

/// The connection of `cube-kiosk-mqtt` to brokers of all kinds, without a panel.
@Suite(.enabled(if: Broker.isInstalled, Broker.notInstalledReason)) struct BrokerVersionTests {
  /// The path of the plugin; empty if it isn't installed.
  private static let securityPlugin: String = {
    let directories = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
    let paths = directories.map { "/usr/lib/\($0)/mosquitto_dynamic_security.so" }
    return paths.first { FileManager.default.isReadableFile(atPath: $0) } ?? ""
  }()

  /// mosquitto's list of access rights doesn't deny subscriptions; its plugin does. MQTT 5 also reports denied messages.
  @Test(.enabled(if: !securityPlugin.isEmpty, "mosquitto's plugin for access rights is not installed"))
  func deniedTopicsAreLoggedOnce() throws {
    let denied = ["subscribeLiteral": "cube-kiosk/hall/set/+", "publishClientSend": "cube-kiosk/hall/online"]
    let rights = denied.map { #"{"acltype": "\#($0)", "topic": "\#($1)", "priority": 1, "allow": false}"# }
    let security = """
      {"defaultACLAccess": {"publishClientSend": true, "publishClientReceive": true, "subscribe": true, "unsubscribe": true},
       "clients": [], "groups": [{"groupname": "all", "roles": [{"rolename": "panel"}]}], "anonymousGroup": "all",
       "roles": [{"rolename": "panel", "acls": [\(rights.joined(separator: ", "))]}]}
      """
    let options = "allow_anonymous true\nplugin \(Self.securityPlugin)\nplugin_opt_config_file DIR/security.json"
    let broker = try Broker(options) { directory, _ in try directory.write(security, to: "security.json") }
    let bridge = try Bridge(broker)
    try bridge.waitForLog("cube-kiosk/hall/set/+: the broker denies the subscription")
    try bridge.waitForLog("cube-kiosk/hall/online: the broker doesn't publish it: Not authorized")
    broker.kill()
    try broker.start()
    for text in ["trying again", "connected to"] { try bridge.waitForLog(text) }
    try broker.waitForLog("cube-kiosk-hall", within: 60)
    #expect(bridge.stop() == 0)
    #expect(bridge.log.available() == [])
  }

  /// Brokers that know only MQTT 3.1.1 refuse another version, or close the connection.
  @Test(arguments: [[0x20, 2, 0, 1], []]) func olderVersionIsUsedIfRequired(_ refusal: [UInt8]) throws {
    let broker = try Broker()
    let port = broker.port + 1
    let server = try OldBroker(broker.address, port, refusal: refusal)
    let bridge = try Bridge(broker, port: port)
    try bridge.waitForLog("connected to \(broker.address):\(port) with MQTT 3.1.1")
    #expect(bridge.stop() == 0)
    #expect(server.versions == [5, 4])
    // A refused version is no failure.
    #expect(bridge.log.available() == [])
  }

  /// A broker in a container often listens on IPv4 only, although its name has an IPv6 address, too.
  @Test(.enabled(if: Namespace.isPermitted, "namespaces aren't permitted")) func allAddressesOfTheNameAreTried() throws
  {
    let directory = try TemporaryDirectory()
    let hosts = directory.file("hosts")
    let broker = try directory.write(
      "listener 1883 127.0.0.9\nallow_anonymous true\nuser \(NSUserName())\n", to: "mosquitto.conf")
    let configuration = try directory.write(
      #"{"host": "broker", "name": "hall", "socket": "/nonexistent/control"}"#, to: "mqtt.json")
    // Nothing answers on the IPv6 address, so that the attempt fails only after a while, as on a network.
    let script = """
      set -e
      PATH=$PATH:/usr/sbin
      ip link set lo up
      ip link add v0 type veth peer name v1
      ip link set v0 up
      ip link set v1 up
      ip addr add fd09::1/64 dev v0 nodad
      printf '127.0.0.1 localhost\\nfd09::2 broker\\n127.0.0.9 broker\\n' > '\(hosts)'
      mount --bind '\(hosts)' /etc/hosts
      getent ahosts broker >&2
      mosquitto -c '\(broker)' 2>/dev/null &
      '\(Bridge.path)' --config '\(configuration)'
      """
    let pipe = Pipe()
    let log = LineReader(pipe.fileHandleForReading.fileDescriptor)
    let process = try RunningProcess(Namespace.command + ["sh", "-c", script], errors: pipe)
    try pipe.fileHandleForWriting.close()
    #expect(try log.next("the first address", within: 20) { $0.contains("STREAM") }?.hasPrefix("fd09::2") == true)
    try log.wait(for: "the connection", within: 60) { $0.contains("connected to broker:1883") }
    // unshare ignores other signals; its children end with it.
    _ = process.stop(SIGKILL)
  }
}

/// A server that only knows MQTT 3.1.1. It answers nothing but connections.
private final class OldBroker {
  private final class Versions: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [UInt8] = []

    var all: [UInt8] { lock.withLock { list } }

    func append(_ version: UInt8) { lock.withLock { list.append(version) } }
  }

  private let socket: Int32
  private let seen = Versions()

  /// The versions of all attempts to connect.
  var versions: [UInt8] { seen.all }

  /// - Parameter refusal: The answer to other versions, before the connection is closed.
  init(_ address: String, _ port: Int, refusal: [UInt8]) throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.socket = socket
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(port).bigEndian
    inet_pton(AF_INET, address, &name.sin_addr)
    let bound = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard bound == 0, listen(socket, 5) == 0 else { throw TestFailure("bind: \(String(cString: strerror(errno)))") }
    Thread.detachNewThread { [seen] in
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { return }
        var packet = [UInt8](repeating: 0, count: 512)
        // The version follows the packet's type, its length, and the name MQTT with its own length.
        guard read(connection, &packet, 512) > 8 else { continue }
        seen.append(packet[8])
        let answer = packet[8] == 4 ? [0x20, 2, 0, 0] : refusal
        _ = write(connection, answer, answer.count)
        if packet[8] != 4 { disconnect(connection) }
      }
    }
  }

  deinit { disconnect(socket) }
}

/// A separate network namespace and mount namespace.
private enum Namespace {
  static let command = [
    "/usr/bin/unshare", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child",
  ]

  static let isPermitted =
    FileManager.default.isExecutableFile(atPath: "/usr/sbin/ip")
    && (try? FinishedProcess(
      command + ["/usr/sbin/ip", "link", "add", "v0", "type", "veth", "peer", "name", "v1"]))?.status == 0
}
