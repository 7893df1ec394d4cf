import Geometry
import Wayland

/// The surface as a window: what size it has, and at what scale.
final class Toplevel {
  let surface: WlSurface
  var onClose: (() -> Void)?
  /// Called with the size in points, the scale in pixels a point and how the buffer lies, when the next frame must have
  /// them.
  var onConfigure: ((Size, Double, BufferTransform) -> Void)?

  private let xdgSurface: XdgSurface
  private let toplevel: XdgToplevel
  private let viewport: WpViewport?
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

  /// What the next `xdg_surface.configure` makes so.
  private var pendingSize = (width: 0, height: 0)
  private var pendingIsFullscreen = false
  private var isFullscreen = false
  private var size: Size?
  /// In 120ths, once the compositor said so.
  private var preferredFraction: UInt32?
  private var preferredScale: Int32?
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
    // A fraction needs both: one tells it, the other one makes it so.
    if let manager = globals.fractionalScale, let viewporter = globals.viewporter {
      viewport = viewporter.getViewport(surface: surface)
      fractional = manager.getFractionalScale(surface: surface)
    } else {
      viewport = nil
      fractional = nil
    }
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
    if isFullscreen { toplevel.unsetFullscreen() } else { toplevel.setFullscreen(output: nil) }
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
        preferredScale = max(1, factor)
        apply()
      case .preferredBufferTransform(let transform):
        preferredTransform = BufferTransform(rawValue: transform.rawValue)
        apply()
      }
    }
    outputs.onChange = { [unowned self] in
      moveToOutput()
      apply()
    }
    outputs.onArrival = { [unowned self] in
      // weston's kiosk-shell shows a window whose screen went on no other one, unless asked anew.
      if options.windowedSize == nil, !outputs.isShown { toplevel.setFullscreen(output: target) }
    }
    fractional?.onEvent = { [unowned self] event in
      guard case .preferredScale(let scale) = event, scale > 0 else { return }
      preferredFraction = scale
      apply()
    }
    toplevel.onEvent = { [unowned self] event in
      switch event {
      case .configure(let width, let height, let states):
        pendingSize = (Int(max(0, width)), Int(max(0, height)))
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
  private var chosenSize: Size {
    let own =
      options.windowedSize.map { (width: Int($0.width), height: Int($0.height)) } ?? outputs.size
      ?? (width: 1280, height: 800)
    return Size(
      Double(pendingSize.width > 0 ? pendingSize.width : own.width),
      Double(pendingSize.height > 0 ? pendingSize.height : own.height))
  }

  /// Takes the scale from who knows it best: the fraction, the surface's own, the screen's. Where the compositor turns
  /// its screen the buffer comes turned already: shown as it is, it costs no pass over every pixel, and may be scanned out.
  private func apply() {
    guard let size else { return }
    var transform = preferredTransform ?? outputs.transform
    do {
      try surface.setBufferTransform(transform: WlOutput.Transform(rawValue: transform.rawValue))
    } catch {
      // A compositor as old as that turns by itself.
      transform = .normal
    }
    if let viewport, let preferredFraction {
      viewport.setDestination(width: Int32(size.width), height: Int32(size.height))
      onConfigure?(size, Double(preferredFraction) / 120, transform)
      return
    }
    var scale = Int(preferredScale ?? 0)
    if scale == 0 { scale = outputs.scale }
    do {
      try surface.setBufferScale(scale: Int32(scale))
    } catch {
      // A compositor as old as that scales by itself.
      scale = 1
    }
    onConfigure?(size, Double(scale), transform)
  }
}
