import EventLoop
import Geometry
import Raster
import Views
import Wayland

/// Draws the window's picture into buffers and commits them, when there is something to draw and the compositor is ready
/// for it.
final class Frames {
  /// Called once, when the first frame was seen.
  var onReady: (() -> Void)?

  private let surface: WlSurface
  private let compositor: WlCompositor
  private let shm: WlShm
  private let window: Window
  private let options: PanelOptions
  private var pacing = FramePacing()
  private var callback: WlCallback?
  private var buffers: FrameBuffers?
  /// Buffers of an old size that the compositor still reads.
  private var retired: [FrameBuffers] = []
  /// What changed since the last commit.
  private var changed = Region()
  private var isShown = false
  private var isReady = false
  private var size = Size.zero
  private var scale = 0.0
  private var transform = BufferTransform.normal

  /// How long the screen shows a frame, in nanoseconds; `nil` where that isn't known.
  var refreshPeriod: UInt64?
  /// How many frames took longer to draw than the screen shows one.
  private(set) var lateCount = 0

  init(surface: WlSurface, globals: Globals, window: Window, options: PanelOptions) {
    self.surface = surface
    self.options = options
    compositor = globals.compositor
    shm = globals.shm
    self.window = window
  }

  var awaitsCallback: Bool { pacing.awaitsCallback }

  /// True when there is something to draw that nobody has to be waited for.
  var isDue: Bool { size.width > 0 && (pacing.shouldDraw || (window.needsDisplay && !pacing.awaitsCallback)) }
  /// How many frames were committed.
  private(set) var count = 0

  /// The surface has this size, in points, this scale, and its buffers lie so, from the next commit on.
  func configure(size: Size, scale: Double, transform: BufferTransform) {
    guard size != self.size || scale != self.scale || transform != self.transform else {
      // Nothing new to show, but the acknowledgement needs a commit to ride on.
      if isShown { surface.commit() }
      return
    }
    (self.size, self.scale, self.transform) = (size, scale, transform)
    window.resize(to: size * (1 / options.scale), scale: scale * options.scale, bufferTransform: transform)
    // Nothing shines through anywhere: the compositor needn't look beneath.
    let region = compositor.createRegion()
    region.add(x: 0, y: 0, width: Int32(size.width), height: Int32(size.height))
    surface.setOpaqueRegion(region: region)
    region.destroy()
    callback = nil
    pacing.configured()
  }

  /// Draws if something changed and the compositor is ready. After each dispatch.
  func drawIfNeeded() throws(FrameMemory.Failure) {
    guard size.width > 0 else { return }
    if window.needsDisplay || window.isAnimating { pacing.becameDirty() }
    guard pacing.shouldDraw else { return }
    let start = EventLoop.now
    window.advance(to: options.clock())
    changed.formUnion(window.prepare())
    let buffers = try currentBuffers()
    if changed.isEmpty {
      // An animation stood still for a frame: go on at the next one, with nothing drawn.
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
    buffers.invalidate(changed)
    // A new buffer has never been drawn, whatever changed since the last one.
    window.draw(into: buffer.bitmap, clip: buffer.stale)
    // The first one of a size has everything to make, and nobody waits for the next.
    if let refreshPeriod, count > 0, EventLoop.now - start > refreshPeriod { lateCount += 1 }
    commit(buffer, of: buffers)
  }

  private func commit(_ buffer: FrameBuffers.Buffer, of buffers: FrameBuffers) {
    isShown = true
    count += 1
    surface.attach(buffer: buffer.wlBuffer, x: 0, y: 0)
    for index in 0..<changed.count {
      damage(changed[index])
    }
    askForCallback()
    surface.commit()
    buffers.committed(buffer)
    changed = Region()
    pacing.committed(stillMoving: window.isAnimating)
    retired.removeAll { !$0.isInUse }
  }

  private func damage(_ rect: PixelRect) {
    do {
      try surface.damageBuffer(
        x: Int32(rect.minX), y: Int32(rect.minY), width: Int32(rect.width), height: Int32(rect.height))
    } catch {
      // An old compositor counts in the surface's units, which then are pixels: it has no other scale. Where the buffer
      // lies differently they aren't, and everything is meant.
      let isUpright = transform == .normal
      surface.damage(
        x: isUpright ? Int32(rect.minX) : 0, y: isUpright ? Int32(rect.minY) : 0,
        width: isUpright ? Int32(rect.width) : .max, height: isUpright ? Int32(rect.height) : .max)
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
  private func currentBuffers() throws(FrameMemory.Failure) -> FrameBuffers {
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
    changed = Region(PixelRect(x: 0, y: 0, width: width, height: height))
    return new
  }
}
