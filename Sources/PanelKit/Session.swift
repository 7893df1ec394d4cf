import Events
import Geometry
import Raster
import Views
import Wayland

/// One connection to a compositor, with its surface: from the registry to the frames, until it is lost.
final class Session {
  /// The calls that a session makes to the panel.
  struct Handler {
    var touches: ([TouchEvent]) -> Void
    var key: (Key, Bool) -> Void
    var keysLost: () -> Void
    /// The first frame was seen.
    var ready: () -> Void
    /// Screens came, went, or said what they are.
    var outputs: () -> Void
    /// The compositor asks to close the window.
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
  private var frames: Frames?
  private var cursor: Cursor?
  /// Ends the wait for the registry's first list.
  private var listed: WlCallback?
  /// Ends the wait for what the first screens say of themselves.
  private var told: WlCallback?
  private var failure: (any Error)?

  init(display: Display, loop: EventLoop, window: Window, options: PanelOptions, handler: Handler) {
    self.display = display
    self.loop = loop
    self.window = window
    self.options = options
    self.handler = handler
    registry = display.display.getRegistry()
    registry.onEvent = { [unowned self] event in
      switch event {
      case .global(let name, let interface, let version):
        add(Globals.Offer(name: name, interface: interface, version: version))
      case .globalRemove(let name): remove(name)
      }
    }
    listed = display.display.sync()
    listed?.onEvent = { [unowned self] _ in
      listed = nil
      start()
    }
  }

  /// Handles what has arrived, draws if there is something to draw, and sends. Before each wait.
  ///
  /// - Returns: false when the compositor takes no more just now.
  func prepare() throws -> Bool {
    try display.prepareRead()
    try finishDispatch()
    let isFlushed = try display.flush()
    if let failure { throw failure }
    return isFlushed
  }

  /// Reads what has arrived. After a wait.
  func read() throws {
    try display.readEvents()
    try finishDispatch()
  }

  /// The surface is leaving the screen: what is pressed is let go.
  func end() {
    for seat in seats { seat.remove() }
    seats.removeAll()
  }

  func toggleFullscreen() { toplevel?.toggleFullscreen() }

  /// True to keep the compositor from blanking the screen.
  var inhibitsIdle = false { didSet { toplevel?.inhibitsIdle = inhibitsIdle } }

  /// True while a frame callback is outstanding: then a compositor that is alive answers, sooner or later.
  var awaitsCompositor: Bool { listed != nil || frames?.awaitsCallback == true }

  /// Asks whether the compositor still answers.
  func ping(_ answer: @escaping () -> Void) -> WlCallback {
    let callback = display.display.sync()
    callback.onEvent = { _ in answer() }
    return callback
  }

  // MARK: Globals

  private func add(_ offer: Globals.Offer) {
    offers.append(offer)
    guard globals != nil else { return }
    bindDevice(offer, isArriving: true)
  }

  private func bindDevice(_ offer: Globals.Offer, isArriving: Bool) {
    switch offer.interface {
    case "wl_output":
      let output = registry.bind(name: offer.name, as: WlOutput.self, version: min(offer.version, 4))
      let teller = output.version < 4 ? globals?.outputManager?.getXdgOutput(output: output) : nil
      outputs.add(output, teller: teller, name: offer.name, isArriving: isArriving)
    case "wl_seat":
      guard let toplevel, let cursor else { return }
      let seat = registry.bind(name: offer.name, as: WlSeat.self, version: min(offer.version, 8))
      let number = (0...seats.count).first { number in !seats.contains { $0.number == number } } ?? seats.count
      seats.append(
        Seat(
          seat, name: offer.name, number: number, surface: toplevel.surface, cursor: cursor,
          handler: Seat.Handler(touches: handler.touches, key: handler.key, keysLost: handler.keysLost)))
    default: break
    }
  }

  private func remove(_ name: UInt32) {
    offers.removeAll { $0.name == name }
    if outputs.remove(name: name) { return }
    guard let index = seats.firstIndex(where: { $0.name == name }) else { return }
    seats.remove(at: index).remove()
  }

  private func start() {
    do {
      let globals = try Globals(offers, registry: registry)
      self.globals = globals
      globals.wmBase.onEvent = { [unowned globals = globals.wmBase] event in
        if case .ping(let serial) = event { globals.pong(serial: serial) }
      }
      let toplevel = Toplevel(globals: globals, outputs: outputs, options: options)
      let frames = try Frames(
        surface: toplevel.surface, viewport: toplevel.viewport, globals: globals, window: window, loop: loop,
        options: options)
      frames.onReady = handler.ready
      toplevel.onClose = handler.close
      toplevel.onOutputs = handler.outputs
      toplevel.onConfigure = { [unowned self, unowned frames] state in
        magnification = state.magnification
        let scale = state.scale * state.magnification
        window.gestureScale = gestureScale(pixelsToPoint: scale)
        window.pointsPerMillimetre = outputs.pixelsPerMillimetre.map { $0 / scale }
        frames.configure(state)
        frames.refreshPeriod = outputs.refreshPeriod
      }
      (self.toplevel, self.frames) = (toplevel, frames)
      toplevel.inhibitsIdle = inhibitsIdle
      cursor = try Cursor(compositor: globals.compositor, shm: globals.shm, loop: loop)
      for offer in offers { bindDevice(offer, isArriving: false) }
      told = display.display.sync()
      told?.onEvent = { [unowned self] _ in
        told = nil
        outputs.isComplete = true
      }
    } catch {
      failure = error
    }
  }

  /// The factor for the recognizers' points.
  private func gestureScale(pixelsToPoint scale: Double) -> Double {
    guard let slop = options.touchSlop, let density = outputs.pixelsPerMillimetre else { return 1 }
    return slop * density / scale / PanGestureRecognizer.hysteresis
  }

  /// True when there is something to draw that nobody has to be waited for.
  var isDue: Bool { frames?.isDue ?? false }
  var frameCount: Int { frames?.count ?? 0 }
  var lateFrameCount: Int { frames?.lateCount ?? 0 }
  /// Of the seat that was heard of most.
  var touchHabits: TouchHabits { seats.map(\.touchHabits).max { $0.events < $1.events } ?? TouchHabits() }
  /// The screen that shows it, as the compositor names it.
  var outputName: String? { outputs.title }
  /// The names of all screens; `nil` until they are known.
  var outputNames: [String]? { outputs.isComplete ? outputs.titles : nil }
  /// The compositor's points to one of the window's.
  private(set) var magnification = 1.0

  private func finishDispatch() throws {
    for seat in seats { seat.deliver() }
    try frames?.drawIfNeeded()
  }
}
