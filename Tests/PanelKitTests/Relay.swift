import Glibc
import TestSupport
import Testing

/// Forwards messages between a client and a compositor, with their descriptors, and can hang up after a number of the
/// compositor's messages.
final class Relay {
  /// Owned by the client.
  let clientEnd: Int32
  let compositorEnd: Int32
  /// The number of the compositor's messages to forward before hanging up; `nil` for all.
  var messagesLeft: Int?
  private(set) var messagesPassed = 0
  private let towardClient: Int32
  private let towardCompositor: Int32
  private var isCut = false

  init() throws {
    func pair() throws -> (Int32, Int32) {
      var ends: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
      return (ends[0], ends[1])
    }
    (clientEnd, towardClient) = try pair()
    (compositorEnd, towardCompositor) = try pair()
  }

  deinit { cut() }

  /// Hangs up on both sides.
  func cut() {
    guard !isCut else { return }
    isCut = true
    for end in [towardClient, towardCompositor] { disconnect(end) }
  }

  /// Forwards everything that was sent.
  func forward() {
    guard !isCut else { return }
    forward(from: towardClient, to: towardCompositor) { $0.count }
    forward(from: towardCompositor, to: towardClient, allowedLength)
    if messagesLeft == 0 { cut() }
  }

  /// Returns the length of the messages to forward. Each begins with its object's id and its size.
  private func allowedLength(of bytes: ArraySlice<UInt8>) -> Int {
    var length = 0
    while bytes.count - length >= 8 {
      if messagesLeft == 0 { break }
      let start = bytes.startIndex + length
      length += Int(bytes[start + 6]) | Int(bytes[start + 7]) << 8
      messagesPassed += 1
      if let left = messagesLeft { messagesLeft = left - 1 }
    }
    return length
  }

  private func forward(from: Int32, to: Int32, _ allowed: (ArraySlice<UInt8>) -> Int) {
    var bytes = [UInt8](repeating: 0, count: 65536)
    var control = [UInt8](repeating: 0, count: 1024)
    bytes.withUnsafeMutableBytes { data in
      control.withUnsafeMutableBytes { control in
        var vector = iovec(iov_base: data.baseAddress, iov_len: data.count)
        withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          (message.msg_iov, message.msg_iovlen) = (vector, 1)
          (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
          let count = recvmsg(from, &message, Int32(MSG_DONTWAIT | MSG_CMSG_CLOEXEC))
          guard count > 0 else { return }
          let length = allowed(Array(data[..<count])[...])
          vector.pointee.iov_len = min(length, count)
          if length > 0 { sendmsg(to, &message, Int32(MSG_NOSIGNAL)) }
          closeDescriptors(in: &message)
        }
      }
    }
  }

  /// Closes our copies of the descriptors.
  private func closeDescriptors(in message: inout msghdr) {
    guard message.msg_controllen >= MemoryLayout<cmsghdr>.size, let start = message.msg_control else { return }
    let header = start.load(as: cmsghdr.self)
    guard header.cmsg_type == Int32(SCM_RIGHTS) else { return }
    let first = MemoryLayout<cmsghdr>.size
    for offset in stride(from: first, to: Int(header.cmsg_len), by: 4) {
      close(start.load(fromByteOffset: offset, as: Int32.self))
    }
  }
}
