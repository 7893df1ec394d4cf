import CLinux
import Glibc
import PanelSystem

/// Buffers in sealed memory, which this program writes and the panel reads. The panel releases each buffer that it no longer
/// reads, as a Wayland compositor does.
final class PictureBuffers {
  /// One that the panel reads, one on its way, and one to decode into.
  static let count = 3

  let size: JPEGDecoder.Size
  let descriptors: [Int32]
  private let memory: [UnsafeMutableRawPointer]
  private var isFree = [Bool](repeating: true, count: count)

  var stride: Int { 4 * size.width }
  private var length: Int { stride * size.height }

  init(_ size: JPEGDecoder.Size) throws(SystemError) {
    self.size = size
    let length = 4 * size.width * size.height
    var (descriptors, memory): ([Int32], [UnsafeMutableRawPointer]) = ([], [])
    do throws(SystemError) {
      for _ in 0..<Self.count {
        let descriptor = memfd_create("picture", UInt32(CLINUX_MFD_CLOEXEC | CLINUX_MFD_ALLOW_SEALING))
        guard descriptor >= 0 else { throw SystemError("memfd_create", errno) }
        descriptors.append(descriptor)
        guard ftruncate(descriptor, length) == 0 else { throw SystemError("ftruncate", errno) }
        // Mapped before it is sealed: it can't be mapped for writing afterwards.
        let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let start, start != MAP_FAILED else { throw SystemError("mmap", errno) }
        memory.append(start)
        let seals = CLINUX_F_SEAL_SHRINK | CLINUX_F_SEAL_GROW | CLINUX_F_SEAL_FUTURE_WRITE | CLINUX_F_SEAL_SEAL
        guard fcntl(descriptor, Int32(CLINUX_F_ADD_SEALS), Int32(seals)) == 0 else {
          throw SystemError("F_ADD_SEALS", errno)
        }
      }
    } catch {
      for start in memory { munmap(start, length) }
      for descriptor in descriptors { close(descriptor) }
      throw error
    }
    (self.descriptors, self.memory) = (descriptors, memory)
  }

  deinit {
    for start in memory { munmap(start, length) }
    for descriptor in descriptors { close(descriptor) }
  }

  /// The index and the memory of a buffer that the panel doesn't read; `nil` without one.
  var free: (index: Int, pixels: UnsafeMutableRawPointer)? {
    isFree.firstIndex(of: true).map { ($0, memory[$0]) }
  }

  func take(_ index: Int) { isFree[index] = false }

  /// Frees a buffer. Any other index is ignored.
  func release(_ index: Int) { if isFree.indices.contains(index) { isFree[index] = true } }
}
