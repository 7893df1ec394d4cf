import CLinux
import PanelEvents
import PanelGeometry
import PanelRaster
import PanelSystem
import PanelViews
import PanelWayland

/// Draws the window into buffers and commits them when something changed and the compositor is ready.
final class FramePresenter {
  /// Called once, when the first frame callback arrives.
  var onReady: (() -> Void)?
  /// The output's refresh period, in nanoseconds; `nil` if unknown.
  var refreshPeriod: UInt64?
  /// The number of committed frames.
  private(set) var frameCount = 0
  /// The number of frames that were committed more than a refresh period after they could have been drawn.
  private(set) var lateFrameCount = 0
  /// The time of the last frame callback; `nil` before the first.
  private(set) var lastCallbackTime: UInt64?

  private let surface: WlSurface
  private let viewport: WpViewport?
  private let compositor: WlCompositor
  private let shm: WlShm
  private let window: Window
  private let options: PanelOptions
  private var pacing = FramePacing()
  /// Wakes the loop at the time to begin the next frame.
  private let frameTimer: TimerSource
  /// Returns memory to the system once the panel has been idle for `PanelOptions.idleDelay`.
  private let idleTimer: TimerSource
  private var callback: WlCallback?
  private var buffers: FrameBuffers?
  /// Buffers of a previous size that the compositor still reads.
  private var retired: [FrameBuffers] = []
  /// The damage since the last commit.
  private var damage = Region()
  /// The surface state for the next frame.
  private var state: SurfaceState?
  /// The surface state of the last committed frame. It is sent with the frame's buffer, which fits no other state.
  private var committedState: SurfaceState?
  /// The time since which there has been something to draw; `nil` if nothing has changed.
  private var dirtySince: UInt64?

  init(
    surface: WlSurface, viewport: WpViewport?, globals: Globals, window: Window, loop: EventLoop, options: PanelOptions
  ) throws(SystemError) {
    (self.surface, self.viewport, self.window, self.options) = (surface, viewport, window, options)
    compositor = globals.compositor
    shm = globals.shm
    // Without a handler, because the loop draws before each wait.
    frameTimer = try loop.addTimer(accuracy: 100_000)
    idleTimer = try loop.addTimer(accuracy: 100_000_000) {
      // Return freed heap, mostly fontconfig's: it matters on boards with little memory.
      malloc_trim(0)
    }
  }

  /// True while a frame callback or a buffer release is outstanding.
  var awaitsCompositor: Bool { pacing.awaitsCallback || pacing.awaitsBuffer }

  /// True if a frame was committed and none was shown yet.
  var awaitsFirstFrame: Bool { frameCount > 0 && lastCallbackTime == nil }

  /// True if there is something to draw and the compositor is ready for it.
  var isDue: Bool { state != nil && !awaitsCompositor && (pacing.isDirty || window.needsDisplay) }

  /// Sets the surface state for the next frame.
  func configure(_ state: SurfaceState) {
    guard state != self.state else {
      // Nothing changed, but `ack_configure` takes effect with a commit. A frame that is due commits anyway.
      if state == committedState { surface.commit() }
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
      dirtySince = dirtySince ?? now
    }
    guard pacing.shouldDraw else { return }
    let start = pacing.earliestStart(period: refreshPeriod)
    frameTimer.deadline = start > now ? start : nil
    guard start <= now else { return }
    window.advance(to: options.clock())
    damage.formUnion(window.updateDamage())
    let buffers = try currentBuffers()
    if state != committedState { damage = Region(buffers.bounds) }
    if damage.isEmpty {
      // The animation changed nothing in this frame: draw nothing and continue at the next frame.
      dirtySince = nil
      guard window.isAnimating else { return pacing.becameClean() }
      requestCallback()
      surface.commit()
      return
    }
    guard let buffer = try buffers.nextFreeBuffer() else { return pacing.noBufferWasFree() }
    window.draw(into: buffer.bitmap, clip: buffers.repair(buffer, drawing: damage))
    buffers.addDamage(damage)
    let end = EventLoop.now
    pacing.recordDrawingTime(end - now)
    recordLateness(at: end)
    // Small changes, such as a label that changes each second, must not postpone freeing memory forever.
    if window.isAnimating || window.isTouched || damage.area * 4 >= buffers.bounds.area {
      idleTimer.deadline = end + options.idleDelay
    }
    commit(buffer, of: buffers, for: state)
    dirtySince = window.isAnimating ? EventLoop.now : nil
  }

  /// Counts the next commit if it is late. The first frame of a size isn't: it renders everything.
  private func recordLateness(at now: UInt64) {
    guard let refreshPeriod, let dirtySince, frameCount > 0, state == committedState else { return }
    if now > max(dirtySince, pacing.callbackTime) + refreshPeriod { lateFrameCount += 1 }
  }

  private func commit(_ buffer: FrameBuffers.Buffer, of buffers: FrameBuffers, for state: SurfaceState) {
    frameCount += 1
    if state != committedState { state.send(to: surface, viewport: viewport, compositor: compositor) }
    surface.attach(buffer: buffer.wlBuffer, x: 0, y: 0)
    for index in 0..<damage.count {
      sendDamage(damage[index], inSurfaceCoordinates: state.scale == 1 && state.transform == .normal)
    }
    committedState = state
    requestCallback()
    surface.commit()
    buffers.markCommitted(buffer)
    damage = Region()
    retired.removeAll { !$0.isInUse }
  }

  /// - Parameter inSurfaceCoordinates: true if `rect`, in pixels, is the same in surface coordinates.
  private func sendDamage(_ rect: PixelRect, inSurfaceCoordinates: Bool) {
    let (x, y, width, height) = (Int32(rect.minX), Int32(rect.minY), Int32(rect.width), Int32(rect.height))
    do {
      try surface.damageBuffer(x: x, y: y, width: width, height: height)
    } catch {
      // Before version 4, wl_surface only has `damage`, in surface coordinates. If those differ from pixels, damage
      // everything.
      if inSurfaceCoordinates {
        surface.damage(x: x, y: y, width: width, height: height)
      } else {
        surface.damage(x: 0, y: 0, width: .max, height: .max)
      }
    }
  }

  /// Requests a frame callback for the next commit.
  private func requestCallback() {
    pacing.committed(isAnimating: window.isAnimating)
    let callback = surface.frame()
    callback.onEvent = { [unowned self] _ in
      self.callback = nil
      let now = EventLoop.now
      pacing.receivedCallback(at: now)
      lastCallbackTime = now
      onReady?()
      onReady = nil
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
