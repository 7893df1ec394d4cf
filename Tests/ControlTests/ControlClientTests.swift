import Configuration
import Foundation
import PanelSystem
import Testing

@testable import Control

@Suite struct ControlClientTests {
  /// The panel reads the beginning of a request that is larger than the socket's buffer, then closes the connection.
  @Test func connectionClosedDuringRequestIsReported() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    let socket = Descriptor(Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    #expect(
      try sockaddr_un(path: path).withPointer { bind(socket.number, $0, $1) } == 0 && listen(socket.number, 1) == 0)
    defer { unlink(path) }
    let listener = socket.number
    Thread.detachNewThread {
      let client = Descriptor(accept(listener, nil, nil))
      var byte: UInt8 = 0
      read(client.number, &byte, 1)
      // A program that another test starts may inherit a copy, which alone would keep the connection.
      shutdown(client.number, Int32(SHUT_RDWR))
    }
    #expect(throws: CommandFailure("ctl: \(path): Broken pipe", exitCode: ExitCode.unavailable)) {
      try ControlClient.run(
        .set, ["a", String(repeating: "x", count: 4 << 20)], socket: path, asMetrics: false, write: { _ in })
    }
  }
}
