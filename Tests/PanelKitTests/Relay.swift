import Glibc
import Testing

/// Stands between a client and a compositor, passes on what either says, descriptors included, and the compositor's words
/// only up to a number of them.
final class Relay {
  /// The client's end, which it takes over, and the compositor's.
  let clientEnd: Int32
  let compositorEnd: Int32
  /// The compositor's messages that still come through; `nil` for all.
  var messagesLeft: Int?
  /// The number that came through.
  private(set) var passed = 0
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

  /// Hangs up on both.
  func cut() {
    guard !isCut else { return }
    isCut = true
    close(towardClient)
    close(towardCompositor)
  }

  /// Passes on what is there.
  func turn() {
    guard !isCut else { return }
    _ = pass(from: towardClient, to: towardCompositor) { $0.count }
    _ = pass(from: towardCompositor, to: towardClient) { [unowned self] in allowed(of: $0) }
    if messagesLeft == 0 { cut() }
  }

  /// The bytes of the messages that may still pass: each begins with its object's number and its own size.
  private func allowed(of bytes: ArraySlice<UInt8>) -> Int {
    var length = 0
    while bytes.count - length >= 8 {
      if messagesLeft == 0 { break }
      let start = bytes.startIndex + length
      length += Int(bytes[start + 6]) | Int(bytes[start + 7]) << 8
      passed += 1
      if let left = messagesLeft { messagesLeft = left - 1 }
    }
    return length
  }

  private func pass(from: Int32, to: Int32, _ allowed: (ArraySlice<UInt8>) -> Int) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65536)
    var control = [UInt8](repeating: 0, count: 1024)
    return bytes.withUnsafeMutableBytes { room in
      control.withUnsafeMutableBytes { extra in
        var vector = iovec(iov_base: room.baseAddress, iov_len: room.count)
        return withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          (message.msg_iov, message.msg_iovlen) = (vector, 1)
          (message.msg_control, message.msg_controllen) = (extra.baseAddress, extra.count)
          let count = recvmsg(from, &message, Int32(MSG_DONTWAIT | MSG_CMSG_CLOEXEC))
          guard count > 0 else { return false }
          let length = allowed(Array(room[..<count])[...])
          vector.pointee.iov_len = min(length, count)
          if length > 0 { sendmsg(to, &message, Int32(MSG_NOSIGNAL)) }
          closeAll(in: &message)
          return true
        }
      }
    }
  }

  /// What was passed on is the receiver's; ours are copies.
  private func closeAll(in message: inout msghdr) {
    guard message.msg_controllen >= MemoryLayout<cmsghdr>.size, let start = message.msg_control else { return }
    let header = start.load(as: cmsghdr.self)
    guard header.cmsg_type == Int32(SCM_RIGHTS) else { return }
    let first = MemoryLayout<cmsghdr>.size
    for place in stride(from: first, to: Int(header.cmsg_len), by: 4) {
      close(start.load(fromByteOffset: place, as: Int32.self))
    }
  }
}
