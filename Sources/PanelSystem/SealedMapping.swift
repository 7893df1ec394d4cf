import CLinux
import Glibc

/// Memory of another process, mapped for reading. Its seals guarantee that the other process can't shorten it, since reading
/// would then end this process.
public final class SealedMapping {
  /// The seals that the memory needs: no change of its length, no new writer, and no further seal.
  public static let requiredSeals =
    CLINUX_F_SEAL_SEAL | CLINUX_F_SEAL_SHRINK | CLINUX_F_SEAL_GROW | CLINUX_F_SEAL_FUTURE_WRITE

  public let start: UnsafeMutableRawPointer
  public let length: Int

  /// Maps memory.
  ///
  /// - Parameters:
  ///   - descriptor: Of memfd_create(2). It may be closed afterwards.
  ///   - length: In bytes.
  /// - Throws: `SystemError` if the memory isn't sealed, or is shorter.
  public init(_ descriptor: Int32, length: Int) throws(SystemError) {
    let seals = fcntl(descriptor, Int32(CLINUX_F_GET_SEALS))
    guard seals >= 0 else { throw SystemError("the descriptor", errno, "isn't of memfd_create with MFD_ALLOW_SEALING") }
    guard Int(seals) & Self.requiredSeals == Self.requiredSeals else {
      throw SystemError("the memory", EPERM, "has the seals \(seals); expected \(Self.requiredSeals)")
    }
    guard clinux_is_plain_memory(descriptor) != 0 else {
      throw SystemError("the descriptor", EPERM, "isn't of memfd_create without MFD_HUGETLB")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size >= length else {
      throw SystemError("the memory", EINVAL, "has \(status.st_size) bytes; expected at least \(length)")
    }
    guard let start = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED else {
      throw SystemError("mmap", errno)
    }
    (self.start, self.length) = (start, length)
  }

  deinit { munmap(start, length) }
}
