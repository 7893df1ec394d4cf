import CLinux
import Events
import Geometry
import Glibc
import Raster
import TestCompositor
import Views
import Wayland

@testable import PanelKit

extension Subject {
  /// What a compositor sends: events of every interface in any order and with any values, and now and then bytes that are
  /// no event at all. Afterwards nothing is pressed, no descriptor stayed open; and a panel that is still connected
  /// shows the right picture and takes a tap, once the compositor behaves.
  static let wire = Subject(name: "wire", longest: 512) { bytes in
    WireFuzz.run(bytes)
    let after = lowestFree()
    // The first ones have libraries open what they keep: the same again mustn't.
    guard after > most else { return }
    WireFuzz.run(bytes)
    require(lowestFree() <= after, "descriptors stay open: \(after), then \(lowestFree())")
    most = after
  }

  private nonisolated(unsafe) static var most: Int32 = 0

  private static func lowestFree() -> Int32 {
    let fd = open("/dev/null", O_RDONLY | O_CLOEXEC)
    close(fd)
    return fd
  }
}

private final class WireFuzz {
  private let compositor: TestCompositor
  private let loop: EventLoop
  private let window: Window
  private let panel: Panel
  private let button = Control(name: "button", frame: Rect(10, 10, 30, 20))
  private var presses = 0
  private var isOver = false
  /// Something was sent after which nothing more can be expected of this connection.
  private var isBroken = false
  private let file = memfd_create("fuzz", UInt32(CLINUX_MFD_CLOEXEC))

  static func run(_ bytes: UnsafeRawBufferPointer) {
    var dice = Dice(bytes)
    let fuzz = WireFuzz(dice.byte())
    fuzz.settle()
    while !dice.isEmpty, !fuzz.isOver { fuzz.step(&dice) }
    fuzz.settle()
    fuzz.check()
  }

  private init(_ kind: UInt8) {
    var globals = TestCompositor.Globals()
    globals.compositor = 6
    globals.seat = 8
    globals.fractionalScale = kind & 1 != 0
    globals.idleInhibit = true
    globals.decoration = true
    globals.outputManager = 2
    globals.output = kind & 2 != 0 ? 3 : 4
    compositor = TestCompositor(globals)
    compositor.size = (64, 40)
    let root = View(name: "root")
    root.layer.backgroundColor = .white
    root.addSubview(button)
    window = Window(root, size: Size(10, 10), scale: 1, threads: 1)
    var options = PanelOptions(title: "Fuzz", appID: "fuzz", windowedSize: kind & 4 != 0 ? Size(64, 40) : nil)
    options.scale = kind & 8 != 0 ? 1 : nil
    options.output = kind & 16 != 0 ? "TEST-1" : nil
    do {
      loop = try EventLoop()
      panel = try Panel(window: window, loop: loop, options: options)
      panel.inhibitsIdle = true
      try panel.start(try Display(fileDescriptor: compositor.clientDescriptor))
    } catch {
      fatalError("no panel: \(error)")
    }
    button.addAction(for: .primaryActionTriggered) { [unowned self] _ in presses += 1 }
  }

  deinit { close(file) }

  /// Serves both sides until neither has anything to say, also when nothing more is to be sent, or the panel was closed.
  private func settle() {
    var quiet = 0
    for _ in 0..<60 where quiet < 3 && !loop.isFinished {
      compositor.dispatch()
      do { quiet = try loop.turn(waiting: 0) ? 0 : quiet + 1 } catch { require(false, "the loop stopped: \(error)") }
    }
    if loop.isFinished { isOver = true }
  }

  private func step(_ dice: inout Dice) {
    guard let surface = compositor.surface, let seat = compositor.seat else {
      isOver = true
      return
    }
    switch dice.number(below: 16) {
    case 0...7: sendAny(&dice)
    case 8: settle()
    case 9:
      // The right form, and anything in it.
      let objects = compositor.objects
      guard !objects.isEmpty else {
        isOver = true
        return
      }
      isBroken = true
      let words = (0..<dice.number(below: 6)).map { _ in number(&dice) }
      let size = dice.number(below: 4) == 0 ? UInt32(dice.word()) : UInt32(8 + words.count * 4)
      let head = [objects[dice.number(below: objects.count)].id, size << 16 | UInt32(dice.number(below: 12))]
      compositor.inject((head + words).flatMap { word in withUnsafeBytes(of: word) { Array($0) } })
    case 10:
      seat.down(Int32(dice.number(below: 3)), 20, 20, on: surface)
      if dice.byte() & 1 == 0 { seat.frame() }
    case 11: seat.up(Int32(dice.number(below: 3)))
    case 12:
      surface.firesCallbacks = dice.byte() & 1 == 0
      surface.releasesAtOnce = dice.byte() & 1 == 0
    case 13: surface.configure(width: Int(dice.byte()), height: Int(dice.byte()))
    case 14:
      if dice.byte() & 1 == 0 { compositor.removeSeat() } else { compositor.addSeat() }
    default:
      if dice.byte() & 1 == 0 { compositor.removeOutput("TEST-1") } else { compositor.addOutput("TEST-1") }
    }
  }

  private func number(_ dice: inout Dice) -> UInt32 {
    let kind = dice.byte()
    let special: [UInt32] = [0, 1, 2, 3, 8, 64, 120, 0x7FFF_FFFF, 0x8000_0000, .max, 256, 5120, 16384, 0x110, 0xFFFF]
    return kind < 200 ? special[Int(kind) % special.count] : UInt32(truncatingIfNeeded: dice.bits())
  }

  private func sendAny(_ dice: inout Dice) {
    let objects = compositor.objects
    guard !objects.isEmpty else {
      isOver = true
      return
    }
    let object = objects[dice.number(below: objects.count)]
    let events = object.events
    guard !events.isEmpty else { return }
    let event = events[dice.number(below: events.count)]
    // These say that the connection is over, or is to be counted otherwise on both sides.
    if object.interface == "wl_display" { isBroken = true }
    var values: [WireObject.Value] = []
    for argument in event.arguments {
      switch argument.letter {
      case "s":
        let texts = [
          "", "TEST-1", "wl_seat", "wl_output", "xdg_wm_base", String(repeating: "a", count: 1000), "\u{1B}[2J",
        ]
        values.append(.string(texts[dice.number(below: texts.count)]))
      case "a": values.append(.array(dice.take(dice.number(below: 9))))
      case "h": values.append(.descriptor(file))
      case "o", "n":
        let fitting = objects.filter { $0.interface == argument.interface }
        if fitting.isEmpty || argument.isNullable && dice.byte() & 1 == 0 {
          guard argument.isNullable else { return }
          values.append(.object(nil))
        } else {
          values.append(.object(fitting[dice.number(below: fitting.count)]))
        }
      default: values.append(.bits(number(&dice)))
      }
    }
    object.send(event, values)
  }

  private func check() {
    if !isOver, !isBroken, panel.isConnected, compositor.isConnected {
      heal()
      if !isOver, panel.isConnected, compositor.isConnected {
        require(!button.isHighlighted && !window.isTouched, "pressed by nobody")
        compareScreen()
        let before = presses
        tap()
        if !isOver, panel.isConnected, compositor.isConnected {
          require(presses == before + 1, "a tap pressed \(presses - before) times")
        }
      }
    }
    compositor.disconnect()
    settle()
    require(
      loop.isFinished || !button.isHighlighted && !window.isTouched, "pressed when the compositor was gone")
  }

  /// The compositor does again what compositors do.
  private func heal() {
    guard let surface = compositor.surface else { return }
    while compositor.removeSeat() {}
    compositor.removeOutput("TEST-1")
    settle()
    compositor.addOutput("TEST-1")
    compositor.addSeat()
    surface.firesCallbacks = true
    surface.releasesAtOnce = true
    surface.releaseAll()
    surface.resource.sendPreferredBufferScale(factor: 1)
    surface.resource.sendPreferredBufferTransform(transform: .normal)
    surface.fractional?.sendPreferredScale(scale: 120)
    surface.configure(width: 64, height: 40)
    surface.fireCallbacks()
    settle()
  }

  private func tap() {
    guard let surface = compositor.surface, let seat = compositor.seat else { return }
    let place = button.convert(Point(5, 5), to: window.rootView) ?? .zero
    let scale = window.size.width > 0 ? 64 / window.size.width : 1
    seat.down(7, place.x * scale, place.y * scale, on: surface)
    seat.frame()
    seat.up(7)
    seat.frame()
    settle()
  }

  private func compareScreen() {
    guard let shown = compositor.surface?.current else { return }
    let bitmap = Bitmap(width: window.pixelSize.width, height: window.pixelSize.height)
    require(shown.width == bitmap.width && shown.height == bitmap.height, "shown with another size")
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    let drawn = (0..<bitmap.width * bitmap.height).map { bitmap.pixels[$0] | 0xFF00_0000 }
    require(shown.pixels.map { $0 | 0xFF00_0000 } == drawn, "the screen shows another picture")
  }
}
