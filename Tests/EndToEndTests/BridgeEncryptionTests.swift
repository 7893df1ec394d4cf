import Foundation
import TestSupport
import Testing

/// The connection of `cube-kiosk-mqtt` to a mosquitto broker with TLS, without a panel.
@Suite(.enabled(if: Broker.isInstalled, Broker.notInstalledReason)) struct BridgeEncryptionTests {
  /// A broker whose certificate is valid for its address, or for another one.
  private static func encryptedBroker(
    _ options: String = "allow_anonymous true", certifiedFor otherAddress: String? = nil
  ) throws -> Broker {
    try Broker("cafile DIR/ca.crt\ncertfile DIR/broker.crt\nkeyfile DIR/broker.key\n" + options) { directory, address in
      let certificates = Certificates(directory: directory)
      for name in ["ca", "other"] { try certificates.makeAuthority(name) }
      for name in ["broker", "panel"] {
        try certificates.make(name, for: otherAddress ?? address, signedBy: "ca")
      }
      try directory.write("secret\n", to: "password")
      try directory.write("wrong\n", to: "wrong-password")
      let command = ["/usr/bin/mosquitto_passwd", "-b", "-c", directory.file("users"), "panel", "secret"]
      try #require(FinishedProcess(command).status == 0)
    }
  }

  /// Each reason is logged once, although the program tries again.
  @Test func wrongAuthorityIsLoggedOnce() throws {
    let broker = try Self.encryptedBroker()
    let bridge = try Bridge(broker, members: #", "tls": {"ca": "other.crt"}"#)
    try bridge.waitForLog("TLS: certificate verify failed; trying again")
    // The second attempt follows after up to 10 s, a third one after up to 20 s more. If the connection is reset before
    // mosquitto reads the alert, it only logs the end.
    for _ in 1...2 {
      try broker.waitForLog("New connection", within: 60)
      try broker.waitForLog("Client <unknown>", within: 60)
    }
    #expect(bridge.stop() == 0)
    #expect(bridge.log.available() == [])
  }

  @Test func wrongNameIsRefused() throws {
    let broker = try Self.encryptedBroker(certifiedFor: "127.0.0.1")
    let bridge = try Bridge(broker, members: #", "tls": {"ca": "ca.crt"}"#)
    #expect(try bridge.brokerLine().hasSuffix(": host name verification failed; trying again"))
    #expect(bridge.stop() == 0)
  }

  @Test(arguments: [
    (#""ca": "ca.crt""#, "", "allow_anonymous true"),
    (#""ca": "ca.crt""#, #", "user": "panel", "passwordFile": "password""#, "password_file DIR/users"),
    (
      #""ca": "ca.crt", "certificate": "panel.crt", "key": "panel.key""#, "",
      "require_certificate true\nuse_identity_as_username true"
    ),
  ])
  func encryptedConnectionIsAccepted(_ tls: String, _ login: String, _ options: String) throws {
    let broker = try Self.encryptedBroker(options)
    let bridge = try Bridge(broker, members: ", \"tls\": {\(tls)}\(login)")
    try bridge.waitForLog("connected to")
    #expect(bridge.stop() == 0)
  }

  /// `{}` trusts the system's authorities, which OpenSSL reads from the file in `SSL_CERT_FILE` if it is set.
  @Test(arguments: [(nil, "TLS: certificate verify failed; trying again"), ("ca.crt", "connected to")])
  func authoritiesOfTheSystemAreTrusted(_ authorities: String?, _ line: String) throws {
    let broker = try Self.encryptedBroker()
    let environment = authorities.map { ["SSL_CERT_FILE": broker.directory.file($0)] } ?? [:]
    let bridge = try Bridge(broker, members: #", "tls": {}"#, environment: environment)
    #expect(try bridge.brokerLine().contains(line))
    #expect(bridge.stop() == 0)
  }

  @Test(arguments: [
    ("password_file DIR/users", #", "user": "panel", "passwordFile": "wrong-password""#, "Not authorized"),
    ("require_certificate true", "", "ertificate required"),
  ])
  func refusalIsLogged(_ options: String, _ login: String, _ reason: String) throws {
    let broker = try Self.encryptedBroker(options)
    let bridge = try Bridge(broker, members: #", "tls": {"ca": "ca.crt"}"# + login)
    try bridge.waitForLog(reason)
    #expect(bridge.stop() == 0)
  }
}
