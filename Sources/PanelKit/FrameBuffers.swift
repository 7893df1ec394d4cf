import Glibc
import PanelRaster
import PanelSystem
import PanelWayland

/// Up to three buffers of the same size in one memfd, each created when first needed.
final class FrameBuffers {
  static let maximumCount = 3

  /// A frame buffer, drawn by this process and read by the compositor.
  final class Buffer {
    let bitmap: Bitmap
    let wlBuffer: WlBuffer
    /// True while the compositor reads the buffer.
    fileprivate(set) var isBusy = false
    /// The damage since the buffer was last drawn.
    fileprivate(set) var damageSinceDrawn: Region

    fileprivate init(_ bitmap: Bitmap, _ wlBuffer: WlBuffer) {
      (self.bitmap, self.wlBuffer) = (bitmap, wlBuffer)
      damageSinceDrawn = Region(bitmap.bounds)
    }
  }

  /// In pixels.
  let width: Int
  let height: Int
  /// The bounds of a buffer.
  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
  /// Called when the compositor releases a buffer.
  var onRelease: (() -> Void)?

  private let memory: FrameMemory
  private let pool: WlShmPool
  private var buffers: [Buffer] = []
  /// The last committed buffer, which holds the complete last frame.
  private weak var lastCommitted: Buffer?

  /// - Throws: `SystemError` if there isn't enough memory, or if the buffers exceed the maximum size of a pool, which
  ///   is an `int` on the wire.
  init(width: Int, height: Int, shm: WlShm) throws(SystemError) {
    (self.width, self.height) = (width, height)
    let (row, rowOverflows) = width.multipliedReportingOverflow(by: 4 * Self.maximumCount)
    let (size, sizeOverflows) = row.multipliedReportingOverflow(by: height)
    guard !rowOverflows, !sizeOverflows, let poolSize = Int32(exactly: size) else {
      throw SystemError("\(Self.maximumCount) buffers of \(width)×\(height) pixels", EFBIG)
    }
    memory = try FrameMemory(size: size)
    pool = shm.createPool(fd: memory.fileDescriptor, size: poolSize)
  }

  deinit {
    for buffer in buffers where !buffer.wlBuffer.isDestroyed { buffer.wlBuffer.destroy() }
    if !pool.isDestroyed { pool.destroy() }
  }

  /// True while the compositor reads any of the buffers.
  var isInUse: Bool { buffers.contains { $0.isBusy } }

  /// Adds damage to every buffer.
  func addDamage(_ region: Region) {
    for buffer in buffers { buffer.damageSinceDrawn.formUnion(region) }
  }

  /// Copies into a buffer, from the last committed buffer, what changed since the buffer was drawn. Copying takes a
  /// tenth of the time of drawing. A rectangle that overlaps `damage` by half or more is drawn instead.
  ///
  /// - Parameter damage: the damage since the last frame.
  /// - Returns: the region to draw to complete the buffer.
  func repair(_ buffer: Buffer, drawing damage: Region) -> Region {
    var region = damage
    for index in 0..<buffer.damageSinceDrawn.count {
      let missed = buffer.damageSinceDrawn[index]
      guard let lastCommitted, lastCommitted !== buffer, damage.intersection(missed).area * 2 < missed.area else {
        region.insert(missed)
        continue
      }
      buffer.bitmap.copy(missed, from: lastCommitted.bitmap)
    }
    return region
  }

  /// Returns the free buffer with the least to redraw, a new buffer if no buffer is free, or `nil` if the compositor
  /// reads all three.
  func nextFreeBuffer() throws(SystemError) -> Buffer? {
    let best = buffers.lazy.filter { !$0.isBusy }.min { $0.damageSinceDrawn.area < $1.damageSinceDrawn.area }
    return best == nil && buffers.count < Self.maximumCount ? try makeBuffer() : best
  }

  /// Marks a buffer as drawn and owned by the compositor.
  func markCommitted(_ buffer: Buffer) {
    buffer.damageSinceDrawn = Region()
    buffer.isBusy = true
    lastCommitted = buffer
  }

  private func makeBuffer() throws(SystemError) -> Buffer {
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
  var area: Int { (0..<count).reduce(0) { $0 + self[$1].area } }
}
