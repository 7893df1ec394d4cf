#if canImport(Glibc)
  import Glibc
#endif

/// A rectangle of pixels, each a premultiplied 0xAARRGGBB in the machine's byte order: Cairo's ARGB32, Wayland's
/// ARGB8888 and XRGB8888.
public final class Bitmap {
  /// In pixels.
  public let width: Int
  public let height: Int
  /// The distance from a row to the next, in pixels.
  public let stride: Int
  public let pixels: UnsafeMutablePointer<UInt32>

  /// True when the owner promises that every pixel's alpha is 255, or counts as that; what lies beneath is then not drawn.
  public var isOpaque = false

  /// True for an opaque bitmap whose alpha says how much of a quad's shade each pixel gets: 255 for one that it darkens as
  /// it does any other, 0 for one that it leaves as it is. So ink stays legible on a ground in the dark, in one bitmap.
  public var alphaIsShade = false

  /// Grows with each change, so that whoever drew the bitmap can see that it is no longer the same.
  public private(set) var version = 0

  /// The region that the last change touched.
  public private(set) var lastChange = Region()

  /// The smaller copies, once it was drawn shrunk.
  private var mipLevels: MipLevels?

  private let isOwner: Bool

  /// A transparent bitmap. Both sides must be at least one pixel.
  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a bitmap needs at least one pixel")
    (self.width, self.height, stride) = (width, height, width)
    // Zeroed by the system, page by page as it is first touched: a bitmap that is never drawn costs nothing.
    guard let memory = calloc(Self.roomFor(width, height), MemoryLayout<UInt32>.stride) else {
      fatalError("out of memory")
    }
    pixels = memory.assumingMemoryBound(to: UInt32.self)
    isOwner = true
  }

  /// A bitmap over memory that someone else keeps for as long as the bitmap lives. `stride` is in pixels.
  public init(borrowing pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int) {
    (self.width, self.height, self.stride, self.pixels) = (width, height, stride, pixels)
    isOwner = false
  }

  deinit {
    if isOwner { free(pixels) }
  }

  /// True when there is memory behind the last pixel, as `roomFor` says.
  var isPadded: Bool { isOwner }

  /// The number of pixels to allocate: the sampler also reads what is to the right and below of the last one, though it
  /// makes nothing of it.
  static func roomFor(_ width: Int, _ height: Int) -> Int { width * (height + 1) + 1 }

  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// To be called after the pixels changed, with what changed.
  public func didChange(_ region: Region) {
    version += 1
    lastChange = region
  }

  public var pixelCount: Int { width * height }

  /// Gives the memory back to the system: the pixels are to be drawn anew before they are read.
  public func discard() {
    mipLevels = nil
    // Whole pages alone: what else is in the others isn't this bitmap's.
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let start = (UInt(bitPattern: pixels) + page - 1) / page * page
    let end = (UInt(bitPattern: pixels) + UInt(stride * height * 4)) / page * page
    if isOwner, start < end { madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED) }
  }

  var texels: Texels { Texels(base: pixels, stride: stride, width: width, height: height) }

  /// The bitmap and its smaller copies, up to date: `deepest` of them, or as many as there can be.
  func levels(deepest: Int) -> MipLevels {
    let mipLevels = self.mipLevels ?? MipLevels(of: self)
    self.mipLevels = mipLevels
    mipLevels.update(from: self, deepest: deepest)
    return mipLevels
  }

  /// To be called after any pixel may have changed.
  public func didChange() {
    didChange(Region(bounds))
  }
}
