import CLinux
import PanelGeometry

#if canImport(Glibc)
  import Glibc
#endif

/// A rectangle of pixels, each a premultiplied 0xAARRGGBB in native byte order: Cairo's ARGB32, Wayland's ARGB8888 and
/// XRGB8888.
public final class Bitmap {
  /// In pixels.
  public let width: Int
  public let height: Int
  /// The distance from a row to the next, in pixels.
  public let stride: Int
  public let pixels: UnsafeMutablePointer<UInt32>
  /// False for borrowed memory, which may be shorter than `paddedCount`.
  let ownsPixels: Bool

  /// Set it if all pixels are opaque: each alpha then counts as 255, and nothing beneath is drawn.
  public var isOpaque = false

  /// Incremented by each change.
  public private(set) var version = 0
  /// The region of the last change.
  public private(set) var lastChange = Region()

  /// `nil` until the bitmap is sampled.
  private var mipLevels: MipLevels?

  /// The gradient that the bitmap, or a part of it, was last filled with. Pixels that still show it needn't be sampled.
  var lastFill: LinearGradient?

  /// The gradient that the bitmap shows instead of pixels that are drawn into it.
  let gradient: RadialGradient?
  /// The number of frames in a row that showed over a quarter of the gradient. Frames without any of it don't count.
  private var largeFrames = 0
  /// True for a bitmap that shows a gradient: anything drawn into it isn't visible.
  public var showsGradient: Bool { gradient != nil }
  /// False for a bitmap that shows a gradient, until its pixels are needed.
  public private(set) var hasPixels = true

  /// Creates a transparent bitmap, or an opaque one that shows a gradient.
  ///
  /// - Parameters:
  ///   - width: at least one pixel.
  ///   - height: at least one pixel.
  ///   - gradient: in pixels. It uses no memory until it is drawn in perspective, or much of it in several frames.
  public init(width: Int, height: Int, showing gradient: RadialGradient? = nil) {
    precondition(width > 0 && height > 0, "a bitmap needs at least one pixel")
    self.width = width
    self.height = height
    stride = width
    // The kernel zeroes each page when it is first touched: a bitmap that is never drawn costs nothing.
    guard let memory = calloc(Self.paddedCount(width, height), MemoryLayout<UInt32>.stride) else {
      fatalError("out of memory")
    }
    pixels = memory.assumingMemoryBound(to: UInt32.self)
    ownsPixels = true
    self.gradient = gradient
    (isOpaque, hasPixels) = (gradient != nil, gradient == nil)
  }

  /// Creates a target over memory that the caller keeps for the bitmap's lifetime. `stride` is in pixels. A quad with
  /// such a bitmap isn't drawn.
  public init(borrowing pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int) {
    self.width = width
    self.height = height
    self.stride = stride
    self.pixels = pixels
    ownsPixels = false
    gradient = nil
  }

  deinit {
    if ownsPixels { free(pixels) }
  }

  /// The number of pixels to allocate: kernels also read to the right of and below the last pixel, with a weight of 0.
  static func paddedCount(_ width: Int, _ height: Int) -> Int { width * (height + 1) + 1 }

  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
  var rect: Rect { Rect(0, 0, Double(width), Double(height)) }
  public var pixelCount: Int { width * height }
  var texels: Texels { Texels(base: pixels, stride: stride, width: width, height: height) }

  /// Call it after the pixels of a region changed; `nil` means all pixels.
  public func didChange(_ region: Region? = nil) {
    let region = region ?? Region(bounds)
    version += 1
    lastChange = region
    mipLevels?.outdated.formUnion(region.intersection(bounds))
  }

  /// Returns the bitmap and its mip levels, up to date: to the level `deepest`, or as deep as is possible.
  func levels(deepest: Int) -> MipLevels {
    let mipLevels = self.mipLevels ?? MipLevels(of: self)
    self.mipLevels = mipLevels
    mipLevels.update(from: self, deepest: deepest)
    return mipLevels
  }

  // MARK: Memory

  /// Allocates all pages at once, which is faster than one by one. Call it before drawing all pixels.
  public func willDrawAll() {
    if ownsPixels { clinux_populate(pixels, Self.paddedCount(width, height) * 4) }
  }

  /// Returns the memory to the system. All pixels must be drawn again before they are read.
  public func discard() {
    mipLevels = nil
    // Only whole pages: others may contain other data.
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let start = (UInt(bitPattern: pixels) + page - 1) / page * page
    let end = (UInt(bitPattern: pixels) + UInt(stride * height * 4)) / page * page
    if ownsPixels, start < end { madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED) }
  }

  // MARK: A gradient without pixels

  /// Records that a frame shows `count` pixels of the gradient, moved by whole pixels.
  ///
  /// The third frame in a row that shows over a quarter of the gradient stores its pixels, because copying costs less
  /// than computing.
  func willShow(_ count: Int) {
    largeFrames = count * 4 > pixelCount ? largeFrames + 1 : 0
    if largeFrames == 3 { makePixels() }
  }

  /// Draws the pixels of a bitmap that has none yet.
  func makePixels() {
    guard !hasPixels, let gradient else { return }
    willDrawAll()
    fill(gradient)
    hasPixels = true
  }

  /// Discards the pixels of a bitmap that shows a gradient.
  public func discardGradient() {
    guard gradient != nil, hasPixels else { return }
    discard()
    hasPixels = false
    largeFrames = 0
  }
}
