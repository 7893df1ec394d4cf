import Glibc
import Raster
import System
import Wayland

/// The buffers of one size: at most three, in one memory file, each made when it is first needed. Regions are in the pixels
/// of that size, also where a buffer has fewer.
final class FrameBuffers {
  static let limit = 3

  /// One picture that is drawn by us or shown by the compositor.
  final class Buffer {
    /// The bitmap and the compositor's name for it, with some of the pixels or with all.
    fileprivate struct Image {
      let bitmap: Bitmap
      let wlBuffer: WlBuffer
    }

    /// One for each of `FrameQuality.shares`, in the same memory; made when it is first needed.
    fileprivate var images: [Image?]
    /// The one that is drawn.
    fileprivate var step = 0
    fileprivate let offset: Int
    /// The compositor reads it.
    fileprivate(set) var isBusy = false
    /// The region that changed since it was last drawn.
    fileprivate(set) var stale: Region
    private let size: PixelRect

    fileprivate init(offset: Int, size: PixelRect) {
      (self.offset, self.size) = (offset, size)
      images = FrameQuality.shares.map { _ in nil }
      stale = Region(size)
    }

    var bitmap: Bitmap { images[step]!.bitmap }
    var wlBuffer: WlBuffer { images[step]!.wlBuffer }

    /// The buffer's pixels that show a part of the picture.
    func pixels(showing part: PixelRect) -> PixelRect {
      let bounds = bitmap.bounds
      guard step > 0, !part.isEmpty else { return part }
      // What touches a pixel's edge tints that one as well.
      return PixelRect(
        minX: part.minX * bounds.width / size.width - 1, minY: part.minY * bounds.height / size.height - 1,
        maxX: (part.maxX * bounds.width + size.width - 1) / size.width + 1,
        maxY: (part.maxY * bounds.height + size.height - 1) / size.height + 1
      ).intersection(bounds)
    }

    func pixels(showing region: Region) -> Region {
      var pixels = Region()
      for index in 0..<region.count { pixels.insert(self.pixels(showing: region[index])) }
      return pixels
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
    for image in buffers.flatMap(\.images) {
      if let image, !image.wlBuffer.isDestroyed { image.wlBuffer.destroy() }
    }
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
  /// - Returns: the region to draw, for the buffer to have the whole picture, in the buffer's own pixels.
  func catchUp(_ buffer: Buffer, before changed: Region) -> Region {
    var region = changed
    for index in 0..<buffer.stale.count {
      let missed = buffer.stale[index]
      guard let latest, latest !== buffer, latest.step == buffer.step,
        changed.intersection(missed).area * 2 < missed.area
      else {
        region.insert(missed)
        continue
      }
      buffer.bitmap.copy(buffer.pixels(showing: missed), from: latest.bitmap)
    }
    return buffer.pixels(showing: region)
  }

  /// A buffer to draw in: the one that is least behind, a new one while there may be one; `nil` when the compositor reads
  /// them all.
  ///
  /// - Parameter step: which of `FrameQuality.shares` of the pixels it has.
  func next(at step: Int) throws(SystemError) -> Buffer? {
    var best: Buffer?
    for buffer in buffers where !buffer.isBusy {
      if best == nil || missing(in: buffer, at: step) < missing(in: best!, at: step) { best = buffer }
    }
    if best == nil, buffers.count < Self.limit { best = try make() }
    guard let buffer = best else { return nil }
    if buffer.step != step { buffer.stale = Region(bounds) }
    buffer.step = step
    if buffer.images[step] == nil { buffer.images[step] = makeImage(of: buffer) }
    return buffer
  }

  private func missing(in buffer: Buffer, at step: Int) -> Int {
    buffer.step == step ? buffer.stale.area : bounds.area
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
    let buffer = Buffer(offset: offset, size: bounds)
    buffers.append(buffer)
    return buffer
  }

  private func makeImage(of buffer: Buffer) -> Buffer.Image {
    let share = FrameQuality.shares[buffer.step]
    let width = max(Int(clamping: (Double(width) * share).rounded()), 1)
    let height = max(Int(clamping: (Double(height) * share).rounded()), 1)
    let bitmap = Bitmap(
      borrowing: (memory.start + buffer.offset).assumingMemoryBound(to: UInt32.self), width: width, height: height,
      stride: width)
    bitmap.isOpaque = true
    let wlBuffer = pool.createBuffer(
      offset: Int32(buffer.offset), width: Int32(width), height: Int32(height), stride: Int32(width * 4),
      format: .xrgb8888)
    wlBuffer.onEvent = { [unowned self, unowned buffer] _ in
      buffer.isBusy = false
      onRelease?()
    }
    return Buffer.Image(bitmap: bitmap, wlBuffer: wlBuffer)
  }
}

extension Region {
  /// In pixels.
  var area: Int { (0..<count).reduce(0) { $0 + self[$1].area } }
}
