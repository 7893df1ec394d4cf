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
  public let ownsPixels: Bool
  /// Keeps borrowed memory.
  private let owner: AnyObject?

  /// Set it if all pixels are opaque: each alpha then counts as 255, and nothing beneath is drawn.
  public var isOpaque = false

  /// Pixels per point of the image's own size, as `UIImage.scale`.
  public var scale = 1.0

  /// Incremented by each change.
  public private(set) var version = 0
  /// The region of the last change.
  public private(set) var lastChange = Region()

  /// `nil` until the bitmap is sampled.
  private var mipLevels: MipLevels?

  /// The gradient that the bitmap, or a part of it, was last filled with. Pixels that still show it needn't be sampled.
  var lastFill: LinearGradient?

  /// Creates a transparent bitmap.
  ///
  /// - Parameters:
  ///   - width: at least one pixel.
  ///   - height: at least one pixel.
  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a bitmap needs at least one pixel")
    self.width = width
    self.height = height
    stride = width
    // The kernel zeroes each page when it is first touched: a bitmap that is never drawn costs nothing.
    guard let memory = calloc(Self.paddedCount(width, height), MemoryLayout<UInt32>.stride) else {
      fatalError("out of memory")
    }
    pixels = memory.assumingMemoryBound(to: UInt32.self)
    (ownsPixels, owner) = (true, nil)
  }

  /// Creates a bitmap over memory that the caller, or `owner`, keeps for the bitmap's lifetime. `stride` is in pixels. A quad
  /// with such a bitmap isn't drawn. Memory that can't be written may be the contents of a layer.
  public init(
    borrowing pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int, owner: AnyObject? = nil
  ) {
    self.owner = owner
    self.width = width
    self.height = height
    self.stride = stride
    self.pixels = pixels
    ownsPixels = false
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
}
