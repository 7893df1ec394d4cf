import PanelEvents
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews
import Testing

@testable import Kiosk

@Suite struct ScreenshooterTests {
  /// A picture's size and pixels.
  private struct Shot: Equatable {
    let width: Int
    let height: Int
    let pixels: [UInt32]
  }

  private func screenshot(_ rotation: QuarterTurns, _ transform: BufferTransform) throws -> Shot {
    let loop = try EventLoop()
    let root = View(name: "root", background: .white)
    let window = Window(root, size: Size(40, 24), scale: 1, threads: 1)
    window.rotation = rotation
    window.resize(to: rotation.apply(to: Size(40, 24)), scale: 2, bufferTransform: transform)
    for (x, color) in [(0.0, 0xFF0000), (20, 0x00FF00), (34, 0x0000FF)] as [(Double, UInt32)] {
      let view = View(name: "corner", frame: Rect(x, x / 2, 6, 4))
      view.layer.backgroundColor = Color(hex: color)
      root.addSubview(view)
    }
    _ = window.updateDamage()
    var data: Result<[UInt8], any Error>?
    try Screenshooter(window, loop: loop).take { data = $0 }
    while data == nil { try loop.runOnce(timeout: nil) }
    let bitmap = try PNG.bitmap(try data?.get() ?? [])
    let pixels = (0..<bitmap.height).flatMap { row in
      Array(UnsafeBufferPointer(start: bitmap.pixels + row * bitmap.stride, count: bitmap.width))
    }
    return Shot(width: bitmap.width, height: bitmap.height, pixels: pixels)
  }

  /// A rotated panel's picture is upright, as people see it and as its coordinates are.
  @Test(arguments: QuarterTurns.allCases, BufferTransform.allCases)
  func screenshotIsUpright(_ rotation: QuarterTurns, _ transform: BufferTransform) throws {
    let upright = try screenshot(.none, .normal)
    #expect(upright.width == 80 && upright.height == 48)
    let isSame = try screenshot(rotation, transform) == upright
    #expect(isSame)
  }
}
