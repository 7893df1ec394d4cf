import Emulation
import Events
import Geometry
import Glibc
import PanelKit
import Raster
import TestCompositor
import Testing
import Views
import Wayland

/// A panel with one button, and a compositor of its own, in one thread.
final class Rig {
  let compositor: TestCompositor
  let loop: EventLoop
  let window: Window
  let panel: Panel
  let button = Control(name: "button", frame: Rect(100, 100, 80, 40))
  private(set) var presses = 0
  private(set) var touches: [String] = []
  private(set) var isReady = false
  private(set) var log: [String] = []

  init(
    _ globals: TestCompositor.Globals = TestCompositor.Globals(), windowed: Size? = nil,
    screen: String? = nil, scale: Double? = 1, allowsQuit: Bool = false,
    prepare: (TestCompositor) -> Void = { _ in }, configure: (inout PanelOptions) -> Void = { _ in }
  ) throws {
    compositor = TestCompositor(globals)
    prepare(compositor)
    loop = try EventLoop()
    let root = View(name: "root")
    root.layer.backgroundColor = Color(hex: 0x202838)
    button.layer.backgroundColor = Color(hex: 0x35B68B)
    root.addSubview(button)
    window = Window(root, size: Size(10, 10), scale: 1, threads: 1)
    var options = PanelOptions(title: "Test", appID: "test", windowedSize: windowed, allowsQuit: allowsQuit)
    options.output = screen
    options.scale = scale
    configure(&options)
    panel = try Panel(window: window, loop: loop, options: options)
    button.addAction(for: .primaryActionTriggered) { [unowned self] _ in presses += 1 }
    window.onTouch = { [unowned self] in
      touches.append($0.phase.rawValue)
      _ = $1
    }
    panel.onReady = { [unowned self] in isReady = true }
    panel.log = { [unowned self] in log.append($1) }
    try panel.start(try Display(fileDescriptor: compositor.clientDescriptor))
  }

  var surface: TestSurface { compositor.surface! }
  var seat: TestSeat { compositor.seat! }

  /// Lets both sides run until neither has anything more to do, or the connection is lost.
  func settle() throws {
    var quiet = 0
    for _ in 0..<400 where quiet < 3 && panel.isConnected {
      compositor.dispatch()
      let hasWorked = try loop.turn(waiting: 0)
      quiet = hasWorked ? 0 : quiet + 1
    }
  }

  /// Lets both sides run until something holds, for some seconds at most.
  func run(until condition: () -> Bool) throws {
    let end = EventLoop.now + Emulation.patience(10_000_000_000)
    while !condition() {
      try #require(EventLoop.now < end, "not in time")
      compositor.dispatch()
      try loop.turn(waiting: 2_000_000)
    }
  }

  /// Lets both sides run until the connection is lost, and gives the program's exit code.
  func runToItsEnd() throws -> Int32 {
    try run { !panel.isConnected }
    return try loop.run()
  }

  /// The window's present picture, drawn anew.
  func expected() -> [UInt32] {
    let bitmap = Bitmap(width: window.pixelSize.width, height: window.pixelSize.height)
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    return UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.width * bitmap.height).map { $0 | 0xFF00_0000 }
  }

  /// The screen shows just that.
  func expectScreenIsRight(_ comment: Comment? = nil) {
    let shown = surface.current?.pixels.map { $0 | 0xFF00_0000 }
    #expect(shown == expected(), comment)
    if surface.isFullscreen { #expect(surface.fillsItsWindow, comment) }
  }
}
