import CAllocationCounter
import Chrome
import PanelEvents
import PanelViews
import Scenes

/// A scene in a window, as the program shows it, or a page of controls, with a finger that drags back and forth.
final class SceneRig {
  /// A frame's time in nanoseconds, split into producing the list of quads and rasterizing it.
  struct Cost {
    var tree: UInt64
    var raster: UInt64
    var pixels: Int
    /// On all threads.
    var allocations: Int
  }

  let window: Window
  let frame: Bitmap
  private(set) var time: UInt64 = 1_000_000_000
  private let start: Point
  private let end: Point
  /// The finger's distance from `start`, in points.
  private var distance = 0.0
  private var direction = 7.0
  /// The event of the current frame; kept so that sending it allocates nothing.
  private var events = [TouchEvent(.began, id: 0, at: .zero)]

  convenience init(_ scene: Scene, _ frame: Bitmap, threads: Int) {
    let (width, y) = (Double(frame.width), Double(frame.height) * 0.28)
    self.init(Stage(scene), frame, threads: threads) { _ in (Point(width / 4, y), Point(width / 2, y)) }
  }

  /// Creates a rig for a scene or a `ControlPage`; `nil` if neither has the name.
  convenience init?(_ name: String, _ frame: Bitmap, threads: Int) {
    if let page = ControlPage(name) {
      self.init(page.root, frame, threads: threads) { page.drag(in: $0) }
    } else if let scene = SceneCatalog.make(name) {
      self.init(scene, frame, threads: threads)
    } else {
      return nil
    }
  }

  /// - Parameter drag: returns the ends of the finger's path, after the layout.
  private init(_ root: View, _ frame: Bitmap, threads: Int, drag: (Window) -> (Point, Point)) {
    self.frame = frame
    window = Window(
      root, size: Size(Double(frame.width), Double(frame.height)), scale: 1, threads: threads)
    _ = window.updateDamage()
    window.draw(into: frame, clip: Region(frame.bounds))
    (start, end) = drag(window)
  }

  /// Redraws the whole frame; nothing in the picture changed.
  func wholeFrame() { window.draw(into: frame, clip: Region(frame.bounds)) }

  /// The number of allocations, on all threads, in a frame like the last one.
  func wholeFrameAllocations() -> Int {
    let before = allocation_count()
    wholeFrame()
    return allocation_count() - before
  }

  func advance(by nanoseconds: UInt64) -> UInt64 {
    time += nanoseconds
    return time
  }

  func drag(frames: Int) -> [Cost] {
    send(.began)
    // Move past the pan's threshold, before which nothing rotates and nothing is drawn.
    for _ in 0..<5 { _ = step() }
    defer { send(.ended) }
    return (0..<frames).map { _ in step() }
  }

  /// Passes frames of a drag to `measure`, after as many frames have allocated the memory that is reused later.
  func drag(frames: Int, measure: (_ run: () -> Void) -> Void) {
    send(.began)
    for _ in 0..<frames { _ = step() }
    measure { for _ in 0..<frames { _ = step() } }
    send(.ended)
  }

  private func step() -> Cost {
    if distance > (end - start).length || distance < 0 { direction = -direction }
    distance += direction
    let (start, allocations) = (EventLoop.now, allocation_count())
    send(.moved)
    window.advance(to: time)
    let region = window.updateDamage()
    let prepared = EventLoop.now
    window.draw(into: frame, clip: region)
    let raster = EventLoop.now - prepared
    let pixels = (0..<region.count).reduce(0) { $0 + region[$1].area }
    return Cost(
      tree: prepared - start, raster: raster, pixels: pixels, allocations: allocation_count() - allocations)
  }

  private func send(_ phase: TouchEvent.Phase) {
    events[0].phase = phase
    events[0].location = start + (end - start) * (distance / (end - start).length)
    window.send(events, at: advance(by: 16_000_000))
  }
}
