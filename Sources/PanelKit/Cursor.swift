import PanelEvents
import PanelGeometry
import PanelRaster
import PanelSystem
import PanelText
import PanelWayland

/// The pointer image: a dot that appears when a pointer moves and disappears after a while or at a touch.
final class Cursor {
  /// The image's width and height, in pixels.
  private static let edgeLength = 24
  /// The time after which an idle pointer is hidden, in nanoseconds.
  private static let hideDelay: UInt64 = 5_000_000_000

  private let compositor: WlCompositor
  private let shm: WlShm
  private let timer: TimerSource
  private var surface: WlSurface?
  private var memory: FrameMemory?
  private var buffer: WlBuffer?
  private var pointer: WlPointer?
  private var serial: UInt32 = 0
  private var isShown = false

  init(compositor: WlCompositor, shm: WlShm, loop: EventLoop) throws(SystemError) {
    self.compositor = compositor
    self.shm = shm
    // Hiding the pointer a second late isn't noticeable.
    timer = try loop.addTimer(accuracy: 1_000_000_000)
    timer.handler = { [unowned self] in hide() }
  }

  func pointerEntered(_ pointer: WlPointer, serial: UInt32) {
    (self.pointer, self.serial) = (pointer, serial)
    // The compositor shows its own image until the client sets one or hides it.
    isShown = true
    hide()
  }

  func pointerLeft() {
    pointer = nil
    isShown = false
    timer.deadline = nil
  }

  func pointerMoved() {
    guard let pointer else { return }
    timer.deadline = EventLoop.now + Self.hideDelay
    guard !isShown, let surface = makeSurface() else { return }
    isShown = true
    let center = Int32(Self.edgeLength / 2)
    pointer.setCursor(serial: serial, surface: surface, hotspotX: center, hotspotY: center)
  }

  func hide() {
    guard isShown, let pointer else { return }
    isShown = false
    timer.deadline = nil
    pointer.setCursor(serial: serial, surface: nil, hotspotX: 0, hotspotY: 0)
  }

  /// Returns the image's surface, which is created when a pointer first moves: a touch panel never needs it.
  ///
  /// - Returns: `nil` if there isn't enough memory.
  private func makeSurface() -> WlSurface? {
    if let surface { return surface }
    let edgeLength = Self.edgeLength
    guard let memory = try? FrameMemory(size: edgeLength * edgeLength * 4),
      (try? memory.allocate(offset: 0, length: memory.size)) != nil
    else { return nil }
    let bitmap = Bitmap(
      borrowing: memory.start.assumingMemoryBound(to: UInt32.self), width: edgeLength, height: edgeLength,
      stride: edgeLength)
    let canvas = Canvas(bitmap, fitting: Rect(0, 0, Double(edgeLength), Double(edgeLength)))
    let dot = Rect(4, 4, Double(edgeLength - 8), Double(edgeLength - 8))
    canvas.shadow(dot, radius: 8, blur: 3, offset: .zero, color: Color(0, 0, 0, 0.5))
    canvas.fill(dot, radius: 8, color: Color(1, 1, 1, 0.85))
    canvas.stroke(dot, radius: 8, width: 1.5, color: Color(0, 0, 0, 0.55))
    let pool = shm.createPool(fd: memory.fileDescriptor, size: Int32(memory.size))
    let buffer = pool.createBuffer(
      offset: 0, width: Int32(edgeLength), height: Int32(edgeLength), stride: Int32(edgeLength * 4), format: .argb8888)
    pool.destroy()
    let surface = compositor.createSurface()
    surface.attach(buffer: buffer, x: 0, y: 0)
    surface.damage(x: 0, y: 0, width: Int32(edgeLength), height: Int32(edgeLength))
    surface.commit()
    (self.memory, self.buffer, self.surface) = (memory, buffer, surface)
    return surface
  }
}
