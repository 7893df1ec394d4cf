import PanelGeometry
import PanelWayland

/// The geometry of a surface: its size, scale and buffer transform.
///
/// Buffers of any state are within `PanelLimits`.
struct SurfaceState: Equatable, CustomStringConvertible {
  /// In surface coordinates; always whole numbers.
  let size: Size
  /// Buffer pixels per unit of `size`.
  let scale: Double
  /// True if `scale` is sent as an integer with `wl_surface.set_buffer_scale`.
  let usesIntegerScale: Bool
  let transform: BufferTransform
  /// Surface coordinates per point of the window.
  let magnification: Double

  /// Clamps to the nearest allowed state: a smaller size, which compositors accept for a fullscreen surface, or a lower
  /// scale.
  ///
  /// - Parameter usesIntegerScale: true if the scale must be an integer.
  init(
    width: Int, height: Int, scale: Double, usesIntegerScale: Bool, transform: BufferTransform,
    magnification: Double = 1
  ) {
    let width = min(max(1, width), PanelLimits.maximumSide)
    let height = min(max(1, height), PanelLimits.maximumSide, PanelLimits.maximumPixelCount / width)
    let sideLimit = Double(PanelLimits.maximumSide) / Double(max(width, height))
    let maximumScale = min(sideLimit, (Double(PanelLimits.maximumPixelCount) / Double(width * height)).squareRoot())
    let clampedScale = min(scale, maximumScale)
    size = Size(Double(width), Double(height))
    self.scale = usesIntegerScale ? max(1, clampedScale.rounded(.down)) : clampedScale
    self.usesIntegerScale = usesIntegerScale
    self.transform = transform
    self.magnification = magnification
  }

  /// The size, scale and transform, for the log.
  var description: String {
    let scale = scale == scale.rounded() ? "\(Int(clamping: scale))" : "\(scale)"
    let text = "\(Int(clamping: size.width))×\(Int(clamping: size.height)), scale \(scale)"
    return transform == .normal ? text : "\(text), \(transform)"
  }

  /// Applies this state to the surface's next commit.
  ///
  /// - Parameter viewport: the surface's viewport, which fractional scales require; if `nil`, the scale must be an
  ///   integer.
  func send(to surface: WlSurface, viewport: WpViewport?, compositor: WlCompositor) {
    let (width, height) = (Int32(clamping: size.width), Int32(clamping: size.height))
    // If the surface's version lacks these requests, `Toplevel` has chosen scale 1 and no transform.
    try? surface.setBufferTransform(transform: WlOutput.Transform(rawValue: transform.rawValue))
    if usesIntegerScale {
      // Unset the destination: compositors are fastest if a surface has no viewport state.
      viewport?.setDestination(width: -1, height: -1)
      try? surface.setBufferScale(scale: Int32(clamping: scale))
    } else {
      viewport?.setDestination(width: width, height: height)
      try? surface.setBufferScale(scale: 1)
    }
    // The surface is opaque, so the compositor can skip everything below it.
    let region = compositor.createRegion()
    region.add(x: 0, y: 0, width: width, height: height)
    surface.setOpaqueRegion(region: region)
    region.destroy()
  }
}
