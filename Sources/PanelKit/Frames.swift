import CLinux
import Events
import Geometry
import Raster
import System
import Views
import Wayland

/// Draws the window into buffers and commits them when something changed and the compositor is ready.
final class Frames {
  /// Called once, when the first frame callback arrives.
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
  /// Wakes the loop at the time to begin the next frame.
  private let alarm: TimerSource
  /// The scheduled time of the next frame; `nil` if no frame is scheduled.
  private var planned: UInt64?
  /// Returns memory to the system once the panel has been idle for `PanelOptions.rest`.
  private let resting: TimerSource
  private var callback: WlCallback?
  private var buffers: FrameBuffers?
  /// Buffers of a previous size that the compositor still reads.
  private var retired: [FrameBuffers] = []
  /// The damage since the last commit.
  private var changed = Region()
  private var isReady = false
  /// The surface state for the next frame.
  private var state: SurfaceState?
  /// The time since which there has been something to show; `nil` if nothing has changed.
  private var wanted: UInt64?
  /// The surface state of the last frame. It is sent along with the frame's buffer, which fits no other state.
  private var shown: SurfaceState?

  /// The output's refresh period, in nanoseconds; `nil` if unknown.
  var refreshPeriod: UInt64?
  /// The number of frames that an earlier refresh could have shown. Without presentation feedback: the number of frames
  /// that took longer to draw than a refresh period.
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
    // The handler is empty because the loop draws before each wait.
    alarm = try loop.addTimer(accuracy: 100_000) {}
    resting = try loop.addTimer(accuracy: 100_000_000) { [unowned window] in
      window.discardGradients()
      // Return freed heap, mostly fontconfig's: it matters on boards with little memory.
      malloc_trim(0)
    }
  }

  var awaitsCallback: Bool { pacing.awaitsCallback }

  /// True if there is something to draw and no frame callback is outstanding.
  var isDue: Bool { state != nil && (pacing.shouldDraw || (window.needsDisplay && !pacing.awaitsCallback)) }
  /// The number of committed frames.
  private(set) var count = 0

  /// Sets the surface state for the next frame.
  func configure(_ state: SurfaceState) {
    guard state != self.state else {
      // Nothing changed, but `ack_configure` takes effect with a commit. A frame that is due commits anyway.
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

  /// Draws if something changed and the compositor is ready. Called after each dispatch.
  func drawIfNeeded() throws(SystemError) {
    guard let state else { return }
    let now = EventLoop.now
    if window.needsDisplay || window.isAnimating {
      pacing.becameDirty()
      wanted = wanted ?? now
    }
    guard pacing.shouldDraw else { return }
    // Draw a new size or scale at once, without waiting for more touches.
    let beginning = state == shown ? screen.beginning(at: now) : now
    guard beginning <= now else {
      (alarm.deadline, planned) = (beginning, beginning)
      return
    }
    // If the loop wakes up late, the delay counts as drawing time.
    let began = min(planned ?? now, now)
    (alarm.deadline, planned) = (nil, nil)
    window.advance(to: options.clock())
    changed.formUnion(window.prepare())
    let buffers = try currentBuffers()
    if state != shown { changed = Region(buffers.bounds) }
    if changed.isEmpty {
      // The animation changed nothing in this frame: draw nothing and continue at the next one.
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
    // Small changes, such as a label that changes each second, must not postpone this forever.
    if window.isAnimating || window.isTouched || changed.area * 4 >= buffers.bounds.area {
      resting.deadline = drawn + options.rest
    }
    commit(buffer, of: buffers, for: state)
    wanted = window.isAnimating ? EventLoop.now : nil
  }

  /// Counts the next commit if it is late: by presentation feedback, or else by drawing time.
  private func expect(_ state: SurfaceState, began: UInt64, at now: UInt64) {
    // The first frame of a size renders everything, so its lateness is measured from the commit.
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

  /// - Parameter isInPoints: true if buffer pixels and surface coordinates are the same.
  private func damage(_ rect: PixelRect, isInPoints: Bool) {
    do {
      try surface.damageBuffer(
        x: Int32(rect.minX), y: Int32(rect.minY), width: Int32(rect.width), height: Int32(rect.height))
    } catch {
      // Before version 4, wl_surface only has `damage`, in surface coordinates. If those differ from pixels, damage
      // everything.
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

  /// Returns the buffers for the window's current pixel size.
  private func currentBuffers() throws(SystemError) -> FrameBuffers {
    let (width, height) = window.pixelSize
    if let buffers, buffers.width == width, buffers.height == height { return buffers }
    // Keep the previous buffers until the compositor releases them: it still shows one.
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
