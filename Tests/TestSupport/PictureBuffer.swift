import CLinux
import Glibc
import PanelSystem

/// Memory for a picture, as an adapter shares it.
package final class PictureBuffer {
  package let number: Int32
  package let pixels: UnsafeMutableBufferPointer<UInt32>

  /// - Parameters:
  ///   - pixelCount: The number of pixels.
  ///   - seals: The seals of the memory.
  package init(pixelCount: Int, seals: Int = SealedMapping.requiredSeals) throws {
    number = memfd_create("picture", UInt32(CLINUX_MFD_CLOEXEC | CLINUX_MFD_ALLOW_SEALING))
    let length = 4 * pixelCount
    guard ftruncate(number, length) == 0,
      let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0), start != MAP_FAILED
    else { throw SystemError("memfd_create", errno) }
    pixels = UnsafeMutableBufferPointer(start: start.assumingMemoryBound(to: UInt32.self), count: pixelCount)
    guard fcntl(number, Int32(CLINUX_F_ADD_SEALS), Int32(seals)) == 0 else { throw SystemError("seals", errno) }
  }

  deinit {
    munmap(pixels.baseAddress, 4 * pixels.count)
    close(number)
  }

  package func fill(_ pixel: UInt32) { pixels.update(repeating: pixel) }

  /// Sends a line with the descriptors of buffers.
  @discardableResult package static func send(
    _ line: String, _ buffers: [PictureBuffer], to socket: Int32
  ) -> Bool {
    let bytes = Array((line + "\n").utf8)
    return clinux_send(socket, bytes, bytes.count, buffers.map(\.number), Int32(buffers.count), 0) == bytes.count
  }
}
