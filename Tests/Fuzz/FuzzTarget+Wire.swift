import Glibc
import PanelEvents
import PanelGeometry
import PanelRaster
import PanelViews
import PanelWayland
import TestCompositor

@testable import PanelKit

extension FuzzTarget {
  /// A compositor's events of all interfaces, in any order and with any values, and sometimes arbitrary bytes. Afterwards
  /// nothing is pressed and no descriptor is left open. If the panel is still connected and the compositor behaves again,
  /// it shows the right picture and a tap works.
  static let wire = FuzzTarget(name: "wire", maxLength: 512) { bytes in
    WireFuzz.run(bytes)
    let after = lowestFreeDescriptor()
    // Libraries may open files once, so the input is repeated.
    guard after > maxDescriptor else { return }
    WireFuzz.run(bytes)
    require(lowestFreeDescriptor() <= after, "descriptors remain open: \(after), then \(lowestFreeDescriptor())")
    maxDescriptor = after
  }

  private nonisolated(unsafe) static var maxDescriptor: Int32 = 0

  private static func lowestFreeDescriptor() -> Int32 {
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
  /// True after a message that may make the connection unusable.
  private var isBroken = false
  private let file = MemoryFile()

  static func run(_ bytes: UnsafeRawBufferPointer) {
    var input = FuzzInput(bytes)
    let fuzz = WireFuzz(input.byte())
    fuzz.settle()
    while !input.isEmpty, !fuzz.isOver { fuzz.step(&input) }
    fuzz.settle()
    fuzz.check()
  }

  /// - Parameter flags: the compositor's globals and the panel's options.
  private init(_ flags: UInt8) {
    var globals = TestCompositor.Globals()
    (globals.compositor, globals.seat, globals.outputManager) = (6, 8, 2)
    (globals.idleInhibit, globals.decoration, globals.fractionalScale) = (true, true, flags & 1 != 0)
    globals.output = flags & 2 != 0 ? 3 : 4
    compositor = TestCompositor(globals)
    compositor.size = (64, 40)
    let root = View(name: "root")
    root.layer.backgroundColor = .white
    root.addSubview(button)
    window = Window(root, size: Size(10, 10), scale: 1, threads: 1)
    var options = PanelOptions(
      title: "Fuzz", appID: "fuzz", windowedSize: flags & 4 != 0 ? Size(64, 40) : nil, compositorTimeout: 0)
    options.scale = flags & 8 != 0 ? 1 : nil
    options.output = flags & 16 != 0 ? "TEST-1" : nil
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

  /// Dispatches both sides until neither sends anything, or the panel was closed.
  private func settle() {
    var idleRounds = 0
    for _ in 0..<60 where idleRounds < 3 && !loop.isFinished {
      compositor.dispatch()
      do {
        idleRounds = try loop.runOnce(timeout: 0) ? 0 : idleRounds + 1
      } catch {
        require(false, "the loop stopped: \(error)")
      }
    }
    if loop.isFinished { isOver = true }
  }

  private func step(_ input: inout FuzzInput) {
    let objects = compositor.objects
    guard let surface = compositor.surface, let seat = compositor.seat, !objects.isEmpty else {
      isOver = true
      return
    }
    switch input.number(below: 16) {
    case 0...7: sendEvent(of: input.element(of: objects), &input)
    case 8: settle()
    case 9:
      // A message's header with arbitrary content.
      isBroken = true
      let words = (0..<input.number(below: 6)).map { _ in number(&input) }
      let size = input.number(below: 4) == 0 ? UInt32(input.word()) : UInt32(8 + words.count * 4)
      let header = [input.element(of: objects).id, size << 16 | UInt32(input.number(below: 12))]
      compositor.inject((header + words).flatMap { word in withUnsafeBytes(of: word) { Array($0) } })
    case 10:
      seat.down(Int32(input.number(below: 3)), 20, 20, on: surface)
      if input.bool() { seat.frame() }
    case 11: seat.up(Int32(input.number(below: 3)))
    case 12:
      surface.firesCallbacks = input.bool()
      surface.releasesBuffers = input.bool()
    case 13: surface.configure(width: Int(input.byte()), height: Int(input.byte()))
    case 14:
      if input.bool() { compositor.removeSeat() } else { compositor.addSeat() }
    default:
      if input.bool() { compositor.removeOutput("TEST-1") } else { compositor.addOutput("TEST-1") }
    }
  }

  private func number(_ input: inout FuzzInput) -> UInt32 {
    let kind = input.byte()
    let special: [UInt32] = [0, 1, 2, 3, 8, 64, 120, 0x7FFF_FFFF, 0x8000_0000, .max, 256, 5120, 16384, 0x110, 0xFFFF]
    return kind < 200 ? special[Int(kind) % special.count] : UInt32(truncatingIfNeeded: input.bits())
  }

  private func sendEvent(of object: WireObject, _ input: inout FuzzInput) {
    guard !object.events.isEmpty else { return }
    let event = input.element(of: object.events)
    // Events of wl_display end the connection, or change which ids both sides consider used.
    if object.interface == "wl_display" { isBroken = true }
    var values: [WireObject.Value] = []
    for argument in event.arguments {
      switch argument.typeCode {
      case "s":
        let long = String(repeating: "a", count: 1000)
        let texts = ["", "TEST-1", "wl_seat", "wl_output", "xdg_wm_base", long, "\u{1B}[2J"]
        values.append(.string(input.element(of: texts)))
      case "a": values.append(.array(input.take(input.number(below: 9))))
      case "h": values.append(.descriptor(file.fd))
      case "o", "n":
        let objects = compositor.objects.filter { $0.interface == argument.interface }
        if objects.isEmpty || argument.isNullable && input.bool() {
          guard argument.isNullable else { return }
          values.append(.object(nil))
        } else {
          values.append(.object(input.element(of: objects)))
        }
      default: values.append(.bits(number(&input)))
      }
    }
    object.send(event, values)
  }

  private var isUsable: Bool { !isOver && panel.isConnected && compositor.isConnected }

  private func check() {
    if isUsable, !isBroken { restoreCompositor() }
    if isUsable, !isBroken {
      require(!button.isHighlighted && !window.isTouched, "pressed without a touch")
      compareScreen()
      let before = presses
      tap()
      require(!isUsable || presses == before + 1, "a tap pressed \(presses - before) times")
    }
    compositor.disconnect()
    settle()
    require(
      loop.isFinished || !button.isHighlighted && !window.isTouched, "pressed after the compositor's end")
  }

  /// Lets the compositor behave normally again.
  private func restoreCompositor() {
    guard let surface = compositor.surface else { return }
    while compositor.removeSeat() {}
    compositor.removeOutput("TEST-1")
    settle()
    compositor.addOutput("TEST-1")
    compositor.addSeat()
    (surface.firesCallbacks, surface.releasesBuffers) = (true, true)
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
    let location = button.convert(Point(5, 5), to: window.rootView) ?? .zero
    let scale = window.size.width > 0 ? 64 / window.size.width : 1
    seat.down(7, location.x * scale, location.y * scale, on: surface)
    seat.frame()
    seat.up(7)
    seat.frame()
    settle()
  }

  private func compareScreen() {
    guard let shown = compositor.surface?.shownBuffer else { return }
    let bitmap = Bitmap(width: window.pixelSize.width, height: window.pixelSize.height)
    require(shown.width == bitmap.width && shown.height == bitmap.height, "the screen shows another size")
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    let drawn = (0..<bitmap.width * bitmap.height).map { bitmap.pixels[$0] | 0xFF00_0000 }
    require(shown.pixels.map { $0 | 0xFF00_0000 } == drawn, "the screen shows another picture")
  }
}
