import Geometry

/// A quad as the painter needs it: plain numbers and pointers, valid for one call of `Renderer.draw`.
struct PreparedQuad {
  var outline: Outline
  /// The index of its first edge in the frame's, one for each corner of the outline.
  var edges = 0
  /// The rows it touches inside the clip, and where their spans begin in the frame's.
  var rows = 0..<0
  var spans = 0
  /// The later quads that continue it across a shared edge, in the frame's lists; their alpha along the edge is known.
  var neighbours = 0..<0

  /// The bitmap; and if it is sampled, its mip levels, of which `levelCount` are to be read, and its areas.
  var texels: Texels
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var levels: UnsafePointer<Texels>!
  var levelCount = 1
  var ground: GroundWalker?

  /// From the target's pixels to the bitmap's: `(x, y, 1) · map = (u·q, v·q, q)`, with q > 0 where there is a picture,
  /// and nowhere in it more than 1.
  var map: Homography
  /// That map, where it is no more than a move by whole pixels.
  var move: (x: Int, y: Int)?
  /// The texels under a target pixel are `density · q⁻³`.
  var density: Double

  /// The factor of each channel, 0…256.
  var colorScale: UInt16
  var alphaScale: UInt16
  /// The shade, 0…255 of 256, where the bitmap's alpha says how much of it a pixel gets; `colorScale` has all of it.
  var shade: UInt16?
  var hasOpaqueBitmap: Bool
  var opacity: Double
  var bitmap: ObjectIdentifier
  var isPart: Bool
  /// The rows of its opaque part, or of the whole if that is opaque, and where their spans begin: for quads drawn by depth.
  var opaqueRows = 0..<0
  var opaqueSpans = 0
  /// See `Quad.depth`.
  var depth: QuadDepth?

  var painting = Painting.sampled
  /// Where its row begins in the frame's, and the column of the target that it begins at; for `Painting.swatch` only.
  var swatch = 0
  var swatchStart = 0

  /// True when nothing of what lies beneath can be seen through it.
  var isOpaque: Bool { hasOpaqueBitmap && alphaScale == 256 }

  /// True when the bitmap's alpha is its part in the shade.
  var glows: Bool { shade != nil }

  var isModulated: Bool { colorScale != 256 || alphaScale != 256 }
}

/// The ways to paint the pixels that a quad wholly covers, the less of them is worked out for each pixel the better.
enum Painting {
  /// One colour, as it is in the bitmap.
  case color(UInt32)
  /// Each row is a colour.
  case rows
  /// All rows are the same: worked out once, with opacity and shade if the quad is opaque.
  case swatch
  /// A gradient, worked out pixel by pixel.
  case rings(Rings)
  /// No pixel lies between two texels.
  case copied(WholeSteps)
  case sampled

  /// As a bitmap under a map from target to bitmap asks for.
  init(_ bitmap: Bitmap, _ map: Homography) {
    let (width, height) = (bitmap.width, bitmap.height)
    if width == 1, height == 1, !bitmap.showsGradient {
      self = .color(bitmap.pixels[0])
    } else if !bitmap.showsGradient || (bitmap.hasPixels && map.wholeMove != nil),
      let steps = map.wholeSteps(width: width, height: height)
    {
      self = .copied(steps)
    } else if map.m13 == 0, map.m23 == 0, let rings = bitmap.rings {
      // Also where it has pixels and is turned: it would be dithered otherwise.
      self = .rings(rings)
    } else {
      // What changes along the bitmap's one long side alone.
      let (alongRow, alongColumn) = width == 1 ? (map.m12, map.m22) : (map.m11, map.m21)
      if width == 1 || height == 1, alongRow == 0, map.m13 == 0 {
        self = .rows
      } else if width == 1 || height == 1, alongColumn == 0, map.m23 == 0 {
        self = .swatch
      } else {
        self = .sampled
      }
    }
  }

  var readsTexelsAsTheyAre: Bool {
    switch self {
    case .color, .copied, .rings: true
    default: false
    }
  }

  /// False where the bitmap's own aren't read.
  var needsPixels: Bool {
    if case .rings = self { false } else { true }
  }
}
