import TestCompositor
import Testing

@testable import PanelKit

/// Compositors that have no output or no seat at first, or lose their output.
@Suite struct StartTests {
  /// - Parameter firstFrameDelay: the interval of the reports of what is missing, in nanoseconds. On a busy machine, the
  ///   first report may be that the compositor hasn't answered yet.
  private func makeRig(firstFrameDelay: UInt64 = 50_000_000, _ prepare: (TestCompositor) -> Void) throws -> Rig {
    try Rig(settles: false, prepare: prepare) { $0.firstFrameDelay = firstFrameDelay }
  }

  @Test func windowIsCreatedOnceThereIsAnOutput() throws {
    let rig = try makeRig { $0.removeOutput("TEST-1") }
    let line = "the compositor has no screen; waiting for one"
    try rig.run { rig.log.last == line }
    #expect(rig.compositor.surface == nil && rig.panel.isConnected && rig.panel.isMakingProgress())
    try rig.run(for: 120_000_000)
    #expect(rig.log.last == line && rig.log.count { $0 == line } == 1, "must be logged once")
    rig.compositor.addOutput("TEST-2")
    try rig.settle()
    #expect(rig.isReady && rig.panel.outputName == "TEST-2")
    rig.expectScreenIsRight()
    try rig.tap()
    #expect(rig.presses == 1)
    let log = rig.log
    try rig.run(for: 120_000_000)
    #expect(rig.log == log)
  }

  /// weston's kiosk-shell doesn't show a window that was mapped before the first seat.
  @Test func seatThatArrivesBeforeTheFirstFrameStartsANewConnection() throws {
    let rig = try makeRig { $0.removeSeat() }
    try rig.run { rig.compositor.surface != nil }
    rig.surface.firesCallbacks = false
    let line = "the compositor shows nothing and has no seat; connect a touchscreen, a mouse or a keyboard"
    try rig.run { rig.log.last == line && rig.surface.shownBuffer != nil }
    #expect(!rig.isReady)
    rig.compositor.addSeat()
    #expect(try rig.runUntilExit() == Panel.noCompositorExitCode)
    #expect(rig.log.last?.hasPrefix("the compositor has a seat now") == true, "\(rig.log)")
  }

  @Test func seatThatArrivesLaterKeepsTheConnection() throws {
    let rig = try makeRig(firstFrameDelay: 20_000_000_000) { $0.removeSeat() }
    try rig.settle()
    #expect(rig.isReady)
    rig.compositor.addSeat()
    try rig.settle()
    try rig.tap()
    #expect(rig.presses == 1 && rig.log.isEmpty)
  }

  @Test func missingFirstFrameIsLogged() throws {
    let rig = try makeRig { _ in }
    try rig.run { rig.compositor.surface != nil }
    rig.surface.firesCallbacks = false
    try rig.run { rig.log.last == "the compositor hasn't shown the first frame yet" }
    rig.surface.fireCallbacks()
    try rig.settle()
    #expect(rig.isReady)
  }

  /// A fullscreen window without an output has a size of 0×0, which any buffer exceeds.
  @Test func noBufferIsCommittedWithoutAnOutput() throws {
    let rig = try makeRig(firstFrameDelay: 20_000_000_000) { _ in }
    try rig.settle()
    rig.compositor.removeOutput("TEST-1")
    try rig.settle()
    let count = rig.surface.commits.count { $0.buffer != nil }
    rig.surface.configure(width: 0, height: 0)
    try rig.moveButton()
    rig.compositor.addOutput("TEST-1")
    try rig.settle()
    #expect(rig.surface.commits.count { $0.buffer != nil } == count)
    #expect(rig.surface.fullscreenRequests.count > 1, "must be requested again")
    rig.surface.configure(width: 320, height: 200)
    try rig.settle()
    rig.expectSize(320, 200)
    rig.expectScreenIsRight()
    #expect(rig.log.isEmpty)
  }
}
