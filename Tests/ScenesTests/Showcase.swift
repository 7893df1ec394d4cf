import PanelViews
import Testing

@testable import Scenes

/// A scene alone in the center of a window, of which it fills 0.8 unless its size is fixed.
final class Showcase: View {
  private let scene: Scene
  private let sceneView: SceneView

  init(_ scene: Scene) {
    self.scene = scene
    sceneView = SceneView(scene)
    super.init(name: "root")
    addSubview(sceneView)
  }

  override func layoutSubviews() {
    let (size, fixedSize) = (bounds.size, scene.coversWindow ? bounds.size : scene.fixedSize)
    let fittingMagnification = min(size.width / scene.box.width, size.height / scene.box.height)
    let magnification = fixedSize == nil ? 0.8 * fittingMagnification : 1
    sceneView.place(
      center: bounds.center, magnification: magnification,
      size: fixedSize ?? Size(size.width / magnification, size.height / magnification))
  }
}

extension Window {
  /// A window that shows a scene alone.
  convenience init(_ scene: Scene, _ size: Size = Size(1280, 800)) {
    self.init(Showcase(scene), size: size, scale: 1, threads: 1)
    // Any time other than 0, in nanoseconds.
    advance(to: 1_000_000_000)
    layoutIfNeeded()
  }

  /// Advances the clock in steps, since a longer one is time in which the program doesn't run.
  func advance(milliseconds: UInt64) {
    let end = now + milliseconds * 1_000_000
    while now < end { advance(to: min(now + 50_000_000, end)) }
  }

  func send(_ phase: TouchEvent.Phase, _ location: Point, id: Int = 0) {
    send([TouchEvent(phase, id: id, at: location)], at: now)
  }

  func tap(_ location: Point) {
    send(.began, location)
    advance(milliseconds: 50)
    send(.ended, location)
  }

  /// Advances the clock until nothing moves, by at most 16 s.
  func settle() {
    for _ in 0..<1000 where isAnimating { advance(milliseconds: 16) }
    #expect(!isAnimating)
  }
}
