import CLinux
import Glibc

/// The descriptors that came with the bytes of a Unix-domain socket. They are closed with this object.
public final class ReceivedDescriptors {
  public private(set) var numbers: [Int32] = []

  public init() {}

  deinit { close() }

  /// Receives bytes, and adds the descriptors that come with them.
  ///
  /// - Parameters:
  ///   - socket: The socket.
  ///   - buffer: Its length is the maximum number of bytes.
  /// - Returns: The number of bytes; 0 at the end and -1 after an error, which errno has. EMSGSIZE if there are more
  ///   descriptors than a line may have.
  public func receive(from socket: Int32, into buffer: inout [UInt8]) -> Int {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: Int(CLINUX_MAXIMUM_DESCRIPTORS)) { received in
      var count: Int32 = 0
      let length = clinux_receive(socket, &buffer, buffer.count, received.baseAddress, &count)
      numbers.append(contentsOf: received.prefix(Int(count)))
      guard numbers.count <= received.count else {
        errno = EMSGSIZE
        return -1
      }
      return length
    }
  }

  /// Closes all descriptors.
  public func close() {
    for number in numbers { Glibc.close(number) }
    numbers = []
  }
}
