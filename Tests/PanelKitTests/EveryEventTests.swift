import CLinux
import Glibc
import PanelEvents
import PanelGeometry
import PanelWayland
import TestCompositor
import Testing

@testable import PanelKit

/// The states of a session in which a compositor may send an event.
enum SessionState: String, CaseIterable, Sendable {
  /// The globals are bound, and the first configure wasn't sent yet.
  case beforeConfigure
  /// A configure was sent and isn't acknowledged yet.
  case beforeAcknowledgement
  /// A frame is on the screen, and its callback wasn't sent yet.
  case awaitingFrame
  /// The compositor holds every buffer.
  case awaitingBuffer
  /// A finger, the pointer and a key are down.
  case pressed
  /// The devices and the output were removed, and the client hasn't received the events yet.
  case devicesRemoved

  func enter(_ rig: Rig) throws {
    switch self {
    case .beforeConfigure: break  // `sendsFirstConfigure` is false.
    case .beforeAcknowledgement: rig.surface.configure(width: 100, height: 80)
    case .awaitingFrame:
      rig.surface.firesCallbacks = false
      try rig.moveButton()
    case .awaitingBuffer:
      rig.surface.releasesBuffers = false
      try rig.moveButton(steps: 4)
    case .pressed: try rig.pressWithAllDevices()
    case .devicesRemoved:
      try rig.pressWithAllDevices()
      rig.compositor.removeSeat()
      rig.compositor.removeOutput("TEST-1")
    }
  }
}

/// The values of an event's arguments.
enum ArgumentValues: String, CaseIterable, Sendable {
  case zeros, ones, medium, largest, smallest

  var bits: UInt32 {
    switch self {
    case .zeros: 0
    case .ones: 1
    // 160 as a fixed-point number, and more than any array or enumeration has.
    case .medium: 40_960
    case .largest: 0x7FFF_FFFF
    case .smallest: 0x8000_0000
    }
  }

  private var text: String { self == .largest ? String(repeating: "a", count: 1000) : self == .zeros ? "" : "TEST-1" }

  private var bytes: [UInt8] {
    switch self {
    case .zeros: []
    // Not a multiple of 32 bits.
    case .ones: [2, 0, 0, 0, 2]
    default: withUnsafeBytes(of: bits) { Array($0) + Array($0) }
    }
  }

  /// Returns values for an event's arguments, or `nil` if an argument needs an object and none exists.
  func values(for event: WireObject.Event, among objects: [WireObject], file: Int32) -> [WireObject.Value]? {
    var values: [WireObject.Value] = []
    for argument in event.arguments {
      switch argument.typeCode {
      case "s": values.append(.string(text))
      case "a": values.append(.array(bytes))
      case "h": values.append(.descriptor(file))
      case "o", "n":
        let object = argument.interface == nil ? objects.last : objects.first { $0.interface == argument.interface }
        guard object != nil || argument.isNullable else { return nil }
        values.append(.object(argument.isNullable && self == .zeros ? nil : object))
      default: values.append(.bits(bits))
      }
    }
    return values
  }
}

/// Sends every event of the protocol files to every object of the panel, in every state of a session. The events come
/// from the generated tables, so that new interfaces are covered.
@Suite(.serialized) struct EveryEventTests {
  /// Events after which the connection may end: the compositor reports an error, or refers to something that doesn't
  /// exist.
  private static let fatalEvents: Set = [
    "wl_display.error", "wl_display.delete_id", "wl_registry.global", "xdg_surface.configure",
  ]

  @Test(arguments: SessionState.allCases, ArgumentValues.allCases)
  func panelSurvivesEveryEvent(_ state: SessionState, _ arguments: ArgumentValues) throws {
    let name = "every-event-\(state.rawValue)-\(arguments.rawValue)"
    let file = memfd_create(name, UInt32(CLINUX_MFD_CLOEXEC))
    defer { close(file) }
    var sent: Set<String> = []
    var index = 0
    while try sendEvent(index, state, arguments, file, &sent) { index += 1 }
    #expect(TestSeat.openMemoryFiles(named: name) == 1, "received descriptors must be closed")
    #expect(sent.count > 45, "most events must be sent: \(sent.sorted())")
  }

  /// - Returns: false if there is no event of this index.
  private func sendEvent(
    _ index: Int, _ state: SessionState, _ arguments: ArgumentValues, _ file: Int32, _ sent: inout Set<String>
  ) throws -> Bool {
    let rig = try Rig.withAllGlobals { $0.sendsFirstConfigure = state != .beforeConfigure }
    try rig.setDevices([.touch, .pointer, .keyboard])
    try state.enter(rig)
    let objects = rig.compositor.objects
    let events = objects.flatMap { object in object.events.map { (object, $0) } }
    guard index < events.count else { return false }
    let (object, event) = events[index]
    let name = "\(object.interface).\(event.name)"
    guard let values = arguments.values(for: event, among: objects, file: file) else { return true }
    sent.insert(name)
    let comment = Comment(rawValue: "\(name), \(arguments.rawValue), \(state.rawValue)")
    object.send(event, values)
    if name == "xdg_surface.configure" { rig.surface.recordSentConfigure(of: arguments.bits) }
    try rig.settle()
    if rig.panel.isConnected, rig.compositor.isConnected {
      try rig.restoreCompositor()
      try rig.expectHealth(comment)
      #expect(rig.log.isEmpty, comment)
    } else {
      #expect(Self.fatalEvents.contains(name), comment)
      #expect(!rig.button.isHighlighted && !rig.window.isTouched, comment)
      #expect(try rig.runUntilExit() == Panel.noCompositorExitCode, comment)
    }
    return true
  }
}
