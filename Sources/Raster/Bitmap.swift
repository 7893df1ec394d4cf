import CLinux

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

  /// The gradient that the bitmap was last filled with, all of it or a part: what still shows it needn't be sampled.
  var background: LinearGradient?

  private let gradient: RadialGradient?
  /// True for a bitmap that was made to show a gradient: what is drawn into it isn't seen.
  public var showsGradient: Bool { gradient != nil }
  /// False for one whose pixels nobody needed yet.
  public private(set) var hasPixels = true

  /// The number of frames in a row in which much of the gradient was worked out.
  private var largeFrames = 0

  private let isOwner: Bool

  /// A transparent bitmap. Both sides must be at least one pixel.
  public convenience init(width: Int, height: Int) {
    self.init(width: width, height: height, gradient: nil)
  }

  /// An opaque bitmap that shows a gradient, given in pixels. It has no pixels, and takes no memory, unless it is drawn in
  /// perspective or much of it in several frames. Both sides must be at least one pixel.
  public convenience init(width: Int, height: Int, showing gradient: RadialGradient) {
    self.init(width: width, height: height, gradient: gradient)
    isOpaque = true
  }

  private init(width: Int, height: Int, gradient: RadialGradient?) {
    precondition(width > 0 && height > 0, "a bitmap needs at least one pixel")
    (self.width, self.height, stride) = (width, height, width)
    // Zeroed by the system, page by page as it is first touched: a bitmap that is never drawn costs nothing.
    guard let memory = calloc(Self.roomFor(width, height), MemoryLayout<UInt32>.stride) else {
      fatalError("out of memory")
    }
    pixels = memory.assumingMemoryBound(to: UInt32.self)
    isOwner = true
    self.gradient = gradient
    hasPixels = gradient == nil
  }

  /// A bitmap over memory that someone else keeps for as long as the bitmap lives. `stride` is in pixels.
  public init(borrowing pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int) {
    (self.width, self.height, self.stride, self.pixels) = (width, height, stride, pixels)
    isOwner = false
    gradient = nil
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
    mipLevels?.outdated.formUnion(region.intersection(bounds))
  }

  public var pixelCount: Int { width * height }

  /// To be called before all pixels are drawn: their memory then comes at once, which takes less time.
  public func willDrawAll() {
    if isOwner { clinux_populate(pixels, Self.roomFor(width, height) * 4) }
  }

  /// Gives the memory back to the system: the pixels are to be drawn anew before they are read.
  public func discard() {
    mipLevels = nil
    // Whole pages alone: what else is in the others isn't this bitmap's.
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let start = (UInt(bitPattern: pixels) + page - 1) / page * page
    let end = (UInt(bitPattern: pixels) + UInt(stride * height * 4)) / page * page
    if isOwner, start < end { madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED) }
  }

  /// The gradient, ready to be painted, where it is shown.
  var rings: Rings? { gradient.map(Rings.init) }

  /// Counts a frame in which so many pixels of the gradient were worked out. If that goes on to be much, the bitmap gets
  /// pixels: copying them takes less.
  func didWorkOut(_ count: Int) {
    largeFrames = count * 4 > pixelCount ? largeFrames + 1 : 0
    if largeFrames == 3 { makePixels() }
  }

  /// Gives the pixels back of a bitmap that shows a gradient.
  public func discardGradient() {
    guard gradient != nil, hasPixels else { return }
    discard()
    (hasPixels, largeFrames) = (false, 0)
  }

  /// Draws the pixels of a bitmap that has none yet. To be called before they are read.
  func makePixels() {
    guard !hasPixels, let gradient else { return }
    willDrawAll()
    fill(gradient)
    hasPixels = true
  }

  var texels: Texels { Texels(base: pixels, stride: stride, width: width, height: height) }

  /// The bitmap and its mip levels, up to date: `deepest` of them, or as many as there can be.
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
