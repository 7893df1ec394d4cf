import PanelGeometry
import PanelWayland

/// The surface's xdg_toplevel: chooses its size, scale and transform.
final class Toplevel {
  let surface: WlSurface
  var onClose: (() -> Void)?
  /// Scales buffers whose size differs from the surface's; `nil` if the compositor doesn't support wp_viewporter.
  let viewport: WpViewport?
  /// Called with the surface state for the next frame.
  var onConfigure: ((SurfaceState) -> Void)?
  /// Called when outputs change, and when the surface enters or leaves an output.
  var onOutputsChange: (() -> Void)?

  private let xdgSurface: XdgSurface
  private let toplevel: XdgToplevel
  private let fractionalScaleObject: WpFractionalScaleV1?
  private let decoration: ZxdgToplevelDecorationV1?
  private let outputs: Outputs
  private let options: PanelOptions

  /// True to keep the compositor from blanking the screen. Ignored if it doesn't support idle inhibitors.
  var inhibitsIdle = false {
    didSet {
      guard inhibitsIdle != oldValue else { return }
      inhibitor?.destroy()
      inhibitor = inhibitsIdle ? idleInhibit?.createInhibitor(surface: surface) : nil
    }
  }

  private let idleInhibit: ZwpIdleInhibitManagerV1?
  private var inhibitor: ZwpIdleInhibitorV1?

  /// The size that the next `xdg_surface.configure` applies.
  private var pendingSize = (width: 0, height: 0)
  private var pendingIsFullscreen = false
  private var isFullscreen = false
  private var pendingIsSuspended = false
  /// True if the compositor doesn't show the surface, for example because its outputs are switched off.
  private(set) var isSuspended = false
  /// In surface coordinates.
  private var size: (width: Int, height: Int)?
  /// False without an output and before the first configure, and until the next configure if the size is unknown.
  var isDrawable: Bool { size != nil && !outputs.isEmpty }
  private var fractionalScale: Double?
  private var preferredScale: Double?
  private var preferredTransform: BufferTransform?
  /// The named output that was requested last.
  private weak var requestedOutput: WlOutput?

  init(globals: Globals, outputs: Outputs, options: PanelOptions) {
    self.outputs = outputs
    self.options = options
    idleInhibit = globals.idleInhibit
    surface = globals.compositor.createSurface()
    xdgSurface = globals.wmBase.getXdgSurface(surface: surface)
    toplevel = xdgSurface.getToplevel()
    viewport = globals.viewporter?.getViewport(surface: surface)
    // Fractional scales need both protocols: wp_fractional_scale_v1 reports the scale, wp_viewport applies it.
    fractionalScaleObject = viewport.flatMap { [surface] _ in
      globals.fractionalScale?.getFractionalScale(surface: surface)
    }
    toplevel.setTitle(title: options.title)
    toplevel.setAppId(appId: options.appID)
    if options.windowedSize == nil {
      toplevel.setFullscreen(output: options.output.flatMap(outputs.output(named:)))
      decoration = nil
    } else {
      decoration = globals.decoration?.getToplevelDecoration(toplevel: toplevel)
      decoration?.setMode(mode: .serverSide)
    }
    setEventHandlers()
    surface.commit()
  }

  func toggleFullscreen() {
    if isFullscreen { toplevel.unsetFullscreen() } else { toplevel.setFullscreen(output: requestedOutput) }
  }

  /// Goes fullscreen on the configured output after it appears or reappears.
  func moveToOutput() {
    guard options.windowedSize == nil, let output = options.output.flatMap(outputs.output(named:)),
      output !== requestedOutput
    else {
      return
    }
    requestedOutput = output
    toplevel.setFullscreen(output: output)
  }

  private func setEventHandlers() {
    surface.onEvent = { [unowned self] event in
      switch event {
      case .enter(let output): outputs.setEntered(output, true)
      case .leave(let output): outputs.setEntered(output, false)
      case .preferredBufferScale(let factor):
        preferredScale = PanelLimits.scale(factor)
        sendSurfaceState()
      case .preferredBufferTransform(let transform):
        preferredTransform = BufferTransform(rawValue: transform.rawValue)
        sendSurfaceState()
      }
    }
    outputs.onChange = { [unowned self] in
      moveToOutput()
      sendSurfaceState()
      onOutputsChange?()
    }
    outputs.onArrival = { [unowned self] in
      // If a window's output is removed, weston's kiosk-shell shows it on no other output unless asked again.
      if options.windowedSize == nil, !outputs.isSurfaceShown { toplevel.setFullscreen(output: requestedOutput) }
    }
    fractionalScaleObject?.onEvent = { [unowned self] event in
      guard case .preferredScale(let scale) = event, scale > 0 else { return }
      fractionalScale = PanelLimits.scale(in120ths: scale)
      sendSurfaceState()
    }
    toplevel.onEvent = { [unowned self] event in
      switch event {
      case .configure(let width, let height, let states):
        pendingSize = (PanelLimits.side(width), PanelLimits.side(height))
        let states = states.bindMemory(to: UInt32.self)
        pendingIsFullscreen = states.contains(XdgToplevel.State.fullscreen.rawValue)
        pendingIsSuspended = states.contains(XdgToplevel.State.suspended.rawValue)
      case .close: onClose?()
      case .configureBounds, .wmCapabilities: break
      }
    }
    xdgSurface.onEvent = { [unowned self] event in
      guard case .configure(let serial) = event else { return }
      xdgSurface.ackConfigure(serial: serial)
      (isFullscreen, isSuspended) = (pendingIsFullscreen, pendingIsSuspended)
      // Without an output, a fullscreen window has no size until the next configure.
      size = outputs.isEmpty && isFullscreen && (pendingSize.width == 0 || pendingSize.height == 0) ? nil : chosenSize
      sendSurfaceState()
    }
  }

  /// The compositor's size. A dimension that it leaves at 0 is the configured window's, or else the output's.
  private var chosenSize: (width: Int, height: Int) {
    let fallback =
      options.windowedSize.map { (width: Int(clamping: $0.width), height: Int(clamping: $0.height)) } ?? outputs.size
      ?? (width: 1280, height: 800)
    let (width, height) = pendingSize
    return (width > 0 ? width : fallback.width, height > 0 ? height : fallback.height)
  }

  /// Passes the current state to `onConfigure`, with the most specific scale: the fractional scale, the surface's
  /// preferred scale, or else the output's.
  ///
  /// On a rotated output, buffers are drawn rotated: the compositor then needs no extra pass over every pixel and may
  /// scan them out directly.
  private func sendSurfaceState() {
    guard let size else { return }
    // If the surface's version lacks one of these requests, the compositor transforms or scales by itself.
    let transform = surface.version >= 2 ? preferredTransform ?? outputs.transform : .normal
    let integerScale = surface.version >= 3 ? preferredScale ?? outputs.scale : 1
    let scale = fractionalScale ?? integerScale
    onConfigure?(
      SurfaceState(
        width: size.width, height: size.height, scale: scale, usesIntegerScale: fractionalScaleObject == nil,
        transform: transform,
        magnification: options.scale ?? magnification(pixelsPerSurfaceUnit: scale)))
  }

  /// The magnification that gives a point of the window its physical size, `PanelOptions.millimetersPerPoint`; 1 if the
  /// output's physical size is unknown.
  private func magnification(pixelsPerSurfaceUnit scale: Double) -> Double {
    guard let density = outputs.pixelsPerMillimeter else { return 1 }
    return min(max(density / scale * PanelOptions.millimetersPerPoint, 0.25), PanelLimits.maximumScale)
  }
}
