import CAllocationCounter
import Chrome
import PanelEvents
import PanelViews
import Scenes

/// A scene in a window, as the program shows it, with a finger that drags it back and forth.
final class SceneRig {
  /// A frame's time in nanoseconds, split into producing the list of quads and rasterizing it.
  struct Cost {
    var tree: UInt64
    var raster: UInt64
    var pixels: Int
  }

  let scene: Scene
  let stage: Stage
  let window: Window
  let frame: Bitmap
  private(set) var time: UInt64 = 1_000_000_000
  private var x: Double
  private var direction = 7.0

  init(_ scene: Scene, _ frame: Bitmap, threads: Int) {
    (self.scene, self.frame) = (scene, frame)
    stage = Stage(scene)
    window = Window(
      stage, size: Size(Double(frame.width), Double(frame.height)), scale: 1, threads: threads)
    x = Double(frame.width) / 4
    _ = window.updateDamage()
    window.draw(into: frame, clip: Region(frame.bounds))
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

  /// The average number of allocations in a frame of a drag.
  func allocations(frames: Int) -> Double {
    var count = 0
    drag(frames: frames) { run in
      let before = allocation_count()
      run()
      count = allocation_count() - before
    }
    return Double(count) / Double(frames)
  }

  private var left: Double { Double(frame.width) / 4 }

  private func step() -> Cost {
    if x > Double(frame.width) / 2 || x < left { direction = -direction }
    x += direction
    let start = EventLoop.now
    send(.moved)
    window.advance(to: time)
    let region = window.updateDamage()
    let prepared = EventLoop.now
    window.draw(into: frame, clip: region)
    let pixels = (0..<region.count).reduce(0) { $0 + region[$1].area }
    return Cost(tree: prepared - start, raster: EventLoop.now - prepared, pixels: pixels)
  }

  private func send(_ phase: TouchEvent.Phase) {
    let place = Point(x, Double(frame.height) * 0.28)
    window.send([TouchEvent(phase, id: 0, at: place)], at: advance(by: 16_000_000))
  }
}
