import CAllocationCounter
import Chrome
import Configuration
import PanelEvents
import PanelViews
import Scenes

/// A scene in a window, as the program shows it, or a page of controls, with a finger that drags back and forth.
final class SceneRig {
  struct Cost {
    /// The time to produce the list of quads, in nanoseconds.
    var displayListTime: UInt64
    /// The time to rasterize the list, in nanoseconds.
    var rasterTime: UInt64
    /// The number of redrawn pixels.
    var pixelCount: Int
    /// The number of allocations on all threads.
    var allocationCount: Int
  }

  let window: Window
  let frame: Bitmap
  private(set) var time: UInt64 = 1_000_000_000
  private let start: Point
  private let end: Point
  /// The finger's distance from `start`, in points.
  private var distance = 0.0
  /// The change of `distance` in a frame. Negative on the way back.
  private var step = 7.0
  /// The event of the current frame; kept so that sending it allocates nothing.
  private var events = [TouchEvent(.began, id: 0, at: .zero)]

  convenience init(_ scene: Scene, _ frame: Bitmap, threads: Int) {
    let (width, y) = (Double(frame.width), Double(frame.height) * 0.28)
    self.init(Stage(scene), frame, threads: threads) { _ in (Point(width / 4, y), Point(width / 2, y)) }
  }

  /// Creates a rig for a scene, a `ControlPage` or a scene file; `nil` for an unknown name.
  ///
  /// A scene file is shown with texts of twice the size, so that the finger scrolls it.
  convenience init?(_ name: String, _ frame: Bitmap, threads: Int) {
    if let page = ControlPage(name) {
      self.init(page.root, frame, threads: threads) { page.dragPath(in: $0) }
    } else if name.hasSuffix(".json") {
      guard let options = try? Arguments(["render", "--scene", name, "-o", "-"]).read(nil).options else { return nil }
      let stage = options.makeStage(options.makeScene())
      stage.textSize = 2
      let (x, height) = (Double(frame.width) * 0.3, Double(frame.height))
      self.init(stage, frame, threads: threads) { _ in (Point(x, height * 0.8), Point(x, height * 0.2)) }
    } else if let scene = SceneCatalog.make(name) {
      self.init(scene, frame, threads: threads)
    } else {
      return nil
    }
  }

  /// - Parameter dragPath: returns the start and the end of the finger's path, after the layout.
  private init(_ root: View, _ frame: Bitmap, threads: Int, dragPath: (Window) -> (start: Point, end: Point)) {
    self.frame = frame
    window = Window(
      root, size: Size(Double(frame.width), Double(frame.height)), scale: 1, threads: threads)
    _ = window.updateDamage()
    window.draw(into: frame, clip: Region(frame.bounds))
    (start, end) = dragPath(window)
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
    for _ in 0..<5 { _ = drawNextFrame() }
    defer { send(.ended) }
    return (0..<frames).map { _ in drawNextFrame() }
  }

  /// Passes frames of a drag to `measure`, after as many frames have allocated the memory that is reused later.
  func drag(frames: Int, measure: (_ run: () -> Void) -> Void) {
    send(.began)
    for _ in 0..<frames { _ = drawNextFrame() }
    measure { for _ in 0..<frames { _ = drawNextFrame() } }
    send(.ended)
  }

  private func drawNextFrame() -> Cost {
    if distance > (end - start).length || distance < 0 { step = -step }
    distance += step
    let (startTime, allocationsBefore) = (EventLoop.now, allocation_count())
    send(.moved)
    window.advance(to: time)
    let region = window.updateDamage()
    let rasterStartTime = EventLoop.now
    window.draw(into: frame, clip: region)
    let rasterTime = EventLoop.now - rasterStartTime
    let pixelCount = (0..<region.count).reduce(0) { $0 + region[$1].area }
    return Cost(
      displayListTime: rasterStartTime - startTime, rasterTime: rasterTime, pixelCount: pixelCount,
      allocationCount: allocation_count() - allocationsBefore)
  }

  private func send(_ phase: TouchEvent.Phase) {
    events[0].phase = phase
    events[0].location = start + (end - start) * (distance / (end - start).length)
    window.send(events, at: advance(by: 16_000_000))
  }
}
