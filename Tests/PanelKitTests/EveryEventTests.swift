import CLinux
import Events
import Glibc
import TestCompositor
import Testing
import Wayland

@testable import PanelKit

/// Every event that the protocol's files know, of every object that the panel has, in every state of a session. What
/// there is to say is taken from the generated tables: a new interface is tried as well.
@Suite(.serialized) struct EveryEventTests {
  /// Events after which a connection may be over: the compositor says that it is, or speaks of what isn't there, and the
  /// answer to that is an error of our own.
  private static let ends: Set = [
    "wl_display.error", "wl_display.delete_id", "wl_registry.global", "xdg_surface.configure",
  ]

  @Test(arguments: SessionState.allCases, WireNumbers.allCases)
  func nothingIsLost(_ state: SessionState, _ numbers: WireNumbers) throws {
    let name = "every-event-\(state.rawValue)-\(numbers.rawValue)"
    let file = memfd_create(name, UInt32(CLINUX_MFD_CLOEXEC))
    defer { close(file) }
    var tried: Set<String> = []
    var index = 0
    while try tryNext(index, state, numbers, file, &tried) { index += 1 }
    #expect(TestSeat.keymapsHeld(named: name) == 1, "what was sent stays open")
    #expect(tried.count > 45, "\(tried.sorted())")
  }

  /// - Returns: false when there is no such event any more.
  private func tryNext(
    _ index: Int, _ state: SessionState, _ numbers: WireNumbers, _ file: Int32, _ tried: inout Set<String>
  ) throws -> Bool {
    let rig = try Rig.rich { $0.configuresAtOnce = state != .beforeConfigure }
    try rig.settle()
    try rig.plugAllIn()
    try state.enter(rig)
    let objects = rig.compositor.objects
    let events = objects.flatMap { object in object.events.map { (object, $0) } }
    guard index < events.count else { return false }
    let (object, event) = events[index]
    let name = "\(object.interface).\(event.name)"
    guard let values = numbers.values(for: event, among: objects, file: file) else { return true }
    tried.insert(name)
    let comment = Comment(rawValue: "\(name), \(numbers.rawValue), \(state.rawValue)")
    object.send(event, values)
    if name == "xdg_surface.configure" { rig.surface.expectAcknowledgement(of: numbers.bits) }
    try rig.settle()
    if rig.panel.isConnected, rig.compositor.isConnected {
      try rig.heal()
      try rig.expectHealth(comment)
      #expect(rig.log.isEmpty, comment)
    } else {
      #expect(Self.ends.contains(name), comment)
      #expect(!rig.button.isHighlighted && !rig.window.isTouched, comment)
      #expect(try rig.runToItsEnd() == Panel.noCompositorExitCode, comment)
    }
    return true
  }
}
