import Geometry
import Wayland

/// The surface as a window: what size it has, and at what scale.
final class Toplevel {
  let surface: WlSurface
  var onClose: (() -> Void)?
  /// For buffers of another size than the surface has pixels, where the compositor can stretch.
  let viewport: WpViewport?
  /// Called with what the next frame is for.
  var onConfigure: ((SurfaceState) -> Void)?
  /// Called when screens came, went, or said what they are.
  var onOutputs: (() -> Void)?

  private let xdgSurface: XdgSurface
  private let toplevel: XdgToplevel
  private let fractional: WpFractionalScaleV1?
  private let decoration: ZxdgToplevelDecorationV1?
  private let outputs: Outputs
  private let options: PanelOptions

  /// True to keep the compositor from blanking the screen, where it can be asked to.
  var inhibitsIdle = false {
    didSet {
      guard inhibitsIdle != oldValue else { return }
      inhibitor?.destroy()
      inhibitor = inhibitsIdle ? idleInhibit?.createInhibitor(surface: surface) : nil
    }
  }

  private let idleInhibit: ZwpIdleInhibitManagerV1?
  private var inhibitor: ZwpIdleInhibitorV1?

  /// The size that the next `xdg_surface.configure` makes valid.
  private var pendingSize = (width: 0, height: 0)
  private var pendingIsFullscreen = false
  private var isFullscreen = false
  /// In points.
  private var size: (width: Int, height: Int)?
  private var preferredFraction: Double?
  private var preferredScale: Double?
  private var preferredTransform: BufferTransform?
  /// The named screen that was asked for last.
  private weak var target: WlOutput?

  init(globals: Globals, outputs: Outputs, options: PanelOptions) {
    self.outputs = outputs
    self.options = options
    idleInhibit = globals.idleInhibit
    surface = globals.compositor.createSurface()
    xdgSurface = globals.wmBase.getXdgSurface(surface: surface)
    toplevel = xdgSurface.getToplevel()
    viewport = globals.viewporter?.getViewport(surface: surface)
    // A fraction needs both: one tells it, the other one makes it so.
    fractional = viewport.flatMap { [surface] _ in globals.fractionalScale?.getFractionalScale(surface: surface) }
    toplevel.setTitle(title: options.title)
    toplevel.setAppId(appId: options.appID)
    if options.windowedSize == nil {
      toplevel.setFullscreen(output: options.output.flatMap(outputs.named))
      decoration = nil
    } else {
      decoration = globals.decoration?.getToplevelDecoration(toplevel: toplevel)
      decoration?.setMode(mode: .serverSide)
    }
    listen()
    surface.commit()
  }

  func toggleFullscreen() {
    if isFullscreen { toplevel.unsetFullscreen() } else { toplevel.setFullscreen(output: target) }
  }

  /// The named screen came, or came back: go there.
  func moveToOutput() {
    guard options.windowedSize == nil, let output = options.output.flatMap(outputs.named), output !== target else {
      return
    }
    target = output
    toplevel.setFullscreen(output: output)
  }

  private func listen() {
    surface.onEvent = { [unowned self] event in
      switch event {
      case .enter(let output): outputs.entered(output, true)
      case .leave(let output): outputs.entered(output, false)
      case .preferredBufferScale(let factor):
        preferredScale = PanelLimits.scale(factor)
        apply()
      case .preferredBufferTransform(let transform):
        preferredTransform = BufferTransform(rawValue: transform.rawValue)
        apply()
      }
    }
    outputs.onChange = { [unowned self] in
      moveToOutput()
      apply()
      onOutputs?()
    }
    outputs.onArrival = { [unowned self] in
      // weston's kiosk-shell shows a window whose screen went on no other one, unless asked anew.
      if options.windowedSize == nil, !outputs.isShown { toplevel.setFullscreen(output: target) }
    }
    fractional?.onEvent = { [unowned self] event in
      guard case .preferredScale(let scale) = event, scale > 0 else { return }
      preferredFraction = PanelLimits.scale(in120ths: scale)
      apply()
    }
    toplevel.onEvent = { [unowned self] event in
      switch event {
      case .configure(let width, let height, let states):
        pendingSize = (PanelLimits.side(width), PanelLimits.side(height))
        pendingIsFullscreen = states.bindMemory(to: UInt32.self).contains(XdgToplevel.State.fullscreen.rawValue)
      case .close: onClose?()
      case .configureBounds, .wmCapabilities: break
      }
    }
    xdgSurface.onEvent = { [unowned self] event in
      guard case .configure(let serial) = event else { return }
      xdgSurface.ackConfigure(serial: serial)
      isFullscreen = pendingIsFullscreen
      size = chosenSize
      apply()
    }
  }

  /// A dimension of zero leaves it to us: the size asked for on the command line, else the screen's.
  private var chosenSize: (width: Int, height: Int) {
    let own =
      options.windowedSize.map { (width: Int(clamping: $0.width), height: Int(clamping: $0.height)) } ?? outputs.size
      ?? (width: 1280, height: 800)
    return (
      pendingSize.width > 0 ? pendingSize.width : own.width,
      pendingSize.height > 0 ? pendingSize.height : own.height
    )
  }

  /// Takes the scale from who knows it best: the fraction, the surface's own, the screen's. Where the compositor turns
  /// its screen the buffer comes turned already: shown as it is, it costs no pass over every pixel, and may be scanned out.
  private func apply() {
    guard let size else { return }
    // A compositor too old for one of these turns, or scales, by itself.
    let transform = surface.version >= 2 ? preferredTransform ?? outputs.transform : .normal
    let whole = surface.version >= 3 ? preferredScale ?? outputs.scale : 1
    let scale = preferredFraction ?? whole
    onConfigure?(
      SurfaceState(
        width: size.width, height: size.height, scale: scale, isWhole: fractional == nil, transform: transform,
        magnification: options.scale ?? magnification(pixelsToPoint: scale)))
  }

  /// As many of the compositor's points as make one of the window's the part of a millimetre that it should be; 1 where
  /// nobody knows how large the glass is.
  private func magnification(pixelsToPoint scale: Double) -> Double {
    guard let density = outputs.pixelsPerMillimetre else { return 1 }
    return min(max(density / scale * PanelOptions.millimetresPerPoint, 0.25), PanelLimits.largestScale)
  }
}
