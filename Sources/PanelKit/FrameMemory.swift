import CLinux
import Glibc
import System

/// Memory that a compositor can read: a sealed memfd of a fixed size, mapped here.
///
/// Sealed against shrinking, so that a compositor need not guard itself against a client that takes the memory away.
final class FrameMemory {
  private let file: Descriptor
  var fileDescriptor: Int32 { file.number }
  let size: Int
  let start: UnsafeMutableRawPointer

  /// - Parameter size: in bytes. No page of it exists until `allocate`.
  /// - Throws: `SystemError` when the system has no memory file to give.
  init(size: Int) throws(SystemError) {
    let flags = UInt32(CLINUX_MFD_CLOEXEC) | UInt32(CLINUX_MFD_ALLOW_SEALING)
    var fd = memfd_create("cube-kiosk", flags | UInt32(CLINUX_MFD_NOEXEC_SEAL))
    // Kernels before 6.3 don't know the last flag.
    if fd < 0, errno == EINVAL { fd = memfd_create("cube-kiosk", flags) }
    guard fd >= 0 else { throw SystemError("memfd_create", errno) }
    file = Descriptor(fd)
    guard ftruncate(fd, off_t(size)) == 0 else { throw SystemError("ftruncate", errno) }
    // Memory without the seals works as well.
    _ = fcntl(
      fd, Int32(CLINUX_F_ADD_SEALS), Int32(CLINUX_F_SEAL_SHRINK | CLINUX_F_SEAL_GROW | CLINUX_F_SEAL_SEAL))
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
    guard let address, address != MAP_FAILED else { throw SystemError("mmap", errno) }
    self.size = size
    start = address
  }

  /// Makes a range real, so that a full system says so here rather than by a SIGBUS in the middle of a frame.
  ///
  /// A page that is written needn't be cleared before, and where one of those is read the kernel maps sixteen. That takes three
  /// quarters of the time of `posix_fallocate` and a call for all pages.
  func allocate(offset: Int, length: Int) throws(SystemError) {
    let zeros = [UInt8](repeating: 0, count: Self.piece)
    var done = 0
    while done < length {
      let count = pwrite(fileDescriptor, zeros, min(length - done, zeros.count), off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError("pwrite", count < 0 ? errno : ENOSPC) }
      done += count
    }
    clinux_touch(start + offset, length, Self.piece)
  }

  /// In bytes: what Linux maps around a page (its fault_around_bytes), and little enough to stay in a cache.
  private static let piece = 1 << 16

  deinit { munmap(start, size) }
}
