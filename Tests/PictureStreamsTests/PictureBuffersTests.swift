import CLinux
import Glibc
import Testing

@testable import PictureStreams

@Suite struct PictureBuffersTests {
  /// The panel may read the memory without a risk: this program can't shorten it, and the panel can't write it.
  @Test func memoryIsSealed() throws {
    let buffers = try PictureBuffers(JPEGDecoder.Size(width: 64, height: 32))
    #expect(buffers.descriptors.count == 3 && buffers.stride == 256)
    for descriptor in buffers.descriptors {
      var status = stat()
      fstat(descriptor, &status)
      #expect(status.st_size == 8192 && ftruncate(descriptor, 0) < 0)
      #expect(mmap(nil, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) == MAP_FAILED)
      let memory = mmap(nil, 8192, PROT_READ, MAP_SHARED, descriptor, 0)
      #expect(memory != MAP_FAILED)
      munmap(memory, 8192)
      #expect(Int32(fcntl(descriptor, Int32(CLINUX_F_ADD_SEALS), 0)) < 0)
    }
  }

  @Test func bufferIsFreeOnceItIsReleased() throws {
    let buffers = try PictureBuffers(JPEGDecoder.Size(width: 1, height: 1))
    for index in 0..<PictureBuffers.count {
      #expect(buffers.free?.index == index)
      buffers.take(index)
    }
    #expect(buffers.free == nil)
    for index in [-1, 3, 1] { buffers.release(index) }
    #expect(buffers.free?.index == 1)
  }
}
