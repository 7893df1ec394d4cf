import Glibc
import Raster
import System
import Wayland

/// The buffers of one size: at most three, in one memory file, each made when it is first needed.
final class FrameBuffers {
  static let limit = 3

  /// One picture that is drawn by us or shown by the compositor.
  final class Buffer {
    let bitmap: Bitmap
    let wlBuffer: WlBuffer
    /// The compositor reads it.
    fileprivate(set) var isBusy = false
    /// The region that changed since it was last drawn.
    fileprivate(set) var stale: Region

    fileprivate init(_ bitmap: Bitmap, _ wlBuffer: WlBuffer) {
      (self.bitmap, self.wlBuffer) = (bitmap, wlBuffer)
      stale = Region(bitmap.bounds)
    }
  }

  /// In pixels.
  let width: Int
  let height: Int
  /// The whole picture.
  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
  /// Called when the compositor let go of a buffer.
  var onRelease: (() -> Void)?

  private let memory: FrameMemory
  private let pool: WlShmPool
  private var buffers: [Buffer] = []
  /// The one that was committed last, and has the whole picture as it was then.
  private weak var latest: Buffer?

  /// - Throws: `SystemError` when there is no memory for them, or no place for them all in one pool: its size is
  ///   an `int` on the wire.
  init(width: Int, height: Int, shm: WlShm) throws(SystemError) {
    (self.width, self.height) = (width, height)
    let (row, isLong) = width.multipliedReportingOverflow(by: 4 * Self.limit)
    let (size, isLarge) = row.multipliedReportingOverflow(by: height)
    guard !isLong, !isLarge, let poolSize = Int32(exactly: size) else {
      throw SystemError("\(Self.limit) buffers of \(width)×\(height) pixels", EFBIG)
    }
    memory = try FrameMemory(size: size)
    pool = shm.createPool(fd: memory.fileDescriptor, size: poolSize)
  }

  deinit {
    for buffer in buffers where !buffer.wlBuffer.isDestroyed { buffer.wlBuffer.destroy() }
    if !pool.isDestroyed { pool.destroy() }
  }

  /// True while the compositor reads one of them.
  var isInUse: Bool { buffers.contains { $0.isBusy } }

  /// Says that the picture changed: every buffer is behind by that much.
  func invalidate(_ region: Region) {
    for buffer in buffers { buffer.stale.formUnion(region) }
  }

  /// Copies into a buffer what it missed, from the one that was committed last: reading a picture is a tenth of the work of
  /// drawing it. What is drawn next for the better part anyway isn't copied before.
  ///
  /// - Parameter changed: the region that is other than in the last picture.
  /// - Returns: the region to draw, for the buffer to have the whole picture.
  func catchUp(_ buffer: Buffer, before changed: Region) -> Region {
    var region = changed
    for index in 0..<buffer.stale.count {
      let missed = buffer.stale[index]
      guard let latest, latest !== buffer, changed.intersection(missed).area * 2 < missed.area else {
        region.insert(missed)
        continue
      }
      buffer.bitmap.copy(missed, from: latest.bitmap)
    }
    return region
  }

  /// Returns the free buffer with the least to redraw, a new one if none is free, or `nil` if the compositor reads all three.
  func next() throws(SystemError) -> Buffer? {
    let best = buffers.lazy.filter { !$0.isBusy }.min { $0.stale.area < $1.stale.area }
    return best == nil && buffers.count < Self.limit ? try make() : best
  }

  /// The buffer was drawn, and is the compositor's now.
  func committed(_ buffer: Buffer) {
    buffer.stale = Region()
    buffer.isBusy = true
    latest = buffer
  }

  private func make() throws(SystemError) -> Buffer {
    let size = width * height * 4
    let offset = buffers.count * size
    try memory.allocate(offset: offset, length: size)
    let bitmap = Bitmap(
      borrowing: (memory.start + offset).assumingMemoryBound(to: UInt32.self), width: width, height: height,
      stride: width)
    bitmap.isOpaque = true
    // PanelLimits keeps three buffers below 2 GB.
    let wlBuffer = pool.createBuffer(
      offset: Int32(offset), width: Int32(width), height: Int32(height), stride: Int32(width * 4),
      format: .xrgb8888)
    let buffer = Buffer(bitmap, wlBuffer)
    wlBuffer.onEvent = { [unowned self, unowned buffer] _ in
      buffer.isBusy = false
      onRelease?()
    }
    buffers.append(buffer)
    return buffer
  }
}

extension Region {
  /// In pixels.
  var area: Int { (0..<count).reduce(0) { $0 + self[$1].area } }
}
