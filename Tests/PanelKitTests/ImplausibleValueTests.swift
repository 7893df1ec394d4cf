import PanelGeometry
import PanelSystem
import PanelViews
import PanelWayland
import TestCompositor
import Testing

@testable import PanelKit

/// Compositors that report impossible values.
@Suite struct ImplausibleValueTests {
  /// First each side is limited, then the number of pixels.
  @Test(
    arguments: [
      (Int32.max, 2, 16384, 2), (2, .max, 2, 16384), (65536, 65536, 16384, 2048),
    ] as [(Int32, Int32, Int, Int)])
  func sizesAreLimited(width: Int32, height: Int32, expectedWidth: Int, expectedHeight: Int) throws {
    let rig = try Rig { $0.size = (Int(width), Int(height)) }
    try rig.settle()
    rig.expectSize(expectedWidth, expectedHeight)
    #expect(rig.log.isEmpty && rig.panel.isConnected)
  }

  @Test(arguments: [(Int32.max, 8), (100, 8), (0, 1), (-1, 1), (.min, 1)] as [(Int32, Int)])
  func scalesAreLimited(reported: Int32, expected: Int) throws {
    let rig = try Rig(.with { $0.compositor = 6 }) { $0.size = (64, 40) }
    rig.compositor.output?.sendScale(factor: reported)
    rig.compositor.output?.sendDone()
    try rig.settle()
    #expect(rig.surface.commits.last?.scale == expected && rig.surface.shownBuffer?.width == 64 * expected)
    rig.surface.resource.sendPreferredBufferScale(factor: 1)
    rig.surface.resource.sendPreferredBufferScale(factor: reported)
    try rig.settle()
    #expect(rig.surface.commits.last?.scale == expected && rig.surface.shownBuffer?.width == 64 * expected)
    rig.expectScreenIsRight()
  }

  /// In 120ths, on a surface 64 points wide. Scales are limited to 1/8…8; 0 is ignored.
  @Test(arguments: [(UInt32.max, 512), (12000, 512), (65536, 512), (1, 8), (0, 64)] as [(UInt32, Int)])
  func fractionalScalesAreLimited(reported: UInt32, expectedWidth: Int) throws {
    let rig = try Rig(.with { $0.fractionalScale = true }) { $0.size = (64, 40) }
    rig.surface.fractional?.sendPreferredScale(scale: reported)
    try rig.settle()
    #expect(rig.surface.shownBuffer?.width == expectedWidth)
    rig.expectScreenIsRight()
  }

  /// The panel uses the output's size if the compositor specifies none.
  @Test(
    arguments: [
      (Int32.max, 4, 16384, 4), (0, 0, 1280, 800), (-5, .min, 1280, 800), (2, .max, 2, 16384),
    ] as [(Int32, Int32, Int, Int)])
  func modesAreLimited(width: Int32, height: Int32, expectedWidth: Int, expectedHeight: Int) throws {
    let rig = try Rig()
    rig.compositor.output?.sendMode(flags: .current, width: width, height: height, refresh: .min)
    rig.compositor.output?.sendMode(flags: .current, width: width, height: height, refresh: 1)
    rig.compositor.output?.sendDone()
    rig.surface.configure(width: 0, height: 0)
    try rig.settle()
    rig.expectSize(expectedWidth, expectedHeight)
  }

  @Test func surfaceStatesAreLimited() {
    let sides = [Int.min, -1, 0, 1, 640, 3840, 8192, 16384, 16385, .max]
    for width in sides {
      for height in sides {
        for (scale, isInteger) in [(0.125, false), (1, true), (1.5, false), (3, true), (8, true), (8, false)] {
          let state = SurfaceState(
            width: width, height: height, scale: scale, usesIntegerScale: isInteger, transform: .normal)
          let pixels = state.size * state.scale
          #expect(max(pixels.width, pixels.height).rounded() <= 16384)
          #expect((pixels.width * pixels.height).rounded() <= 33_554_432)
          #expect(min(state.size.width, state.size.height) >= 1 && state.scale <= scale)
          if isInteger { #expect(state.scale == state.scale.rounded() && state.scale >= 1) }
        }
      }
    }
  }

  /// A pool holds all frame buffers, and its size is an `int` on the wire.
  @Test(arguments: [(16384, 16384), (Int(Int32.max), 1), (.max, .max), (.max, 2)])
  func buffersBeyondAPoolAreRefused(width: Int, height: Int) throws {
    let compositor = TestCompositor()
    let display = try Display(fileDescriptor: compositor.clientDescriptor)
    // The compositor never receives this.
    let shm = display.wlDisplay.getRegistry().bind(name: 2, as: WlShm.self, version: 1)
    #expect(throws: SystemError.self) { try FrameBuffers(width: width, height: height, shm: shm) }
  }
}
