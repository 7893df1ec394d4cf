import CLinux
import Events
import Geometry
import Raster
import System
import Views
import Wayland

/// Draws the window's picture into buffers and commits them, when there is something to draw and the compositor is ready
/// for it.
final class Frames {
  /// Called once, when the first frame was seen.
  var onReady: (() -> Void)?

  private let surface: WlSurface
  private let viewport: WpViewport?
  private let compositor: WlCompositor
  private let shm: WlShm
  private let window: Window
  private let options: PanelOptions
  private let presentation: Presentation?
  private var pacing = FramePacing()
  private var screen = ScreenClock()
  /// Has the loop look again at the time at which a frame begins.
  private let alarm: TimerSource
  /// That time, as long as it is waited for.
  private var planned: UInt64?
  /// Returns memory to the system after a pause.
  private let resting: TimerSource
  private var callback: WlCallback?
  private var buffers: FrameBuffers?
  /// Buffers of an old size that the compositor still reads.
  private var retired: [FrameBuffers] = []
  /// The region that changed since the last commit.
  private var changed = Region()
  private var isReady = false
  /// The surface state that the next frame is for.
  private var state: SurfaceState?
  /// The time since when there is something to show.
  private var wanted: UInt64?
  /// The state that the last frame was for. It went to the compositor with the frame's buffer, which no other state
  /// fits.
  private var shown: SurfaceState?

  /// The time for which the screen shows a frame, in nanoseconds; `nil` if that isn't known.
  var refreshPeriod: UInt64?
  /// The number of frames that an earlier refresh could have shown; where the compositor doesn't tell of refreshes, of those
  /// that took longer to draw than the screen shows one.
  private(set) var lateCount = 0

  init(
    surface: WlSurface, viewport: WpViewport?, globals: Globals, window: Window, loop: EventLoop, options: PanelOptions
  ) throws(SystemError) {
    self.surface = surface
    self.viewport = viewport
    self.options = options
    compositor = globals.compositor
    shm = globals.shm
    presentation = globals.presentation.map(Presentation.init)
    self.window = window
    // The loop draws before each wait.
    alarm = try loop.addTimer(accuracy: 100_000) {}
    resting = try loop.addTimer(accuracy: 100_000_000) { [unowned window] in
      window.discardGradients()
      // Freed heap, above all the font configuration's. On a board with little memory that counts.
      malloc_trim(0)
    }
  }

  var awaitsCallback: Bool { pacing.awaitsCallback }

  /// True when there is something to draw that nobody has to be waited for.
  var isDue: Bool { state != nil && (pacing.shouldDraw || (window.needsDisplay && !pacing.awaitsCallback)) }
  /// The number of frames committed.
  private(set) var count = 0

  /// The surface lies so from the next frame on.
  func configure(_ state: SurfaceState) {
    guard state != self.state else {
      // Nothing new to show, but the acknowledgement needs a commit to ride on; a frame that is due is one.
      if state == shown { surface.commit() }
      return
    }
    self.state = state
    window.resize(
      to: state.size * (1 / state.magnification), scale: state.scale * state.magnification,
      bufferTransform: state.transform)
    callback = nil
    pacing.configured()
  }

  /// Draws if something changed and the compositor is ready. After each dispatch.
  func drawIfNeeded() throws(SystemError) {
    guard let state else { return }
    let now = EventLoop.now
    if window.needsDisplay || window.isAnimating {
      pacing.becameDirty()
      wanted = wanted ?? now
    }
    guard pacing.shouldDraw else { return }
    // What is on the screen in a wrong size can't wait for more touches.
    let beginning = state == shown ? screen.beginning(at: now) : now
    guard beginning <= now else {
      (alarm.deadline, planned) = (beginning, beginning)
      return
    }
    // A loop that is woken late has less time: it counts as drawing.
    let began = min(planned ?? now, now)
    (alarm.deadline, planned) = (nil, nil)
    window.advance(to: options.clock())
    changed.formUnion(window.prepare())
    let buffers = try currentBuffers()
    if state != shown { changed = Region(buffers.bounds) }
    if changed.isEmpty {
      // An animation stood still for a frame: go on at the next one, with nothing drawn.
      wanted = nil
      pacing.committed(stillMoving: window.isAnimating)
      guard window.isAnimating else { return pacing.callbackCame() }
      askForCallback()
      surface.commit()
      return
    }
    guard let buffer = try buffers.next() else {
      pacing.noBufferWasFree()
      return
    }
    window.draw(into: buffer.bitmap, clip: buffers.catchUp(buffer, before: changed))
    buffers.invalidate(changed)
    let drawn = EventLoop.now
    expect(state, began: began, at: drawn)
    // A label that changes each second mustn't postpone this forever.
    if window.isAnimating || window.isTouched || changed.area * 4 >= buffers.bounds.area {
      resting.deadline = drawn + options.rest
    }
    commit(buffer, of: buffers, for: state)
    wanted = window.isAnimating ? EventLoop.now : nil
  }

  /// Counts the next commit if it is late: by the compositor's answer, or else by its drawing time.
  private func expect(_ state: SurfaceState, began: UInt64, at now: UInt64) {
    // The first one of a size has everything to make, and nobody waits for the next.
    let seen = screen.committed(wanted: state == shown ? wanted ?? began : now, began: began, at: now)
    guard let presentation else {
      if count > 0, let refreshPeriod, now - began > refreshPeriod { lateCount += 1 }
      return
    }
    presentation.ask(on: surface, committed: now) { [unowned self] in
      let refresh = $0.period ?? refreshPeriod
      if screen.presented(seen, at: $0.time, refresh: refresh, hasBeat: $0.hasBeat) { lateCount += 1 }
    }
  }

  private func commit(_ buffer: FrameBuffers.Buffer, of buffers: FrameBuffers, for state: SurfaceState) {
    count += 1
    if state != shown { state.send(to: surface, viewport: viewport, compositor: compositor) }
    surface.attach(buffer: buffer.wlBuffer, x: 0, y: 0)
    for index in 0..<changed.count {
      damage(changed[index], isInPoints: state.scale == 1 && state.transform == .normal)
    }
    shown = state
    askForCallback()
    surface.commit()
    buffers.committed(buffer)
    changed = Region()
    pacing.committed(stillMoving: window.isAnimating)
    retired.removeAll { !$0.isInUse }
  }

  /// - Parameter isInPoints: the buffer's pixels are the surface's points.
  private func damage(_ rect: PixelRect, isInPoints: Bool) {
    do {
      try surface.damageBuffer(
        x: Int32(rect.minX), y: Int32(rect.minY), width: Int32(rect.width), height: Int32(rect.height))
    } catch {
      // An old compositor counts in points. Where those are something else, everything is meant.
      surface.damage(
        x: isInPoints ? Int32(rect.minX) : 0, y: isInPoints ? Int32(rect.minY) : 0,
        width: isInPoints ? Int32(rect.width) : .max, height: isInPoints ? Int32(rect.height) : .max)
    }
  }

  private func askForCallback() {
    let callback = surface.frame()
    callback.onEvent = { [unowned self] _ in
      self.callback = nil
      pacing.callbackCame()
      if !isReady {
        isReady = true
        onReady?()
      }
    }
    self.callback = callback
  }

  /// The buffers of the size that the picture has now.
  private func currentBuffers() throws(SystemError) -> FrameBuffers {
    let (width, height) = window.pixelSize
    if let buffers, buffers.width == width, buffers.height == height { return buffers }
    // They are kept until the compositor has let go of them: it still shows one.
    if let buffers, buffers.isInUse { retired.append(buffers) }
    let new = try FrameBuffers(width: width, height: height, shm: shm)
    new.onRelease = { [unowned self] in
      pacing.bufferWasReleased()
      retired.removeAll { !$0.isInUse }
    }
    buffers = new
    return new
  }
}
