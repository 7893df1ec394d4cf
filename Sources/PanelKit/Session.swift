import PanelEvents
import PanelGeometry
import PanelRaster
import PanelViews
import PanelWayland

/// A connection to a compositor and its surface: from the registry to the frames, until the connection is lost.
final class Session {
  /// The session's callbacks to the panel.
  struct Handler {
    var input: Seat.Handler
    /// Called when the first frame is on the screen.
    var ready: () -> Void
    /// Called when outputs change, and when the surface enters or leaves an output.
    var outputsChanged: () -> Void
    /// Called with a line about the output, size, scale and rotation, initially and when it changes.
    var screenChanged: (String) -> Void
    /// Called when the compositor asks to close the window.
    var close: () -> Void
  }

  private let display: Display
  private let loop: EventLoop
  private let window: Window
  private let options: PanelOptions
  private let handler: Handler
  private let registry: WlRegistry
  private let outputs = Outputs()
  private var offers: [Globals.Offer] = []
  private var seats: [Seat] = []
  private var globals: Globals?
  private var toplevel: Toplevel?
  private(set) var framePresenter: FramePresenter?
  private var cursor: Cursor?
  /// Pending until the registry has announced the initial globals.
  private var registrySync: WlCallback?
  /// Pending until the initial outputs have reported their properties.
  private var outputsSync: WlCallback?
  private var failure: (any Error)?
  private var surfaceState: SurfaceState?
  /// The last line passed to `screenChanged`.
  private var screen = ""

  init(display: Display, loop: EventLoop, window: Window, options: PanelOptions, handler: Handler) {
    self.display = display
    self.loop = loop
    self.window = window
    self.options = options
    self.handler = handler
    registry = display.wlDisplay.getRegistry()
    registry.onEvent = { [unowned self] event in
      switch event {
      case .global(let name, let interface, let version):
        add(Globals.Offer(name: name, interface: interface, version: version))
      case .globalRemove(let name): remove(name)
      }
    }
    registrySync = display.wlDisplay.sync()
    registrySync?.onEvent = { [unowned self] _ in
      registrySync = nil
      startWithOutput()
    }
  }

  /// Reads and dispatches what has arrived, draws if needed and flushes requests. Call it before each wait.
  ///
  /// - Returns: `false` if the socket can't take more data now.
  func prepare() throws -> Bool {
    try read()
    let isFlushed = try display.flush()
    if let failure { throw failure }
    return isFlushed
  }

  /// Reads and dispatches what has arrived, then draws if needed. Call it after each wait.
  func read() throws {
    // Everything: a frame must not advance the clock past an event that waits.
    try display.readArrivedEvents()
    try finishDispatch()
  }

  /// Releases all input devices and cancels their touches and keys: the surface is leaving the screen.
  func end() {
    for seat in seats { seat.remove() }
    seats.removeAll()
  }

  func toggleFullscreen() { toplevel?.toggleFullscreen() }

  /// True to keep the compositor from blanking the screen.
  var inhibitsIdle = false { didSet { toplevel?.inhibitsIdle = inhibitsIdle } }

  /// True while the initial registry sync, a frame callback or a buffer release is outstanding.
  var awaitsCompositor: Bool { registrySync != nil || framePresenter?.awaitsCompositor == true }

  /// Sends `wl_display.sync` to check that the compositor still responds.
  ///
  /// - Returns: the callback object, to be kept until the compositor answers.
  func sync(_ answer: @escaping () -> Void) -> WlCallback {
    let callback = display.wlDisplay.sync()
    callback.onEvent = { _ in answer() }
    return callback
  }

  // MARK: Globals

  private func add(_ offer: Globals.Offer) {
    offers.append(offer)
    guard globals != nil else {
      if registrySync == nil { startWithOutput() }
      return
    }
    // weston's kiosk-shell never shows a window that was mapped while there was no seat.
    if offer.interface == "wl_seat", seats.isEmpty, framePresenter?.awaitsFirstFrame == true { failure = LateSeat() }
    bindDevice(offer, isArriving: true)
  }

  /// A seat that arrived after a frame that wasn't shown.
  struct LateSeat: Error, CustomStringConvertible {
    let description = "the compositor has a seat now"
  }

  private func bindDevice(_ offer: Globals.Offer, isArriving: Bool) {
    switch offer.interface {
    case "wl_output":
      let output = registry.bind(name: offer.name, as: WlOutput.self, version: min(offer.version, 4))
      let xdgOutput = output.version < 4 ? globals?.outputManager?.getXdgOutput(output: output) : nil
      outputs.add(output, xdgOutput: xdgOutput, globalName: offer.name, isArriving: isArriving)
    case "wl_seat":
      guard let toplevel, let cursor else { return }
      let seat = registry.bind(name: offer.name, as: WlSeat.self, version: min(offer.version, 8))
      let number = (0...seats.count).first { number in !seats.contains { $0.number == number } } ?? seats.count
      seats.append(
        Seat(
          seat, globalName: offer.name, number: number, surface: toplevel.surface, cursor: cursor,
          loop: loop, handler: handler.input))
    default: break
    }
  }

  private func remove(_ name: UInt32) {
    offers.removeAll { $0.name == name }
    if outputs.remove(globalName: name) { return }
    guard let index = seats.firstIndex(where: { $0.globalName == name }) else { return }
    seats.remove(at: index).remove()
  }

  /// Creates the window once the compositor has an output. Without one, a fullscreen window has a size of 0×0.
  private func startWithOutput() {
    guard offers.contains(where: { $0.interface == "wl_output" }) else { return }
    do {
      let globals = try Globals(offers, registry: registry)
      self.globals = globals
      globals.wmBase.onEvent = { [unowned wmBase = globals.wmBase] event in
        if case .ping(let serial) = event { wmBase.pong(serial: serial) }
      }
      let toplevel = Toplevel(globals: globals, outputs: outputs, options: options)
      let framePresenter = try FramePresenter(
        surface: toplevel.surface, viewport: toplevel.viewport, globals: globals, window: window, loop: loop,
        options: options)
      framePresenter.onReady = handler.ready
      toplevel.onClose = handler.close
      toplevel.onOutputsChange = handler.outputsChanged
      toplevel.onConfigure = { [unowned self, unowned framePresenter] state in
        magnification = state.magnification
        surfaceState = state
        let scale = state.scale * state.magnification
        window.gestureScale = gestureScale(pixelsPerPoint: scale)
        window.pointsPerMillimeter = outputs.pixelsPerMillimeter.map { $0 / scale }
        framePresenter.configure(state)
        framePresenter.refreshPeriod = outputs.refreshPeriod
      }
      (self.toplevel, self.framePresenter) = (toplevel, framePresenter)
      toplevel.inhibitsIdle = inhibitsIdle
      cursor = try Cursor(compositor: globals.compositor, shm: globals.shm, loop: loop)
      for offer in offers { bindDevice(offer, isArriving: false) }
      outputsSync = display.wlDisplay.sync()
      outputsSync?.onEvent = { [unowned self] _ in
        outputsSync = nil
        outputs.isComplete = true
      }
    } catch {
      failure = error
    }
  }

  /// The factor for the recognizers' thresholds, from `PanelOptions.touchSlop`.
  private func gestureScale(pixelsPerPoint scale: Double) -> Double {
    guard let slop = options.touchSlop, let density = outputs.pixelsPerMillimeter else { return 1 }
    return slop * density / scale / PanGestureRecognizer.hysteresis
  }

  /// The touch statistics of the seat with the most events.
  var touchStatistics: TouchStatistics {
    seats.map(\.touchStatistics).max { $0.events < $1.events } ?? TouchStatistics()
  }
  /// The compositor's name for the output that shows the surface.
  var outputName: String? { outputs.name }
  /// The names of all outputs; `nil` until they are known.
  var outputNames: [String]? { outputs.isComplete ? outputs.names : nil }
  /// Surface coordinates per point of the window.
  private(set) var magnification = 1.0

  /// True if the compositor doesn't show the surface, for example because its outputs are switched off.
  var isSuspended: Bool { toplevel?.isSuspended ?? false }

  /// The reason that the first frame isn't on the screen, for the log; `nil` once it is.
  var missing: String? {
    guard let framePresenter else {
      return registrySync == nil
        ? "the compositor has no screen; waiting for one" : "the compositor doesn't answer"
    }
    guard framePresenter.lastCallbackTime == nil else { return nil }
    return seats.isEmpty
      ? "the compositor shows nothing and has no seat; connect a touchscreen, a mouse or a keyboard"
      : "the compositor hasn't shown the first frame yet"
  }

  private func reportScreen() {
    guard let surfaceState, outputs.isComplete else { return }
    let name = outputs.name ?? "without a name"
    let line = "screen \(name): \(surfaceState)"
    guard line != screen else { return }
    screen = line
    handler.screenChanged(line)
  }

  private func finishDispatch() throws {
    for seat in seats { seat.deliver() }
    reportScreen()
    if toplevel?.isDrawable == true { try framePresenter?.drawIfNeeded() }
  }
}
