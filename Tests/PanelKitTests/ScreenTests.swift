import PanelKit
import PanelViews
import TestCompositor
import Testing

/// The lines that the panel reports about its screen.
@Suite struct ScreenTests {
  private final class Lines {
    var all: [String] = []
  }

  private func rig(_ lines: Lines) throws -> Rig {
    let rig = try Rig(.with { ($0.compositor, $0.fractionalScale) = (6, true) }, settles: false)
    rig.panel.onScreenChange = { lines.all.append($0) }
    try rig.settle()
    return rig
  }

  /// The log says what the screen is, at the start and when it changes, and nothing else.
  @Test func changesOfTheScreenAreReported() throws {
    let lines = Lines()
    let rig = try rig(lines)
    #expect(lines.all == ["screen TEST-1: 640×400, scale 1"])
    lines.all = []
    rig.surface.configure(width: 640, height: 400)
    try rig.moveButton(steps: 2)
    #expect(lines.all == [])
    rig.surface.configure(width: 720, height: 400)
    try rig.settle()
    rig.surface.fractional?.sendPreferredScale(scale: 180)
    try rig.settle()
    rig.surface.resource.sendPreferredBufferTransform(transform: ._90)
    try rig.settle()
    #expect(
      lines.all == [
        "screen TEST-1: 720×400, scale 1", "screen TEST-1: 720×400, scale 1.5",
        "screen TEST-1: 720×400, scale 1.5, rotated90",
      ])
  }

  /// The output that shows the panel is unknown after the surface has left it, but not before it has entered any:
  /// some compositors don't say.
  @Test func outputIsUnknownAfterTheSurfaceLeft() throws {
    let rig = try rig(Lines())
    #expect(rig.panel.outputName == "TEST-1")
    let output = try #require(rig.compositor.output)
    rig.surface.resource.sendEnter(output: output)
    try rig.settle()
    #expect(rig.panel.outputName == "TEST-1")
    rig.surface.resource.sendLeave(output: output)
    try rig.settle()
    #expect(rig.panel.outputName == nil)
    rig.expectSize(640, 400)
    rig.surface.resource.sendEnter(output: output)
    try rig.settle()
    #expect(rig.panel.outputName == "TEST-1")
  }

  /// Input that begins while the outputs are switched off wakes them and does nothing else. If the compositor doesn't
  /// switch them on, the next input counts.
  @Test func firstInputEndsTheSuspension() throws {
    let rig = try rig(Lines())
    #expect(!rig.panel.endSuspension())
    for _ in 0..<2 {
      rig.surface.configure(width: 640, height: 400, isSuspended: true)
      try rig.settle()
      #expect(rig.panel.endSuspension() && !rig.panel.endSuspension())
      rig.surface.configure(width: 640, height: 400)
      try rig.settle()
      #expect(!rig.panel.endSuspension())
    }
  }
}
