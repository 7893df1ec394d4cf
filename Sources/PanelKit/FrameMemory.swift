import CLinux
import Glibc
import PanelSystem

/// Memory shared with the compositor: a sealed memfd of a fixed size, mapped into this process.
///
/// The memfd is sealed against shrinking, so that reading it can't raise SIGBUS in the compositor.
final class FrameMemory {
  private let file: Descriptor
  var fileDescriptor: Int32 { file.number }
  /// In bytes.
  let size: Int
  let start: UnsafeMutableRawPointer

  /// - Parameter size: in bytes. No page is allocated until `allocate`.
  /// - Throws: `SystemError` if the memfd can't be created, sized or mapped.
  init(size: Int) throws(SystemError) {
    let flags = UInt32(CLINUX_MFD_CLOEXEC) | UInt32(CLINUX_MFD_ALLOW_SEALING)
    var fd = memfd_create("cube-kiosk", flags | UInt32(CLINUX_MFD_NOEXEC_SEAL))
    // Kernels before 6.3 reject MFD_NOEXEC_SEAL.
    if fd < 0, errno == EINVAL { fd = memfd_create("cube-kiosk", flags) }
    guard fd >= 0 else { throw SystemError("memfd_create", errno) }
    file = Descriptor(fd)
    guard ftruncate(fd, off_t(size)) == 0 else { throw SystemError("ftruncate", errno) }
    // Errors are ignored: unsealed memory works as well.
    _ = fcntl(
      fd, Int32(CLINUX_F_ADD_SEALS), Int32(CLINUX_F_SEAL_SHRINK | CLINUX_F_SEAL_GROW | CLINUX_F_SEAL_SEAL))
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
    guard let address, address != MAP_FAILED else { throw SystemError("mmap", errno) }
    self.size = size
    start = address
  }

  /// Allocates the pages of a range, so that a system without memory throws here instead of raising SIGBUS in the
  /// middle of a frame.
  ///
  /// Writes zeros, then touches one byte per chunk to map the pages. This takes three quarters of the time of
  /// `posix_fallocate` followed by a call that maps all pages.
  func allocate(offset: Int, length: Int) throws(SystemError) {
    let zeros = [UInt8](repeating: 0, count: Self.chunkSize)
    var done = 0
    while done < length {
      let count = pwrite(fileDescriptor, zeros, min(length - done, zeros.count), off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError("pwrite", count < 0 ? errno : ENOSPC) }
      done += count
    }
    clinux_touch(start + offset, length, Self.chunkSize)
  }

  /// The number of bytes written at once, few enough to stay in the CPU's cache. Linux also maps this much around a
  /// page that is read (fault_around_bytes).
  private static let chunkSize = 1 << 16

  deinit { munmap(start, size) }
}
