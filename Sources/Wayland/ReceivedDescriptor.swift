import Glibc
import System

/// A file that came with an event, closed when nobody holds it any more: also where nobody took it.
public final class ReceivedDescriptor {
  private let file: Descriptor
  public var rawValue: Int32 { file.number }

  init(_ rawValue: Int32) { file = Descriptor(rawValue) }

  /// The file's beginning: as much as there is, and no more than `count` bytes. What can't be read is empty.
  public func read(atMost count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      while filled < buffer.count {
        // swift-format-ignore: NeverForceUnwrap
        let result = pread(rawValue, buffer.baseAddress! + filled, buffer.count - filled, off_t(filled))
        if result < 0, errno == EINTR { continue }
        guard result > 0 else { return }
        filled += result
      }
    }
  }
}
