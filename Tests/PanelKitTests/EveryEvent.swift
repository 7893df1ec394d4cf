import CLinux
import Geometry
import Glibc
import TestCompositor
import Testing
import Wayland

/// The states of a session in which a compositor may say something.
enum SessionState: String, CaseIterable, Sendable {
  /// The globals are bound, and the first configure isn't sent.
  case beforeConfigure
  /// It is sent, and what is said follows it before the answer.
  case beforeAcknowledgement
  /// A frame is on the screen, and its callback not sent.
  case awaitingFrame
  /// Every buffer is the compositor's.
  case awaitingBuffer
  /// A finger, the pointer and a key are down.
  case pressed
  /// The devices and the screen were just taken away, and the client hasn't heard of it.
  case devicesGone

  func enter(_ rig: Rig) throws {
    switch self {
    // The compositor was told to leave it.
    case .beforeConfigure: try rig.settle()
    case .beforeAcknowledgement:
      try rig.settle()
      rig.surface.configure(width: 100, height: 80)
    case .awaitingFrame:
      try rig.settle()
      rig.surface.firesCallbacks = false
      rig.button.layer.position.x += 10
      try rig.settle()
    case .awaitingBuffer:
      try rig.settle()
      rig.surface.releasesAtOnce = false
      for _ in 0..<4 {
        rig.button.layer.position.x += 10
        try rig.settle()
      }
    case .pressed:
      try rig.settle()
      try rig.pressAll()
    case .devicesGone:
      try rig.settle()
      try rig.pressAll()
      rig.compositor.removeSeat()
      rig.compositor.removeOutput("TEST-1")
    }
  }
}

/// The numbers that an event's arguments are given.
enum WireNumbers: String, CaseIterable, Sendable {
  case zeros, ones, middling, largest, smallest

  var bits: UInt32 {
    switch self {
    case .zeros: 0
    case .ones: 1
    // 160 as a fixed number, and more than any array or enumeration has.
    case .middling: 40_960
    case .largest: 0x7FFF_FFFF
    case .smallest: 0x8000_0000
    }
  }

  var text: String { self == .largest ? String(repeating: "a", count: 1000) : self == .zeros ? "" : "TEST-1" }

  var bytes: [UInt8] {
    switch self {
    case .zeros: []
    // No whole number of 32 bits.
    case .ones: [2, 0, 0, 0, 2]
    default: withUnsafeBytes(of: bits) { Array($0) + Array($0) }
    }
  }

  /// Values for an event's arguments; `nil` where there is no object for one that needs it.
  func values(
    for event: WireObject.Event, among objects: [WireObject], file: Int32
  ) -> [WireObject.Value]? {
    var values: [WireObject.Value] = []
    for argument in event.arguments {
      switch argument.letter {
      case "s": values.append(.string(text))
      case "a": values.append(.array(bytes))
      case "h": values.append(.descriptor(file))
      case "o", "n":
        let fitting = argument.interface == nil ? objects.last : objects.first { $0.interface == argument.interface }
        if argument.isNullable, self == .zeros || fitting == nil {
          values.append(.object(nil))
        } else if let fitting {
          values.append(.object(fitting))
        } else {
          return nil
        }
      default: values.append(.bits(bits))
      }
    }
    return values
  }
}

extension Rig {
  /// A compositor that has everything, in its newest version, and a small screen.
  static func rich(_ prepare: (TestCompositor) -> Void = { _ in }) throws -> Rig {
    var globals = TestCompositor.Globals()
    (globals.compositor, globals.seat, globals.outputManager) = (6, 8, 2)
    (globals.fractionalScale, globals.idleInhibit, globals.decoration) = (true, true, true)
    let rig = try Rig(globals) {
      $0.size = (200, 160)
      prepare($0)
    }
    rig.panel.inhibitsIdle = true
    return rig
  }

  func plugAllIn() throws {
    seat.send([.touch, .pointer, .keyboard])
    try settle()
  }

  /// A finger, the pointer's button and the space key, each on the button.
  func pressAll() throws {
    try plugAllIn()
    seat.focusKeyboard(on: surface, keymap: InputTests.usKeymap)
    seat.key(15, down: true)
    seat.key(57, down: true)
    seat.pointer?.sendEnter(serial: 1, surface: surface.resource, surfaceX: 110, surfaceY: 110)
    seat.pointer?.sendButton(serial: 2, time: 2, button: 0x110, state: .pressed)
    seat.pointer?.sendFrame()
    seat.down(0, 110, 110, on: surface)
    seat.frame()
    try settle()
  }

  /// The compositor does again what compositors do; devices and screen are new ones.
  func heal() throws {
    compositor.removeSeat()
    compositor.removeOutput("TEST-1")
    try settle()
    compositor.addOutput("TEST-1")
    compositor.addSeat()
    (surface.firesCallbacks, surface.releasesAtOnce) = (true, true)
    surface.releaseAll()
    surface.resource.sendPreferredBufferScale(factor: 1)
    surface.resource.sendPreferredBufferTransform(transform: .normal)
    surface.fractional?.sendPreferredScale(scale: 120)
    surface.configure(width: compositor.size.width, height: compositor.size.height)
    surface.fireCallbacks()
    try settle()
  }

  /// Nothing is pressed, the picture is right, and a tap presses once.
  func expectHealth(_ comment: Comment) throws {
    #expect(!button.isHighlighted && !window.isTouched, comment)
    #expect(surface.current?.width == compositor.size.width, comment)
    #expect(surface.current?.height == compositor.size.height, comment)
    expectScreenIsRight(comment)
    let before = presses
    let place = button.center
    seat.down(3, place.x, place.y, on: surface)
    seat.frame()
    seat.up(3)
    try settle()
    #expect(presses == before + 1, comment)
  }
}

extension TestCompositor {
  /// The number of objects of an interface that the client has.
  func count(_ interface: String) -> Int { objects.count { $0.interface == interface } }
}
