import Geometry
import Wayland

/// The shape of a surface on the screen: its size, the scale of its pixels, and their turn.
///
/// Whatever it is made from, its buffers are within `PanelLimits`.
struct SurfaceState: Equatable {
  /// In whole points.
  let size: Size
  /// Pixels to a point.
  let scale: Double
  /// The compositor is told a scale in whole numbers.
  let isWhole: Bool
  let transform: BufferTransform
  /// The compositor's points to one of the window's.
  let magnification: Double

  /// Takes the nearest that there can be: a smaller size, which a screen's compositor allows, or a coarser picture.
  ///
  /// - Parameter isWhole: the scale can't have a fraction.
  init(
    width: Int, height: Int, scale: Double, isWhole: Bool, transform: BufferTransform, magnification: Double = 1
  ) {
    let width = min(max(1, width), PanelLimits.longestSide)
    let height = min(max(1, height), PanelLimits.longestSide, PanelLimits.mostPixels / width)
    let longest = Double(PanelLimits.longestSide) / Double(max(width, height))
    let largest = min(longest, (Double(PanelLimits.mostPixels) / Double(width * height)).squareRoot())
    let fitting = min(scale, largest)
    size = Size(Double(width), Double(height))
    self.scale = isWhole ? max(1, fitting.rounded(.down)) : fitting
    self.isWhole = isWhole
    self.transform = transform
    self.magnification = magnification
  }

  /// Makes the next commit's buffer lie so.
  ///
  /// - Parameter viewport: the surface's, for a scale of any kind; without one the scale is whole.
  func send(to surface: WlSurface, viewport: WpViewport?, compositor: WlCompositor) {
    let (width, height) = (Int32(clamping: size.width), Int32(clamping: size.height))
    // What a compositor is too old for was left at 1 and upright.
    try? surface.setBufferTransform(transform: WlOutput.Transform(rawValue: transform.rawValue))
    if isWhole {
      // As a surface is that knows nothing of viewports: compositors are quickest with that.
      viewport?.setDestination(width: -1, height: -1)
      try? surface.setBufferScale(scale: Int32(clamping: scale))
    } else {
      viewport?.setDestination(width: width, height: height)
      try? surface.setBufferScale(scale: 1)
    }
    // Nothing shines through anywhere: the compositor needn't look beneath.
    let region = compositor.createRegion()
    region.add(x: 0, y: 0, width: width, height: height)
    surface.setOpaqueRegion(region: region)
    region.destroy()
  }
}
