import Glibc
import PanelSystem

/// A file descriptor that arrived with an event. It is closed with its last reference, even if no handler took it.
public final class ReceivedDescriptor {
  private let file: Descriptor
  public var number: Int32 { file.number }

  init(_ number: Int32) { file = Descriptor(number) }

  /// Reads the beginning of the file, at most `count` bytes. An unreadable file is empty.
  public func read(atMost count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      while filled < buffer.count {
        // swift-format-ignore: NeverForceUnwrap
        let result = pread(number, buffer.baseAddress! + filled, buffer.count - filled, off_t(filled))
        if result < 0, errno == EINTR { continue }
        guard result > 0 else { return }
        filled += result
      }
    }
  }
}
